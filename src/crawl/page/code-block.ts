import type { HtmlNode } from '../../html/html-tree.ts';
import { attributeOf, classesOf } from '../../html/html-tree.ts';

const LINE_CLASS = /^(?:line|code-line|token-line|cl|view-line|ec-line|hljs-ln-line|CodeMirror-line)$/;
const GUTTER_CLASS =
  /^(?:lineno|linenos|line-?numbers?(?:-wrapper|-rows)?|linenodiv|gutter|rouge-gutter|ln|lnt|hljs-ln-numbers|copy(?:-btn|-button)?|copybtn|clipboard.*|lang|language-name|sr-only|visually-hidden|boring)$/;

/** Turns a `<pre>` into a fenced block. The language comes from the element, its code or its wrappers. */
export function toFence(pre: HtmlNode): string[] {
  const code = readCode(pre)
    .replace(/\r\n?/g, '\n')
    .replace(/\u00A0/g, ' ')
    .replace(/\s+$/, '')
    .replace(/^\n+/, '');
  if (code === '') return [];
  const longest = Math.max(2, ...[...code.matchAll(/`{3,}/g)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  return [fence + findLanguage(pre), ...code.split('\n').map((line) => line.trimEnd()), fence];
}

function readCode(pre: HtmlNode): string {
  const pieces: string[] = [];
  const endsLine = () => {
    let last = pieces.length - 1;
    while (last >= 0 && pieces[last] === '\uE000') last--;
    return last < 0 || (pieces[last] as string).endsWith('\n');
  };
  const visit = (node: HtmlNode): void => {
    for (const child of node.children) {
      if (typeof child === 'string') {
        if (child !== '') pieces.push(child);
        continue;
      }
      if (child.tag === 'br') pieces.push('\n');
      else if (!isGutter(child)) visitElement(child);
    }
  };
  const visitElement = (child: HtmlNode): void => {
    const isLine = isLineElement(child);
    // A line element breaks the line before it, unless the markup has already done so.
    if (isLine && !endsLine()) pieces.push('\n');
    const before = pieces.length;
    visit(child);
    const isEmpty = pieces.length === before;
    if (isLine && (isEmpty || !endsLine())) pieces.push('\n');
    if (isLine) skipBreakAfter(pieces);
  };
  visit(pre);
  return pieces
    .join('')
    .replace(/\n\uE000+\n?/g, '\n')
    .replace(/\uE000/g, '');
}

/** Shiki writes `<span class="line">…</span>` and a line feed: one line end, not two. The mark removes the feed that follows. */
function skipBreakAfter(pieces: string[]): void {
  pieces.push('\uE000');
}

function isLineElement(node: HtmlNode): boolean {
  if (node.tag === 'div' || node.tag === 'li' || node.tag === 'tr' || node.tag === 'p') return true;
  if (node.attributes.has('data-line')) return true;
  return classesOf(node).some((name) => LINE_CLASS.test(name));
}

function isGutter(node: HtmlNode): boolean {
  if (node.tag === 'button' || node.tag === 'svg' || node.tag === 'style' || node.tag === 'script') return true;
  if (node.attributes.has('data-line-number') || attributeOf(node, 'aria-hidden') === 'true') return true;
  return classesOf(node).some((name) => GUTTER_CLASS.test(name));
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
    if (up < 3 || classesOf(node).some((name) => /^(?:highlight|language)-/.test(name))) chain.push(node);
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
  const names = classesOf(node);
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
