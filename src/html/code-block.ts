import type { HtmlNode } from './html-tree.ts';
import { attributeOf, hasAttribute } from './html-tree.ts';
import type { MarkdownLine } from './markdown-line.ts';

const LINE_CLASS = /^(?:line|code-line|token-line|cl|view-line|ec-line|hljs-ln-line|CodeMirror-line)$/;
const GUTTER_CLASS =
  /^(?:lineno|linenos|line-?numbers?(?:-wrapper|-rows)?|linenodiv|gutter|rouge-gutter|ln|lnt|hljs-ln-numbers|copy(?:-btn|-button)?|copybtn|clipboard.*|lang|language-name|sr-only|visually-hidden|boring)$/;

/** Turns a `<pre>` into a fenced block. The language comes from the element, its code or its wrappers. */
export function toFence(pre: HtmlNode): MarkdownLine[] {
  const code = readCode(pre);
  if (code.length === 0) return [];
  const runs = code.flatMap(({ text }) => [...text.matchAll(/`{3,}/g)].map((run) => run[0].length));
  const fence = '`'.repeat(runs.reduce((longest, run) => Math.max(longest, run), 2) + 1);
  return [
    { text: fence + findLanguage(pre), first: pre.line, last: pre.line },
    ...code,
    { text: fence, first: pre.endLine, last: pre.endLine },
  ];
}

/** Returns the lines of code without blank ones around them. */
function readCode(pre: HtmlNode): MarkdownLine[] {
  const lines: MarkdownLine[] = [];
  let text = '';
  let first = 0;
  /** True right after an element that is a line: Shiki writes a line feed too, which does not end another one. */
  let isEnded = false;
  const endLine = (last: number) => {
    const shown = text.replace(/\u00A0/g, ' ').trimEnd();
    if (shown !== '' || lines.length > 0) lines.push({ text: shown, first: first || last, last });
    text = '';
    first = 0;
  };
  const addText = (chars: string, line: number) => {
    const rows = chars.replace(/\r\n?/g, '\n').split('\n');
    rows.forEach((row, i) => {
      if (i > 0 && !(i === 1 && isEnded && rows[0] === '')) endLine(line + i - 1);
      if (row !== '') first ||= line + i;
      text += row;
    });
    isEnded = false;
  };
  const visit = (node: HtmlNode): void => {
    node.children.forEach((child, i) => {
      if (typeof child === 'string') addText(child, node.lines[i] as number);
      else if (child.tag === 'br') {
        endLine(child.line);
        isEnded = false;
      } else if (!isGutter(child)) visitElement(child);
    });
  };
  const visitElement = (child: HtmlNode): void => {
    if (!isLineElement(child)) {
      visit(child);
      return;
    }
    // A line element breaks the line before it, unless the markup has already done so.
    if (text !== '') endLine(child.line);
    const before = lines.length;
    visit(child);
    if (text !== '' || lines.length === before) endLine(child.endLine);
    isEnded = true;
  };
  visit(pre);
  if (text !== '') endLine(pre.endLine);
  while (lines.at(-1)?.text === '') lines.pop();
  return lines;
}

function isLineElement(node: HtmlNode): boolean {
  if (node.tag === 'div' || node.tag === 'li' || node.tag === 'tr' || node.tag === 'p') return true;
  if (hasAttribute(node, 'data-line')) return true;
  return node.classes.some((name) => LINE_CLASS.test(name));
}

function isGutter(node: HtmlNode): boolean {
  if (node.tag === 'button' || node.tag === 'svg' || node.tag === 'style' || node.tag === 'script') return true;
  if (hasAttribute(node, 'data-line-number') || attributeOf(node, 'aria-hidden') === 'true') return true;
  return node.classes.some((name) => GUTTER_CLASS.test(name));
}

const BARE_LANGUAGES = new Set(
  (
    'bash c clojure cmake console cpp csharp css dart diff dockerfile elixir erlang fish go graphql groovy haskell hcl html http ini java ' +
    'javascript js json jsx julia kotlin latex less lua makefile markdown mermaid nginx objectivec ocaml perl php powershell protobuf python ' +
    'py r ruby rust sass scala scss sh shell solidity sql swift toml ts tsx typescript vue wasm xml yaml yml zig zsh'
  ).split(' '),
);
const NO_LANGUAGE = /^(?:none|default|plain|plaintext|nohighlight|notranslate|auto|block|code|example|undefined)$/i;

function findLanguage(pre: HtmlNode): string {
  const inner = pre.children.find((child): child is HtmlNode => typeof child === 'object' && child.tag === 'code');
  const chain: HtmlNode[] = inner ? [inner, pre] : [pre];
  for (let node = pre.parent, up = 0; node && up < 7; node = node.parent, up++) {
    if (node.tag === 'main' || node.tag === 'article' || node.tag === 'body') break;
    // Further out `lang-en` is the language of the page.
    if (up < 3 || node.classes.some((name) => /^(?:highlight|language)-/.test(name))) chain.push(node);
  }
  for (const node of chain) {
    const found = languageOf(node);
    if (found !== '' && !NO_LANGUAGE.test(found)) return found;
  }
  return '';
}

function languageOf(node: HtmlNode): string {
  const data = attributeOf(node, 'data-language') || attributeOf(node, 'data-lang');
  if (data !== '') return cleanLanguage(data);
  const names = node.classes;
  for (const name of names) {
    const match = /^(?:language|lang|highlight-source|highlight|brush|hljs-lang)[-:](.+)$/i.exec(name);
    if (match && !/^(?:wrapper|container|block|code|content)$/i.test(match[1] as string))
      return cleanLanguage(match[1] as string);
  }
  // rustdoc writes `class="rust"`, highlight.js `class="hljs python"`.
  const bare = node.tag === 'pre' || node.tag === 'code' ? names.find((name) => BARE_LANGUAGES.has(name)) : undefined;
  if (bare !== undefined) return bare;
  if (names.includes('sourceCode')) return cleanLanguage(names.find((name) => name !== 'sourceCode') ?? '');
  return '';
}

function cleanLanguage(name: string): string {
  return /^[\w+#.-]{1,30}$/.test(name) ? name : '';
}
