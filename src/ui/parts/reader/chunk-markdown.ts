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
  const pages = toPagesText(chunk, [first, last]);
  const where = pages === undefined ? `:${first}-${last}` : ` ${toOneLine(pages).replaceAll('`', "'")}`;
  const content = selected?.text ?? chunk.content;
  const lines = [
    `Source: \`${toOneLine(chunk.path).replaceAll('`', "'")}${where}\``,
    `Collection: ${toOneLine(collectionName)}`,
    ...(place === '' || selected !== undefined ? [] : [`Section: ${place}`]),
    ...(chunk.context === undefined ? [] : [`Context: ${toOneLine(chunk.context.join(' · '))}`]),
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
  /** First and last line, if the view shows line numbers. */
  readonly lines: readonly [number, number] | undefined;
}

/** Returns the user's selection inside an element; undefined when it is empty or elsewhere. */
export function readSelection(root: HTMLElement): Selected | undefined {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const text = toSelectedText(root);
  if (!root.contains(range.commonAncestorContainer) || text.trim() === '') return undefined;
  const first = findLine(range.startContainer);
  const last = findLine(range.endContainer);
  return { text, lines: first === undefined || last === undefined ? undefined : [first, last] };
}

/** Returns the selected text, formulas as they are written. */
export function toSelectedText(root: HTMLElement): string {
  // Without this, browsers write line ends around every part of a formula.
  root.dataset.copying = '';
  const text = String(getSelection());
  delete root.dataset.copying;
  return text;
}

function findLine(node: Node): number | undefined {
  const element = node instanceof Element ? node : node.parentElement;
  const line = Number(element?.closest<HTMLElement>('[data-n]:not([data-n=""])')?.dataset.n);
  return line > 0 ? line : undefined;
}
