import { SILENT } from './elements.ts';
import { attributeOf, type HtmlNode, hasAttribute, textOf } from './html-tree.ts';

export interface Inline {
  /** Base for relative links, which stay as written if it is empty. */
  readonly baseUrl: string;
  readonly noise: ReadonlySet<HtmlNode>;
  /** Drops heading anchors and unwraps links around headings. */
  readonly inHeading?: boolean;
  /** Separates blocks by a space and escapes `|`. */
  readonly inCell?: boolean;
  /** Writes the anchors of headings that do not follow from their text: `Usage {#how-to}`. */
  readonly keepsAnchors?: boolean;
}

/** Placeholder for a line break: the source line number between two private-use characters, which `escapeText` removes from content. */
const BREAK = /\uE001(\d+)\uE001/;

/** Writes inline content as lines; `<br>` ends one. Empty when nothing is visible. */
export function toLines(
  nodes: readonly (HtmlNode | string)[],
  { first, last }: Pick<MarkdownLine, 'first' | 'last'>,
  inline: Inline,
): MarkdownLine[] {
  const pieces: string[] = [];
  for (const [i, node] of nodes.entries()) write(node, inline, pieces, nodes[i + 1]);
  const all = pieces
    .join('')
    .replace(/[ \t\r\n\f\u200B]+/g, ' ')
    .trim();
  if (!all.includes('\uE001')) return all === '' ? [] : [{ text: all, first, last }];
  // Texts and the lines of the breaks between them, in turn.
  const parts = all.split(BREAK);
  const lines: MarkdownLine[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    lines.push({
      text: (parts[i] as string).trim(),
      first: Number(parts[i - 1] ?? first),
      last: Number(parts[i + 1] ?? last),
    });
  }
  const isVisible = ({ text }: MarkdownLine) => text !== '';
  const shown = lines.slice(Math.max(0, lines.findIndex(isVisible)), lines.findLastIndex(isVisible) + 1);
  return shown.map((line, i) => (i < shown.length - 1 ? { ...line, text: `${line.text}  ` } : line));
}

/** Writes inline content as one line. */
export function toText(nodes: readonly (HtmlNode | string)[], inline: Inline): string {
  const text = toLines(nodes, NOWHERE, inline)
    .map((line) => line.text.trim())
    .join(' ');
  return inline.inCell === true ? text.replace(/\|/g, '\\|') : text;
}

const NOWHERE = { first: 0, last: 0 };

function write(node: HtmlNode | string, inline: Inline, pieces: string[], next?: HtmlNode | string): void {
  if (typeof node === 'string') {
    pieces.push(escapeText(node));
    return;
  }
  if (inline.noise.has(node) || (SILENT.has(node.tag) && node.tag !== 'script')) return;
  if (node.tag === 'script') writeMathScript(node, pieces);
  else if (node.tag === 'br') pieces.push(`\uE001${node.line}\uE001`);
  else if (node.tag === 'img') writeImage(node, inline, pieces);
  else if (CODE.has(node.tag)) writeCode(textOf(node), pieces);
  else if (node.tag === 'pre') writeCodeLines(node, pieces);
  else if (node.tag === 'a') writeLink(node, inline, pieces);
  else if (node.tag === 'strong' || node.tag === 'b') writeMarked(node, '**', inline, pieces, next);
  else if (node.tag === 'em' || node.tag === 'i') writeMarked(node, '*', inline, pieces, next);
  else if (node.tag === 'del' || node.tag === 's') writeMarked(node, '~~', inline, pieces, next);
  else if (node.tag === 'input') pieces.push(hasAttribute(node, 'checked') ? '[x] ' : '[ ] ');
  else if (isMath(node)) writeMath(node, inline, pieces);
  else writeChildren(node, inline, pieces);
}

const CODE = new Set(['code', 'tt', 'samp', 'kbd']);

function writeChildren(node: HtmlNode, inline: Inline, pieces: string[]): void {
  const isBlockInCell = inline.inCell === true && /^(?:p|div|li|t[rdh]|blockquote)$/.test(node.tag);
  if (isBlockInCell) pieces.push(' ');
  for (const [i, child] of node.children.entries()) write(child, inline, pieces, node.children[i + 1]);
  if (isBlockInCell) pieces.push(' ');
}

/** Escapes only text that would become other markup: tags, code marks, emphasis at word edges. More escapes would hurt readers and search. */
function escapeText(text: string): string {
  if (!/[\uE000-\uE001`<*_]/.test(text)) return text;
  return text
    .replace(/[\uE000-\uE001]/g, '')
    .replace(/`/g, '\\`')
    .replace(/<(?=[A-Za-z/!?])/g, '\\<')
    .replace(/(^|\s)(\*{1,3}|_{1,3})(?=\S)/g, (_, before: string, run: string) => before + run.replace(/./g, '\\$&'));
}

function writeMarked(
  node: HtmlNode,
  mark: string,
  inline: Inline,
  pieces: string[],
  next: HtmlNode | string | undefined,
): void {
  const inner: string[] = [];
  writeChildren(node, inline, inner);
  const text = inner.join('');
  const core = text.trim();
  const isInWord =
    (/\w$/.test(pieces.at(-1) ?? '') && /^\w/.test(text)) ||
    (/\w$/.test(text) && typeof next === 'string' && /^\w/.test(next));
  // Marks inside a word would split it, for search and for masking.
  if (core === '' || core.includes('\uE001') || inline.inHeading === true || isInWord) {
    pieces.push(text);
    return;
  }
  const before = /^\s/.test(text) ? ' ' : '';
  const after = /\s$/.test(text) ? ' ' : '';
  pieces.push(`${before}${mark}${core}${mark}${after}`);
}

/** In a cell each line is a code span, so that masking can tell them apart. */
function writeCodeLines(node: HtmlNode, pieces: string[]): void {
  for (const line of textOf(node).split('\n')) {
    writeCode(line, pieces);
    pieces.push(' ');
  }
}

function writeCode(chars: string, pieces: string[]): void {
  const text = chars.replace(/[\s\uE001]+/g, ' ');
  if (text.trim() === '') return;
  let run = 0;
  for (const [marks] of text.matchAll(/`+/g)) run = Math.max(run, marks.length);
  const fence = '`'.repeat(run + 1);
  const pad = run > 0 ? ' ' : '';
  pieces.push(`${fence}${pad}${text.trim()}${pad}${fence}`);
}

const ANCHOR_CLASS =
  /^(?:headerlink|hash-link|header-anchor|anchor|anchor-link|heading-anchor|sl-anchor-link|anchorjs-link|permalink)$/i;

function writeLink(node: HtmlNode, inline: Inline, pieces: string[]): void {
  const href = attributeOf(node, 'href').trim();
  const isInPage = href === '' || href.startsWith('#') || /^javascript:/i.test(href);
  const text = textOf(node)
    .replace(/[\s\u200B]+/g, ' ')
    .trim();
  if (
    isInPage &&
    (/^[#¶§🔗]?$/u.test(text) ||
      node.classes.some((name) => ANCHOR_CLASS.test(name) && inline.inHeading === true && text.length <= 2))
  )
    return;
  if (node.classes.some((name) => /^headerlink$|^hash-link$|^header-anchor$/.test(name)) && text.length <= 2) return;
  const inner: string[] = [];
  writeChildren(node, inline, inner);
  const label = inner.join('').replace(/(?:\s|\uE001\d+\uE001)+/g, ' ');
  if (label.trim() === '') return;
  const target = isInPage || inline.inHeading === true ? undefined : findTarget(href, inline.baseUrl);
  if (target === undefined) {
    pieces.push(label);
    return;
  }
  const lead = /^\s/.test(label) ? ' ' : '';
  const tail = /\s$/.test(label) ? ' ' : '';
  pieces.push(`${lead}[${escapeLabel(label.trim())}](${escapeTarget(target)})${tail}`);
}

/** Resolves an address and removes its credentials. Without a base, a relative address stays relative. */
function findTarget(href: string, baseUrl: string): string | undefined {
  if (!URL.canParse(href, baseUrl || undefined))
    return baseUrl === '' && !/^[a-z][\w+.-]*:/i.test(href) ? href : undefined;
  const url = new URL(href, baseUrl || undefined);
  if (url.protocol !== 'http:' && url.protocol !== 'https:' && url.protocol !== 'mailto:') return undefined;
  // Setting a part writes the whole address again.
  if (url.username !== '' || url.password !== '') url.username = url.password = '';
  return url.href;
}

function escapeLabel(label: string): string {
  if (label.startsWith('![')) return label;
  // Inside code a backslash is a backslash; every other part is a code span.
  const pieces = label.split(/(`+[^`]*`+)/);
  return pieces.map((part, i) => (i % 2 === 1 ? part : part.replace(/(?<!\\)[[\]]/g, '\\$&'))).join('');
}

function escapeTarget(url: string): string {
  return url
    .replace(/\s/g, (blank) => encodeURIComponent(blank))
    .replaceAll('(', '%28')
    .replaceAll(')', '%29');
}

function writeImage(node: HtmlNode, inline: Inline, pieces: string[]): void {
  const alt = attributeOf(node, 'alt')
    .replace(/[\s\uE001]+/g, ' ')
    .trim();
  const source = attributeOf(node, 'src') || attributeOf(node, 'data-src');
  if (/^1(?:px)?$/.test(attributeOf(node, 'width')) && /^1(?:px)?$/.test(attributeOf(node, 'height'))) return;
  const isTextAlone = source === '' || [...alt].length === 1 || inline.inHeading === true;
  const target = isTextAlone ? undefined : findTarget(source, inline.baseUrl);
  pieces.push(target === undefined ? escapeText(alt) : `![${alt.replace(/[[\]]/g, '\\$&')}](${escapeTarget(target)})`);
}

function isMath(node: HtmlNode): boolean {
  return node.tag === 'math' || node.classes.some((name) => /^(?:katex|katex-display|MathJax)$/.test(name));
}

/** KaTeX renders a formula twice; its TeX source is in an annotation. */
function writeMath(node: HtmlNode, inline: Inline, pieces: string[]): void {
  const tex = findAnnotation(node);
  if (tex === '') writeChildren(node, inline, pieces);
  else pieces.push(`$${tex}$`);
}

function findAnnotation(node: HtmlNode): string {
  if (node.tag === 'annotation') return node.children.join('').replace(/\s+/g, ' ').trim();
  for (const child of node.children) {
    const found = typeof child === 'string' ? '' : findAnnotation(child);
    if (found !== '') return found;
  }
  return '';
}

function writeMathScript(node: HtmlNode, pieces: string[]): void {
  if (/^math\/tex/.test(attributeOf(node, 'type')))
    pieces.push(`$${node.children.join('').replace(/\s+/g, ' ').trim()}$`);
}

/** A line of Markdown made from HTML, and the lines of the source it comes from. */
export interface MarkdownLine {
  readonly text: string;
  readonly first: number;
  readonly last: number;
  /** Level of a heading. */
  readonly level?: number;
}
