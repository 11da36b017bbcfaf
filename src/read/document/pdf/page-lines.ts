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
}

type PageBox = Pick<PdfPage, 'view' | 'rotate'>;

/** Collects the lines of a page in the order they were written. */
export function toPageLines(items: readonly PdfItem[], page: PageBox): PageLine[] {
  const lines: PageLine[] = [];
  const seen = new Set<string>();
  let open: PlacedItem[] = [];
  const close = (): void => {
    if (open.some(({ text }) => text.trim() !== '')) lines.push(toLine(open));
    open = [];
  };
  for (const item of items) {
    if (item.str !== '') {
      const placed = toPlaced(item, page);
      // Some programs make bold letters by writing them twice.
      const key = `${item.str}@${Math.round(placed.x)}@${Math.round(placed.y)}`;
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

function toPlaced({ str, transform, width, dir }: PdfItem, page: PageBox): PlacedItem {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = transform;
  const [x, y] = toUpright(e, f, page);
  const height = round(Math.sqrt(c * c + d * d));
  // Vertical text is as wide as its letters are high.
  const isUpright = page.rotate % 180 === 0 ? Math.abs(a) >= Math.abs(b) : Math.abs(b) >= Math.abs(a);
  const right = round(x + (isUpright ? width : height));
  return { text: str, x: round(x), y: round(y), right, height, isRtl: dir === 'rtl' };
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
  return { text: toLineText(items), x, y: first.y, right, height };
}

/** Engines may differ in the last bits of a product: rounding removes them before values are compared. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}
