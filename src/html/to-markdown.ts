import { toAsciiLower } from '../lib/ascii.ts';
import { decodePercent } from '../lib/decode-percent.ts';
import { countFeeds } from '../lib/lines.ts';
import { toAnchor } from '../markdown/anchors.ts';
import { isBlock, isHeading, SILENT } from './elements.ts';
import { attributeOf, findInside, type HtmlNode, hasAttribute, hasInside, textOf, walk } from './html-tree.ts';
import { type Inline, type MarkdownLine, toLines, toText } from './inline-markdown.ts';
import { withoutPermalink } from './page-facts.ts';
import { isBox } from './pick-content.ts';
import { isTable, toTable } from './table-markdown.ts';

/** Deeper quotes and lists are written flat: indenting each level again would cost depth times length. */
const MAX_NESTING = 12;

/** Writes an element as Markdown: blocks separated by one blank line, links absolute. The tree's depth is bounded, so recursion is safe. */
export function toMarkdown(root: HtmlNode, inline: Inline): MarkdownLine[] {
  return joinBlocks(createWriter(inline).blocksOf(root, 0));
}

type Block = readonly MarkdownLine[];

function joinBlocks(blocks: readonly Block[]): MarkdownLine[] {
  const lines: MarkdownLine[] = [];
  for (const block of blocks) {
    if (block.length === 0) continue;
    const before = lines.at(-1);
    if (before) lines.push({ text: '', first: before.last, last: before.last });
    for (const line of block) lines.push(line);
  }
  return lines;
}

function createWriter(inline: Inline) {
  let tabLabels: string[] = [];
  const holders = new Map<HtmlNode, boolean>();

  function blocksOf(node: HtmlNode, nesting: number, title?: HtmlNode): Block[] {
    const blocks: Block[] = [];
    let run: (HtmlNode | string)[] = [];
    let [first, last] = [0, 0];
    const flush = () => {
      const lines = toLines(run, { first, last }, inline);
      if (lines.length > 0) blocks.push(lines.map((line) => ({ ...line, text: escapeStart(line.text) })));
      run = [];
      first = 0;
    };
    node.children.forEach((child, i) => {
      if (typeof child === 'object' && (inline.noise.has(child) || child === title)) return;
      if (typeof child === 'object' && holdsBlocks(child, holders)) {
        flush();
        for (const block of toBlocks(child, nesting)) blocks.push(block);
        return;
      }
      run.push(child);
      const line = node.lines[i] as number;
      if (typeof child === 'object') [first, last] = [first || line, child.endLine];
      else if (child.trim() !== '') {
        first ||= line + countFeeds(child, 0, child.search(/\S/));
        last = line + countFeeds(child.trimEnd());
      }
    });
    flush();
    return blocks;
  }

  function toBlocks(node: HtmlNode, nesting: number): readonly Block[] {
    if (SILENT.has(node.tag)) return [];
    if (isHeading(node.tag)) return [toHeading(node, inline)];
    if (node.tag === 'pre') return [toFence(node)];
    if (node.tag === 'hr') return [toBlock(node, '---')];
    if (isTable(node)) return toTableBlocks(node, nesting);
    if (isTabList(node)) {
      tabLabels = labelsOf(node);
      return [];
    }
    if (isTabPanel(node)) return [toTabLabel(node), ...blocksOf(node, nesting)];
    if (isBox(node)) return [toBox(node, nesting)];
    if (node.tag === 'ul' || node.tag === 'ol' || node.tag === 'menu') return [toList(node, nesting)];
    if (node.tag === 'blockquote') return [quote(joinBlocks(blocksOf(node, nesting + 1)), nesting)];
    if (node.tag === 'dt') return [toTerm(node, inline)];
    // rustdoc folds each method under its heading.
    if (node.tag === 'summary' && hasHeading(node)) return blocksOf(node, nesting);
    if (node.tag === 'summary' || node.tag === 'caption') return [toBold(node, toText(node.children, inline))];
    return blocksOf(node, nesting);
  }

  function toList(list: HtmlNode, nesting: number): Block {
    const isOrdered = list.tag === 'ol';
    let number = Number.parseInt(attributeOf(list, 'start'), 10);
    if (!Number.isSafeInteger(number) || number < 0) number = 1;
    const lines: MarkdownLine[] = [];
    list.children.forEach((item, at) => {
      if (typeof item === 'string' ? item.trim() === '' : inline.noise.has(item)) return;
      const line = list.lines[at] as number;
      const blocks =
        typeof item === 'string'
          ? [toLines([item], { first: line, last: line + countFeeds(item) }, inline)]
          : blocksOf(item, nesting + 1);
      if (blocks.length === 0) return;
      const marker = isOrdered ? `${number++}. ` : '- ';
      const body = isTight(blocks) ? blocks.flat() : joinBlocks(blocks);
      const indent = nesting < MAX_NESTING ? ' '.repeat(marker.length) : '';
      body.forEach((own, i) => {
        lines.push({ ...own, text: i === 0 ? marker + own.text : own.text === '' ? '' : indent + own.text });
      });
    });
    return lines;
  }

  function toBox(node: HtmlNode, nesting: number): Block {
    const title = findBoxTitle(node);
    const text = title === undefined ? '' : textOf(title).replace(/\s+/g, ' ').trim();
    const inner = joinBlocks(blocksOf(node, nesting + 1, title));
    const label = toBold(title ?? node, text || (inner.length === 0 ? '' : findBoxKind(node)));
    return quote(joinBlocks([label, inner]), nesting);
  }

  function toTableBlocks(node: HtmlNode, nesting: number): readonly Block[] {
    const table = toTable(node, inline);
    if (table) return [table];
    return cellsOf(node).flatMap((cell) => blocksOf(cell, nesting));
  }

  function toTabLabel(node: HtmlNode): Block {
    const own = attributeOf(node, 'data-title') || attributeOf(node, 'data-label');
    return toBold(node, tabLabels.shift() ?? own, node.line);
  }

  return { blocksOf };
}

const WRAPPERS = new Set(['span', 'a', 'label', 'font']);

/** Custom elements and stray wrappers contain blocks too: `<starlight-tabs>`, `<span><div>…`. `known` remembers the answers. */
function holdsBlocks(node: HtmlNode, known: Map<HtmlNode, boolean>): boolean {
  if (isBlock(node.tag)) return !SILENT.has(node.tag);
  if (!(WRAPPERS.has(node.tag) || node.tag.includes('-'))) return false;
  const answer =
    known.get(node) ??
    node.children.some(
      (child) => typeof child === 'object' && (node.tag === 'a' ? isBlock(child.tag) : holdsBlocks(child, known)),
    );
  known.set(node, answer);
  return answer;
}

function toBlock({ line, endLine }: HtmlNode, text: string, last = endLine): Block {
  return text === '' ? [] : [{ text, first: line, last }];
}

function toBold(node: HtmlNode, text: string, last = node.endLine): Block {
  const core = text.replace(/\*\*/g, '').trim();
  return toBlock(node, core === '' ? '' : `**${core}**`, last);
}

function toHeading(node: HtmlNode, inline: Inline): Block {
  const text = withoutPermalink(toText(node.children, { ...inline, inHeading: true }).trim());
  const level = Number(node.tag[1]);
  const anchor = inline.keepsAnchors ? findAnchor(node) : '';
  const mark = anchor === '' || anchor === toAnchor(text) || /[\s{}]/.test(anchor) ? '' : ` {#${anchor}}`;
  return toBlock(node, text && `${'#'.repeat(level)} ${text}${mark}`).map((line) => ({ ...line, level }));
}

/** Returns the id of a heading, of a target or permalink inside it, or of the section it opens. */
function findAnchor(heading: HtmlNode): string {
  let inner = attributeOf(heading, 'id');
  walk(heading, (node) => {
    const href = node.tag === 'a' ? attributeOf(node, 'href') : '';
    inner ||= attributeOf(node, 'id') || (node.tag === 'a' ? attributeOf(node, 'name') : '');
    if (/^#./.test(href)) inner ||= decodePercent(href.slice(1));
    return inner === '';
  });
  if (inner !== '') return inner;
  const { parent } = heading;
  const isFirst = parent?.children.find((child) => typeof child === 'object') === heading;
  return parent !== undefined && isFirst ? attributeOf(parent, 'id') : '';
}

function findBoxTitle(node: HtmlNode): HtmlNode | undefined {
  const first = node.children.find((child) => typeof child === 'object' || child.trim() !== '');
  if (typeof first !== 'object') return undefined;
  const isTitle = first.tag === 'summary' || first.classes.some((name) => /title|heading/i.test(name));
  return isTitle ? first : undefined;
}

function toTerm(node: HtmlNode, inline: Inline): Block {
  if (node.classes.some((name) => /^sig(?:-object)?$/.test(name))) {
    const signature = textOf(withoutNoise(node, inline.noise)).replace(/\s+/g, ' ').trim();
    return toBlock(node, signature && `\`${signature.replace(/`/g, '')}\``);
  }
  return toBold(node, toText(node.children, inline));
}

function withoutNoise(node: HtmlNode, noise: ReadonlySet<HtmlNode>): HtmlNode {
  const children = node.children
    .filter((child) => typeof child === 'string' || !(noise.has(child) || isSourceLink(child)))
    .map((child) => (typeof child === 'string' ? child : withoutNoise(child, noise)));
  return { ...node, children };
}

function quote(lines: Block, nesting: number): Block {
  if (nesting >= MAX_NESTING) return lines;
  return lines.map((line) => ({ ...line, text: line.text === '' ? '>' : `> ${line.text}` }));
}

/** True for lists of one-line items, with nested lists at most: they are written without blank lines. */
function isTight(blocks: readonly Block[]): boolean {
  return blocks.length === 1 || (blocks.length === 2 && /^(?:[-*]|\d+\.) /.test(blocks[1]?.[0]?.text ?? ''));
}

function findBoxKind(node: HtmlNode): string {
  for (const name of node.classes) {
    const match = /(note|tip|warning|danger|caution|important|info|success|error|seealso|deprecated)$/i.exec(name);
    const kind = toAsciiLower(match?.[1] ?? '');
    if (kind !== '') return String.fromCharCode(kind.charCodeAt(0) - 32) + kind.slice(1);
  }
  return '';
}

function isSourceLink(node: HtmlNode): boolean {
  return (
    node.classes.some((name) => /^(?:viewcode-link|headerlink|reference-source)$/.test(name)) ||
    /^\[source\]$/.test(textOf(node).trim())
  );
}

function cellsOf(table: HtmlNode): HtmlNode[] {
  const cells = findInside(table, ({ tag }) => /^(?:td|th|caption|div)$/.test(tag));
  return cells.filter(({ classes }) => !classes.some((name) => /^(?:linenos|gutter|rouge-gutter|lineno)$/.test(name)));
}

/** Escapes text that would read as a heading, list or quote at the start of a line. */
function escapeStart(line: string): string {
  return line.replace(/^(#{1,6} |[-+] |>|\d+[.)] )/, (start) =>
    /^\d/.test(start) ? start.replace(/[.)]/, '\\$&') : `\\${start}`,
  );
}

/** Looks at the element and one level in; going deeper costs more than it finds. */
function hasHeading({ children }: HtmlNode, levels = 2): boolean {
  return children.some(
    (child) => typeof child === 'object' && (isHeading(child.tag) || (levels > 1 && hasHeading(child, levels - 1))),
  );
}

const LINE_CLASS = /^(?:line|code-line|token-line|cl|view-line|ec-line|hljs-ln-line|CodeMirror-line)$/;
const GUTTER_CLASS =
  /^(?:lineno|linenos|line-?numbers?(?:-wrapper|-rows)?|linenodiv|gutter|rouge-gutter|ln|lnt|hljs-ln-numbers|copy(?:-btn|-button)?|copybtn|clipboard.*|lang|language-name|sr-only|visually-hidden|boring)$/;

/** Turns a `<pre>` into a fenced block. The language comes from the element, its code or its wrappers. */
function toFence(pre: HtmlNode): MarkdownLine[] {
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

/** Recognises the list of tab labels, without the panels. */
function isTabList(node: HtmlNode): boolean {
  if (attributeOf(node, 'role') === 'tablist') return true;
  return (
    node.classes.some((name) => /^(?:tabbed-labels|tabs)$/.test(name)) && labelsOf(node).length > 0 && !hasPanels(node)
  );
}

function hasPanels(node: HtmlNode): boolean {
  return hasInside(node, (child) => child.tag === 'pre' || isTabPanel(child));
}

function isTabPanel(node: HtmlNode): boolean {
  if (attributeOf(node, 'role') === 'tabpanel') return true;
  if (node.classes.includes('tabbed-block')) return true;
  const group = node.parent?.parent;
  return node.tag === 'div' && group !== undefined && group.classes.includes('vp-code-group');
}

function labelsOf(node: HtmlNode): string[] {
  const labels = findInside(node, (child) => attributeOf(child, 'role') === 'tab' || child.tag === 'label');
  return labels.map((label) => textOf(label).replace(/\s+/g, ' ').trim());
}
