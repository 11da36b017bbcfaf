import { toAsciiLower } from '../lib/ascii.ts';
import { countFeeds } from '../lib/lines.ts';
import { toFence } from './code-block.ts';
import { isBlock, isHeading, SILENT } from './elements.ts';
import type { HtmlNode } from './html-tree.ts';
import { attributeOf, findInside, textOf } from './html-tree.ts';
import type { Inline } from './inline-markdown.ts';
import { toLines, toText } from './inline-markdown.ts';
import type { MarkdownLine } from './markdown-line.ts';
import { withoutPermalink } from './page-facts.ts';
import { isBox } from './pick-content.ts';
import { isTable, toTable } from './table-markdown.ts';
import { isTabList, isTabPanel, labelsOf } from './tabs.ts';

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
  return toBlock(node, text && `${'#'.repeat(level)} ${text}`).map((line) => ({ ...line, level }));
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
