import { toHex } from '../../lib/bytes.ts';
import type { SearchedCollection } from '../open/faces.ts';
import { prepareFound } from './to-found.ts';
import type { FoundChunk } from './to-hit.ts';

interface Repeats {
  readonly open: SearchedCollection;
  readonly memberOf: ((fileIndex: number) => number) | undefined;
}

/** Keeps the best-ranked of chunks that several collections share [P10]. Repeats inside one collection stay. */
export async function dropRepeats(
  { open, memberOf }: Repeats,
  chunks: readonly FoundChunk[],
): Promise<readonly FoundChunk[]> {
  if (memberOf === undefined) return chunks;
  await prepareFound(open, chunks);
  const owners = new Map<string, number>();
  return chunks.filter((chunk) => {
    const content = toHex(chunk.row().contentHash);
    const member = memberOf(chunk.fileIndex);
    const owner = owners.get(content) ?? member;
    owners.set(content, owner);
    return owner === member;
  });
}
