import type { Chunk } from '../../../../model/chunk.ts';

export interface JoinedChunks {
  readonly text: string;
  /** Start of each chunk in the text, by ref. */
  readonly starts: ReadonlyMap<string, number>;
}

/** Joins all chunks of a file into its text. Lines between two chunks are blank, so they can be restored. */
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
    // A line longer than a chunk continues in the next one.
    if (lastLine > 0) add('\n'.repeat(Math.max(0, start_line - lastLine)));
    starts.set(ref, length);
    add(content);
    lastLine = end_line;
  }
  return { text: texts.join(''), starts };
}
