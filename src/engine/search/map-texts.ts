import type { SearchedCollection } from '../open/faces.ts';
import { type FoundChunk, prepareFound } from './to-hit.ts';

/** Texts per read: more would delay a newer search. */
const BATCH = 32;

/** Calls `use` with every chunk and its text; returns undefined once the search is stale. */
export async function mapTexts<T>(
  { isStale, open }: { readonly isStale: () => boolean; readonly open: SearchedCollection },
  chunks: readonly FoundChunk[],
  use: (chunk: FoundChunk, text: string) => T,
): Promise<T[] | undefined> {
  const all: T[] = [];
  await prepareFound(
    open,
    chunks.filter(({ text }) => text === undefined),
  );
  for (let i = 0; i < chunks.length; i += BATCH) {
    if (isStale()) return undefined;
    const batch = chunks.slice(i, i + BATCH);
    const texts = await getTexts(open, batch);
    all.push(...batch.map((chunk, at) => use(chunk, texts[at] as string)));
  }
  return all;
}

/** Reads missing texts together: each read is mostly waiting for the browser. */
async function getTexts(open: SearchedCollection, chunks: readonly FoundChunk[]): Promise<string[]> {
  const places = chunks.flatMap(({ text, fileIndex, chunkIndex, row }) => {
    if (text !== undefined) return [];
    const { startByte, endByte } = row();
    return [{ fileIndex, chunkIndex, startByte, endByte }];
  });
  const read = places.length === 0 ? [] : await open.readTexts(places);
  let next = 0;
  return chunks.map(({ text }) => text ?? (read[next++] as string));
}
