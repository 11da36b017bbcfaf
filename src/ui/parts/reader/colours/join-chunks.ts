import type { Chunk } from '../../../../model/chunk.ts';

export interface JoinedChunks {
  readonly text: string;
  /** Where each chunk begins in it, by ref. */
  readonly starts: ReadonlyMap<string, number>;
}

/** The text of a file from all its chunks. Lines between two of them are blank, so they can be added. */
export function joinChunks(chunks: readonly Chunk[]): JoinedChunks {
  const starts = new Map<string, number>();
  const texts: string[] = [];
  let length = 0;
  let lastLine = 0;
  const add = (text: string) => {
    texts.push(text);
    length += text.length;
  };
  for (const { ref, content, start_line, end_line } of chunks) {
    // A line that is longer than a chunk goes on in the next one.
    if (lastLine > 0) add('\n'.repeat(Math.max(0, start_line - lastLine)));
    starts.set(ref, length);
    add(content);
    lastLine = end_line;
  }
  return { text: texts.join(''), starts };
}
