import type { Chunk, FileRow } from '../model/chunk.ts';

/** Returns the text of a file from its chunks. Between them are only blank lines; the size of the file gives those at its end. */
export function joinChunks(
  { bytes, line_count }: Pick<FileRow, 'bytes' | 'line_count'>,
  chunks: readonly Pick<Chunk, 'start_line' | 'content'>[],
): string {
  let text = '';
  let line = 1;
  for (const { start_line, content } of chunks) {
    if (start_line > line) text += '\n'.repeat(start_line - line);
    text += content;
    line = Math.max(line, start_line) + content.split('\n').length - 1;
  }
  const missing = bytes - new TextEncoder().encode(text).length;
  // A text made by a reader, as of HTML, has a size of its own.
  return missing > 0 && missing <= line_count - line + 1 ? text + '\n'.repeat(missing) : text;
}
