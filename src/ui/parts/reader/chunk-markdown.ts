import type { Chunk, FileRow } from '../../../model/chunk.ts';
import { toPagesText } from '../../../places/address.ts';

/** Formats a chunk, or the selected text of its file, for pasting: its source, then its text in a fence that its content cannot close. */
export function toChunkMarkdown(
  chunk: Chunk,
  file: FileRow,
  collectionName: string,
  selected?: Selected | undefined,
): string {
  const place = [...chunk.headingPath, ...(chunk.symbol === undefined ? [] : [chunk.symbol])]
    .map(toOneLine)
    .join(' > ');
  const [first, last] = selected?.lines ?? [chunk.startLine, chunk.endLine];
  const pages = toPagesText(selected?.chunks ?? [chunk], [first, last]);
  const where = pages === undefined ? `:${first}-${last}` : ` ${toOneLine(pages).replaceAll('`', "'")}`;
  const content = selected?.text ?? chunk.content;
  const lines = [
    `Source: \`${toOneLine(chunk.path).replaceAll('`', "'")}${where}\``,
    `Collection: ${toOneLine(collectionName)}`,
    ...(place === '' || selected !== undefined ? [] : [`Section: ${place}`]),
    ...(chunk.context === undefined || selected !== undefined
      ? []
      : [`Context: ${toOneLine(chunk.context.join(' · '))}`]),
    ...(file.url === undefined ? [] : [`URL: ${toOneLine(file.url)}`]),
    ...(selected !== undefined ? [] : [`Chunk: ${chunk.ref} (${chunk.shortId})`]),
  ];
  const fence = toFence(content);
  return `${lines.map((line) => `> ${line}`).join('  \n')}\n\n${fence}${chunk.language ?? ''}\n${content}\n${fence}\n`;
}

export function toFence(content: string): string {
  let longest = 2;
  for (const run of content.matchAll(/`+/g)) longest = Math.max(longest, run[0].length);
  return '`'.repeat(longest + 1);
}

function toOneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
}

interface Selected {
  readonly text: string;
  /** All chunks of its file. */
  readonly chunks: readonly Chunk[];
  /** First and last line, if the view shows line numbers. */
  readonly lines: readonly [number, number] | undefined;
}

/** Returns the user's selection inside an element that shows these chunks of a file; undefined when it is empty or elsewhere. */
export function readSelection(root: HTMLElement, chunks: readonly Chunk[]): Selected | undefined {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const text = toSelectedText(root).replace(/^\n+|\n+$/g, '');
  if (!root.contains(range.commonAncestorContainer) || text.trim() === '') return undefined;
  const lines = Array.from(root.querySelectorAll<HTMLElement>(LINE)).filter((line) => isSelected(line, range));
  // A quotation or a list begins before its own lines.
  const own = lines.filter((line, i) => !line.contains(lines[i + 1] ?? null));
  const [first, last] = [own[0], own.at(-1)].map((line) => Number(line?.dataset.n));
  return { text, chunks, lines: first && last ? [first, last] : undefined };
}

const LINE = '[data-n]:not([data-n=""])';

/** Whether a part of the element is selected. A triple click ends before the first character of the next line. */
function isSelected(element: HTMLElement, range: Range): boolean {
  if (!range.intersectsNode(element)) return false;
  const own = new Range();
  own.selectNodeContents(element);
  if (range.compareBoundaryPoints(Range.START_TO_START, own) > 0) own.setStart(range.startContainer, range.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, own) < 0) own.setEnd(range.endContainer, range.endOffset);
  return String(own) !== '';
}

/** Returns the selected text, formulas as they are written. */
export function toSelectedText(root: HTMLElement): string {
  // Without this, browsers write line ends around every part of a formula.
  root.dataset.copying = '';
  const text = String(getSelection());
  delete root.dataset.copying;
  return text;
}
