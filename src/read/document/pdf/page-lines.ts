import type { DocumentBudget } from '../document-budget.ts';
import { type PlacedItem, toLineText } from './line-text.ts';
import type { PdfAnnotation, PdfItem, PdfPage } from './pdf-library.ts';

/** A line of a page in reading order, from its top left corner. */
export interface PageLine {
  readonly text: string;
  readonly x: number;
  /** Baseline, downwards. */
  readonly y: number;
  readonly right: number;
  /** Height of its letters. */
  readonly height: number;
  /** Height of most of its letters; only on the first page. */
  readonly size?: number;
  /** Name of the font of its first letters. */
  readonly font?: string | undefined;
  /** Texts with wide gaps between them, if there are several; only on the first page, where they are names. */
  readonly cells?: readonly string[];
}

type PageBox = Pick<PdfPage, 'view' | 'rotate'>;

/** Collects the lines of a page in the order they were written. */
export function toPageLines(items: readonly PdfItem[], page: PageBox, isFirst = false): PageLine[] {
  const lines: PageLine[] = [];
  const seen = new Set<string>();
  let open: PlacedItem[] = [];
  const close = (): void => {
    if (open.some(({ text }) => text.trim() !== ''))
      lines.push(isFirst ? withDetails(toLine(open), open) : toLine(open));
    open = [];
  };
  for (const item of items) {
    if (item.str !== '') {
      const placed = toPlaced(item, page);
      // Some programs make bold letters by writing them twice.
      const key = `${item.str}@${Math.round(placed.x)}@${Math.round(placed.y)}`;
      const last = open.at(-1);
      // A stamp along the edge is no part of the line that is written after it, nor is the last line of a page when a program writes the first one later.
      if (last && (last.isUpright !== placed.isUpright || isElsewhere(last, placed))) close();
      if (item.str.trim() === '' || !seen.has(key)) open.push(placed);
      seen.add(key);
    }
    if (item.hasEOL) close();
  }
  close();
  return lines;
}

/** Adds form values, each after the label before its field, and free-text annotations to the lines of a page. */
export function addAnnotations(
  written: readonly PageLine[],
  annotations: readonly PdfAnnotation[],
  page: PageBox,
): PageLine[] {
  const lines = [...written];
  for (const annotation of annotations) {
    const text = toAnnotationText(annotation).trim();
    if (text === '' || (annotation.annotationFlags ?? 0) & HIDDEN) continue;
    const [left = 0, bottom = 0, right = 0, top = 0] = annotation.rect;
    const [x, y] = toUpright(left, bottom, page);
    const tall = round(top - bottom);
    const line = {
      text,
      x: round(x),
      y: round(y),
      right: round(x + right - left),
      height: Math.min(tall, USUAL_HEIGHT),
    };
    const label = annotation.subtype === 'Widget' && !text.includes('\n') ? findLabel(lines, line, tall) : undefined;
    if (label === undefined) lines.push(line);
    else {
      const { text: before, ...place } = lines[label] as PageLine;
      lines[label] = { ...place, text: `${before} ${text}`, right: line.right };
    }
  }
  return lines;
}

/** Finds the line that ends right before a field, on the same row. */
function findLabel(lines: readonly PageLine[], field: PageLine, tall: number): number | undefined {
  let best: number | undefined;
  for (const [i, { y, right, height }] of lines.slice(0, MAX_LABELS).entries()) {
    const isOnRow = y <= field.y + height / 4 && y >= field.y - tall;
    const gap = field.x - right;
    if (!isOnRow || gap < -height || gap > MAX_FIELD_GAP) continue;
    if (best === undefined || right > (lines[best] as PageLine).right) best = i;
  }
  return best;
}

/** Lines of a page that are searched for each field: more than any form has. */
const MAX_LABELS = 1_000;

/** In points. Words farther away than the width of a column belong to something else. */
const MAX_FIELD_GAP = 200;

const HIDDEN = 2;
const USUAL_HEIGHT = 12;

function toAnnotationText(annotation: PdfAnnotation): string {
  const { subtype, textContent, contentsObj } = annotation;
  if (subtype === 'Widget') return toFieldText(annotation);
  if (subtype === 'Link' || subtype === 'Popup') return '';
  const contents = contentsObj?.str ?? '';
  if (subtype === 'FreeText') return textContent?.join('\n') || contents;
  return contents.trim() === '' ? '' : `[comment: ${contents.replace(/\s+/g, ' ').trim()}]`;
}

function toFieldText({ fieldType, fieldValue, textContent, options, combo, password }: PdfAnnotation): string {
  if (password === true || (fieldType !== 'Tx' && fieldType !== 'Ch')) return '';
  // A list box shows all its options, a combo box the selected one.
  if (fieldType === 'Ch' && combo === false && options !== undefined)
    return options.map(({ displayValue }) => (typeof displayValue === 'string' ? displayValue : '')).join('\n');
  if (textContent?.some((line) => line.trim() !== '')) return textContent.join('\n');
  return Array.isArray(fieldValue) ? fieldValue.join(', ') : typeof fieldValue === 'string' ? fieldValue : '';
}

/** Far above or below, whatever the heights of empty items. */
function isElsewhere(last: PlacedItem, next: PlacedItem): boolean {
  return next.isUpright && Math.abs(last.y - next.y) > 3 * Math.max(last.height, next.height);
}

function toPlaced({ str, transform, width, dir, fontName }: PdfItem, page: PageBox): PlacedItem {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = transform;
  const [x, y] = toUpright(e, f, page);
  const height = round(Math.sqrt(c * c + d * d));
  // Vertical text is as wide as its letters are high.
  const isUpright = page.rotate % 180 === 0 ? Math.abs(a) >= Math.abs(b) : Math.abs(b) >= Math.abs(a);
  const right = round(x + (isUpright ? width : height));
  return { text: str, x: round(x), y: round(y), right, height, isRtl: dir === 'rtl', isUpright, font: fontName };
}

/** Converts a position to the page as shown: from the top, and with its rotation. */
function toUpright(x: number, y: number, { view, rotate }: PageBox): readonly [number, number] {
  const [left = 0, bottom = 0, right = 0, top = 0] = view;
  if (rotate === 90) return [y - bottom, x - left];
  if (rotate === 180) return [right - x, y - bottom];
  if (rotate === 270) return [top - y, right - x];
  return [x - left, top - y];
}

function toLine(items: readonly PlacedItem[]): PageLine {
  const words = items.filter(({ text }) => text.trim() !== '');
  const first = words[0] as PlacedItem;
  let { x, right, height } = first;
  for (const word of words) {
    x = Math.min(x, word.x);
    right = Math.max(right, word.right);
    height = Math.max(height, word.height);
  }
  return { text: toLineText(items), x, y: first.y, right, height, font: first.font };
}

function withDetails(line: PageLine, items: readonly PlacedItem[]): PageLine {
  const cells: PlacedItem[][] = [];
  for (const item of items) {
    const before = cells.at(-1)?.at(-1);
    if (item.text.trim() === '') continue;
    if (before && item.x - before.right < line.height * WIDE_GAP) cells.at(-1)?.push(item);
    else cells.push([item]);
  }
  const longest = items.reduce((one, other) => (other.text.trim().length > one.text.trim().length ? other : one));
  return { ...line, size: longest.height, ...(cells.length > 1 && { cells: cells.map(toLineText) }) };
}

/** In heights of the letters: wider than the spaces of a justified line. */
const WIDE_GAP = 1;

/** Engines may differ in the last bits of a product: rounding removes them before values are compared. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Closely spaced lines, treated as one block of the page. */
interface Block {
  readonly lines: PageLine[];
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Pages with more blocks than this are drawings or tables; they keep the order they were written in. */
const MAX_BLOCKS = 250;

/**
 * Sorts lines into reading order. A block comes before the ones below it, and a column before the one to its right, unless a line across both
 * separates them (Breuel 2003). Where these rules do not decide, the written order counts.
 */
export function toReadingOrder(lines: readonly PageLine[], budget: DocumentBudget): PageLine[] {
  const blocks = toBlocks(lines);
  if (blocks.length < 2 || blocks.length > MAX_BLOCKS) return [...lines];
  // A right-to-left page has its first column on the right.
  if (isFromRight(lines)) for (const block of blocks) [block.left, block.right] = [-block.right, -block.left];
  return sortBlocks(blocks, budget).flatMap((block) => block.lines);
}

function isFromRight(lines: readonly PageLine[]): boolean {
  let difference = 0;
  for (const { text } of lines) {
    difference += text.match(/[\u0590-\u08ff]/g)?.length ?? 0;
    difference -= text.match(/[A-Za-z\u00c0-\u058f]/g)?.length ?? 0;
  }
  return difference > 0;
}

function toBlocks(lines: readonly PageLine[]): Block[] {
  const blocks: Block[] = [];
  for (const line of lines) {
    const open = blocks.at(-1);
    const top = line.y - line.height;
    if (open && follows(open, line)) {
      open.lines.push(line);
      open.left = Math.min(open.left, line.x);
      open.right = Math.max(open.right, line.right);
      open.bottom = Math.max(open.bottom, line.y);
    } else blocks.push({ lines: [line], left: line.x, right: line.right, top, bottom: line.y });
  }
  return blocks;
}

function follows(block: Block, line: PageLine): boolean {
  const above = block.lines.at(-1) as PageLine;
  const distance = line.y - above.y;
  const isNear = distance > 0 && distance < Math.max(above.height, line.height) * 2.2;
  return isNear && line.x < block.right && line.right > block.left;
}

interface PageBlocks {
  readonly blocks: readonly Block[];
  readonly budget: DocumentBudget;
}

/** Takes the earliest block that no other one must precede. Breaks a cycle at its first block. */
function sortBlocks(blocks: readonly Block[], budget: DocumentBudget): Block[] {
  const count = blocks.length;
  const waiting = blocks.map((block) =>
    blocks.map((other) => other !== block && precedes(other, block, { blocks, budget })),
  );
  const isDone = new Array<boolean>(count).fill(false);
  const sorted: Block[] = [];
  while (sorted.length < count) {
    let next = -1;
    for (let i = 0; i < count && next < 0; i++) {
      const isFree = !isDone[i] && !(waiting[i] as boolean[]).some((waits, other) => waits && !isDone[other]);
      if (isFree) next = i;
    }
    if (next < 0) next = isDone.indexOf(false);
    isDone[next] = true;
    sorted.push(blocks[next] as Block);
  }
  return sorted;
}

function precedes(one: Block, other: Block, { blocks, budget }: PageBlocks): boolean {
  if (overlapsAcross(one, other)) return one.top < other.top;
  if (one.left > other.left) return false;
  budget.spend('steps', blocks.length);
  const from = Math.min(one.top, other.top);
  const to = Math.max(one.bottom, other.bottom);
  return !blocks.some(
    (between) =>
      between !== one &&
      between !== other &&
      between.top > from &&
      between.bottom < to &&
      overlapsAcross(between, one) &&
      overlapsAcross(between, other),
  );
}

function overlapsAcross(one: Block, other: Block): boolean {
  return one.left < other.right && other.left < one.right;
}

/** With fewer pages, repetition proves nothing. */
const MIN_PAGES = 3;
/** Lines at the top and at the bottom of a page that may be headers and footers. */
const EDGE_LINES = 2;
/** In points: positions vary slightly between pages. */
const SAME_HEIGHT = 3;
/** A line with more numbers than this is a table row. */
const MAX_NUMBERS = 4;

/** Removes the headers and footers that most pages have in the same place; a number may differ as page numbers do. */
export function withoutRepeated(pages: readonly (readonly PageLine[])[]): (readonly PageLine[])[] {
  if (pages.length < MIN_PAGES) return [...pages];
  const counts = new Map<string, number>();
  const edges = pages.map(listEdges);
  for (const page of edges) {
    for (const key of new Set([...page.values()].flat())) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const slots = new Map<string, number>();
  for (const page of edges)
    for (const slot of new Set([...page.values()].flatMap(([key = '']) => toSlot(key))))
      slots.set(slot, (slots.get(slot) ?? 0) + 1);
  // Heads of chapters, and those of left and right pages, have the place of a head in common.
  const isRepeated = (key: string): boolean => {
    const count = counts.get(key) ?? 0;
    if (key.includes(NUMBER_ALONE)) return count >= MIN_PAGES && count * 2 > pages.length;
    return count >= MIN_PAGES && (slots.get(toSlot(key)) ?? 0) * 2 > pages.length;
  };
  return pages.map((page, i) => {
    const own = page.filter((line) => edges[i]?.get(line)?.some(isRepeated) !== true);
    // If nothing else is on the page, these lines are its content.
    return own.length === 0 ? page : own;
  });
}

/** Begins the keys of page numbers, whatever words are on their line: a chapter may have two pages. */
const NUMBER_ALONE = '\u0000';

function toSlot(key: string): string {
  return key.slice(0, key.indexOf(' ', key.indexOf(' ') + 1));
}

/** Returns keys for the lines at the edges. */
function listEdges(page: readonly PageLine[], number: number): Map<PageLine, readonly string[]> {
  const sorted = [...page].sort((one, other) => one.y - other.y);
  const edges = new Map<PageLine, readonly string[]>();
  for (const line of sorted.slice(0, EDGE_LINES)) edges.set(line, toKeys('top', line, number));
  for (const line of sorted.slice(-EDGE_LINES)) if (!edges.has(line)) edges.set(line, toKeys('bottom', line, number));
  return edges;
}

/**
 * Combines place and words, and the same with each number relative to the page number: the numbers of figures and tables do not grow with it. A last
 * key for each number has no words.
 */
function toKeys(edge: string, { text, y }: PageLine, page: number): string[] {
  const place = `${edge} ${Math.round(y / SAME_HEIGHT)}`;
  const words = text.replace(/\s+/g, ' ').trim();
  const numbers = [...words.matchAll(/\d{1,6}/g)];
  if (numbers.length > MAX_NUMBERS) return [`${place} ${words}`];
  return [
    `${place} ${words}`,
    ...numbers.flatMap(({ 0: digits, index }) => {
      const rest = words.slice(index + digits.length);
      const offset = Number(digits) - page;
      return [`${place} ${words.slice(0, index)}#${offset}#${rest}`, `${place} ${NUMBER_ALONE}${offset}`];
    }),
  ];
}
