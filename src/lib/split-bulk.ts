export interface BulkFile {
  readonly name: string;
  readonly blob: Blob;
}

/** Splits a bulk file into request bodies within the limit; an action stays with its document. Several files are numbered. */
export async function splitBulk(bulk: Blob, limit: number): Promise<BulkFile[]> {
  const blobs: Blob[] = [];
  for (let from = 0; from < bulk.size; ) {
    const isLast = bulk.size - from <= limit;
    const end = isLast ? bulk.size : from + (await findLastAction(bulk.slice(from, from + limit)));
    blobs.push(bulk.slice(from, end));
    from = end;
  }
  if (blobs.length <= 1) return [{ name: 'bulk.ndjson', blob: bulk }];
  return blobs.map((blob, i) => ({ name: `bulk-${String(i + 1).padStart(4, '0')}.ndjson`, blob }));
}

const LINE_FEED = 10;
/** Documents begin with their id, so no document looks like this. */
const ACTION = /^\{"(?:index|delete)":/;

/** Returns the offset of the last line that is an action; a chunk is far smaller than the limit, so there is one. */
async function findLastAction(part: Blob): Promise<number> {
  const bytes = new Uint8Array(await part.arrayBuffer());
  let at = bytes.lastIndexOf(LINE_FEED);
  while (at > 0 && !ACTION.test(String.fromCharCode(...bytes.subarray(at + 1, at + 12))))
    at = bytes.lastIndexOf(LINE_FEED, at - 1);
  return at > 0 ? at + 1 : bytes.length;
}
