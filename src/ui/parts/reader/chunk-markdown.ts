import type { Chunk, FileRow } from '../../../model/chunk.ts';

/** A chunk to paste elsewhere: its source, then its text in a fence that its content cannot close. */
export function toChunkMarkdown(chunk: Chunk, file: FileRow, collectionName: string): string {
  const place = [...chunk.heading_path, ...(chunk.symbol === undefined ? [] : [chunk.symbol])]
    .map(toOneLine)
    .join(' > ');
  const lines = [
    `Source: \`${toOneLine(chunk.path).replaceAll('`', "'")}:${chunk.start_line}-${chunk.end_line}\``,
    `Collection: ${toOneLine(collectionName)}`,
    ...(place === '' ? [] : [`Section: ${place}`]),
    ...(file.url === undefined ? [] : [`URL: ${toOneLine(file.url)}`]),
    `Chunk: ${chunk.ref} (${chunk.short_id}), sha256 ${chunk.content_hash}`,
  ];
  const fence = toFence(chunk.content);
  return `${lines.map((line) => `> ${line}`).join('  \n')}\n\n${fence}${chunk.language ?? ''}\n${chunk.content}\n${fence}\n`;
}

export function toFence(content: string): string {
  let longest = 2;
  for (const run of content.matchAll(/`+/g)) longest = Math.max(longest, run[0].length);
  return '`'.repeat(longest + 1);
}

function toOneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
}
