import { isBlock, isHeading, SILENT } from '../../html/elements.ts';
import type { HtmlNode } from '../../html/html-tree.ts';
import { attributeOf, classesOf, textOf } from '../../html/html-tree.ts';
import { toFence } from './code-block.ts';
import type { Inline } from './inline-markdown.ts';
import { toInline } from './inline-markdown.ts';
import { isBox } from './pick-content.ts';
import { toTable } from './table-markdown.ts';
import { isTabList, isTabPanel, labelsOf } from './tabs.ts';

export interface MarkdownOptions {
  readonly baseUrl: string;
  readonly noise: ReadonlySet<HtmlNode>;
}

/** Deeper quotes and lists are written flat: indenting each level again would cost depth times length. */
const MAX_NESTING = 12;

/** Writes an element as Markdown: blocks separated by one blank line, links absolute. The tree's depth is bounded, so recursion is safe. */
export function toMarkdown(root: HtmlNode, options: MarkdownOptions): string {
  const writer = createWriter(options);
  return joinBlocks(writer.blocksOf(root, 0)).join('\n');
}

type Block = readonly string[];

function joinBlocks(blocks: readonly Block[]): string[] {
  const lines: string[] = [];
  for (const block of blocks) {
    if (block.length === 0) continue;
    if (lines.length > 0) lines.push('');
    for (const line of block) lines.push(line);
  }
  return lines;
}

function createWriter(options: MarkdownOptions) {
  const inline: Inline = { baseUrl: options.baseUrl, noise: options.noise };
  let tabLabels: string[] = [];

  function blocksOf(node: HtmlNode, nesting: number): Block[] {
    const blocks: Block[] = [];
    let run: (HtmlNode | string)[] = [];
    const flush = () => {
      const lines = toInline(run, inline);
      if (lines.length > 0) blocks.push(lines.map(escapeStart));
      run = [];
    };
    for (const child of node.children) {
      if (typeof child === 'object' && options.noise.has(child)) continue;
      if (typeof child === 'string' || !holdsBlocks(child)) {
        run.push(child);
        continue;
      }
      flush();
      for (const block of toBlocks(child, nesting)) blocks.push(block);
    }
    flush();
    return blocks;
  }

  function toBlocks(node: HtmlNode, nesting: number): readonly Block[] {
    if (SILENT.has(node.tag)) return [];
    if (isHeading(node.tag)) return [toHeading(node, inline)];
    if (node.tag === 'pre') return [toFence(node)];
    if (node.tag === 'hr') return [['---']];
    if (node.tag === 'table') return toTableBlocks(node, nesting);
    if (isTabList(node)) return noteTabs(node);
    if (isTabPanel(node)) return [toTabLabel(node), ...blocksOf(node, nesting)];
    if (isBox(node)) return [toBox(node, nesting)];
    if (node.tag === 'ul' || node.tag === 'ol' || node.tag === 'menu') return [toList(node, nesting)];
    if (node.tag === 'blockquote') return [quote(joinBlocks(blocksOf(node, nesting + 1)), nesting)];
    if (node.tag === 'dt') return [toTerm(node, inline)];
    // rustdoc folds each method under its heading.
    if (node.tag === 'summary' && hasHeading(node)) return blocksOf(node, nesting);
    if (node.tag === 'summary' || node.tag === 'caption') return [bold(toInline(node.children, inline).join(' '))];
    return blocksOf(node, nesting);
  }

  function toList(list: HtmlNode, nesting: number): Block {
    const isOrdered = list.tag === 'ol';
    let number = Number.parseInt(attributeOf(list, 'start'), 10);
    if (!Number.isSafeInteger(number) || number < 0) number = 1;
    const lines: string[] = [];
    for (const item of list.children) {
      if (typeof item === 'string' ? item.trim() === '' : options.noise.has(item)) continue;
      const blocks = typeof item === 'string' ? [toInline([item], inline)] : blocksOf(item, nesting + 1);
      if (blocks.length === 0) continue;
      const marker = isOrdered ? `${number++}. ` : '- ';
      const body = isTight(blocks) ? blocks.flat() : joinBlocks(blocks);
      const indent = nesting < MAX_NESTING ? ' '.repeat(marker.length) : '';
      body.forEach((line, i) => {
        lines.push(i === 0 ? marker + line : line === '' ? '' : indent + line);
      });
    }
    return lines;
  }

  function toBox(node: HtmlNode, nesting: number): Block {
    const { title, body } = splitBox(node);
    const kind = findBoxKind(node);
    const label = title === '' ? kind : title;
    const inner = joinBlocks(blocksOf(body, nesting + 1));
    if (inner.length === 0) return title === '' ? [] : quote([`**${title}**`], nesting);
    return quote(label === '' ? inner : [`**${label}**`, '', ...inner], nesting);
  }

  function toTableBlocks(node: HtmlNode, nesting: number): readonly Block[] {
    const table = toTable(node, inline);
    if (table) return [table];
    return cellsOf(node).flatMap((cell) => blocksOf(cell, nesting));
  }

  function noteTabs(node: HtmlNode): readonly Block[] {
    tabLabels = labelsOf(node);
    return [];
  }

  function toTabLabel(node: HtmlNode): Block {
    const own = attributeOf(node, 'data-title') || attributeOf(node, 'data-label');
    return bold(tabLabels.shift() ?? own);
  }

  return { blocksOf };
}

function holdsBlocks(node: HtmlNode): boolean {
  if (SILENT.has(node.tag)) return false;
  if (isBlock(node.tag)) return true;
  // Custom elements and stray wrappers contain blocks too: `<starlight-tabs>`, `<span><div>…`.
  if (!(node.tag.includes('-') || node.tag === 'span' || node.tag === 'a' || node.tag === 'label')) return false;
  return node.children.some(
    (child) => typeof child === 'object' && (isBlock(child.tag) || (node.tag !== 'a' && holdsBlocks(child))),
  );
}

function toHeading(node: HtmlNode, inline: Inline): Block {
  const text = toInline(node.children, { ...inline, inHeading: true })
    .join(' ')
    .replace(/\s*[#¶§🔗]\s*$/u, '')
    .trim();
  return text === '' ? [] : [`${'#'.repeat(Number(node.tag[1]))} ${text}`];
}

function splitBox(node: HtmlNode): { title: string; body: HtmlNode } {
  for (const child of node.children) {
    if (typeof child === 'string') {
      if (child.trim() !== '') break;
      continue;
    }
    const isTitle = child.tag === 'summary' || classesOf(child).some((name) => /title|heading/i.test(name));
    if (!isTitle) break;
    const title = textOf(child).replace(/\s+/g, ' ').trim();
    return { title, body: { ...node, children: node.children.filter((other) => other !== child) } };
  }
  return { title: '', body: node };
}

function toTerm(node: HtmlNode, inline: Inline): Block {
  if (classesOf(node).some((name) => /^sig(?:-object)?$/.test(name))) {
    const signature = textOf(withoutNoise(node, inline.noise)).replace(/\s+/g, ' ').trim();
    return signature === '' ? [] : [`\`${signature.replace(/`/g, '')}\``];
  }
  return bold(toInline(node.children, inline).join(' '));
}

function withoutNoise(node: HtmlNode, noise: ReadonlySet<HtmlNode>): HtmlNode {
  const children = node.children
    .filter((child) => typeof child === 'string' || !(noise.has(child) || isSourceLink(child)))
    .map((child) => (typeof child === 'string' ? child : withoutNoise(child, noise)));
  return { ...node, children };
}

function bold(text: string): Block {
  return text.trim() === '' ? [] : [`**${text.replace(/\*\*/g, '').trim()}**`];
}

function quote(lines: readonly string[], nesting: number): string[] {
  if (nesting >= MAX_NESTING) return [...lines];
  return lines.map((line) => (line === '' ? '>' : `> ${line}`));
}

/** True for lists of one-line items, with nested lists at most: they are written without blank lines. */
function isTight(blocks: readonly Block[]): boolean {
  return blocks.length === 1 || (blocks.length === 2 && /^(?:[-*]|\d+\.) /.test(blocks[1]?.[0] ?? ''));
}

function findBoxKind(node: HtmlNode): string {
  for (const name of classesOf(node)) {
    const match = /(note|tip|warning|danger|caution|important|info|success|error|seealso|deprecated)$/i.exec(name);
    if (match) return (match[1] as string).charAt(0).toUpperCase() + (match[1] as string).slice(1).toLowerCase();
  }
  return '';
}

function isSourceLink(node: HtmlNode): boolean {
  return (
    classesOf(node).some((name) => /^(?:viewcode-link|headerlink|reference-source)$/.test(name)) ||
    /^\[source\]$/.test(textOf(node).trim())
  );
}

function cellsOf(table: HtmlNode): HtmlNode[] {
  const cells: HtmlNode[] = [];
  const visit = (node: HtmlNode): void => {
    for (const child of node.children) {
      if (typeof child === 'string') continue;
      if (/^(?:td|th|caption|div)$/.test(child.tag)) {
        if (!classesOf(child).some((name) => /^(?:linenos|gutter|rouge-gutter|lineno)$/.test(name))) cells.push(child);
      } else visit(child);
    }
  };
  visit(table);
  return cells;
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
