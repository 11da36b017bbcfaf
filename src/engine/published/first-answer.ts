import type { Kernel } from '../../kernel/contract.ts';
import { COLLECTION_FOLDER, MANIFEST_NAME } from '../../publish/format/layout.ts';
import { runSearch } from '../search/run-search.ts';
import { openPublishedCollection } from './open-published-collection.ts';

/** Returns the bytes of the collection that a visitor loads until the first hits, by a search in the made files. `address` has the key. */
export async function measureFirstAnswer(
  kernel: Kernel,
  files: ReadonlyMap<string, Blob>,
  { address, query }: { readonly address: string; readonly query: string },
): Promise<number> {
  let total = 0;
  const read = async (name: string, start = 0, end?: number): Promise<Uint8Array> => {
    const part = files.get(COLLECTION_FOLDER + name)?.slice(start, end) ?? new Blob();
    total += part.size;
    return new Uint8Array(await part.arrayBuffer());
  };
  const open = await openPublishedCollection(kernel, address, {
    readManifest: () => read(MANIFEST_NAME),
    readSpans: ({ name }, spans) => Promise.all(spans.map(([start, end]) => read(name, start, end))),
    traffic: async () => ({ requests: 0, bytes: total, roundTrips: 0, wholeFiles: false }),
  });
  try {
    await runSearch(kernel, open, query);
    return total;
  } finally {
    open.release();
  }
}
