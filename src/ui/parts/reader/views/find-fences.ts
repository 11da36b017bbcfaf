import type { Chunk } from '../../../../model/chunk.ts';

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/gm;

/** Finds, for each chunk that begins inside a fenced code block, the line that opens the block. Without it, the chunk would be shown as prose. */
export function findFences(chunks: readonly Chunk[]): ReadonlyMap<string, string> {
  const fences = new Map<string, string>();
  let open: string | undefined;
  for (const { ref, content } of chunks) {
    if (open !== undefined) fences.set(ref, open);
    for (const [, mark = '', rest = ''] of content.matchAll(FENCE)) {
      if (open === undefined) open = mark;
      else if (mark[0] === open[0] && mark.length >= open.length && rest.trim() === '') open = undefined;
    }
  }
  return fences;
}
