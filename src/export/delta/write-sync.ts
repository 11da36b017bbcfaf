import { compareUtf8, toUtf8 } from '../../lib/bytes.ts';
import { splitBulk } from '../../lib/split-bulk.ts';
import { LIMITS } from '../../model/limits.ts';
import type { Snapshot, SnapshotChange } from '../../model/snapshot.ts';
import { writeBulk } from '../artifacts/write-bulk.ts';
import { writeChunksJsonl } from '../artifacts/write-chunks-jsonl.ts';
import type { IndexView } from '../contract.ts';

export interface SyncFiles {
  /** `bulk.ndjson`, or several numbered files. */
  readonly bulk: readonly { readonly name: string; readonly blob: Blob }[];
  readonly rows: AsyncIterable<string>;
  /** `delta.json`: the two states, and the paths whose rows are replaced. */
  readonly head: string;
}

/**
 * Writes what brings a search engine from one state to the other. Whole files are replaced: a chunk with the same text may have another heading above
 * it, other lines or another number.
 */
export async function writeSync(
  view: IndexView,
  from: Snapshot,
  { to, changes }: { readonly to: Snapshot; readonly changes: readonly SnapshotChange[] },
): Promise<SyncFiles> {
  const replaced = new Set(changes.flatMap(({ path, oldPath }) => [path, oldPath ?? path]));
  const kept = new Set(to.chunks.map(({ id }) => id));
  const blocks = from.chunks
    .filter(({ path, id }) => replaced.has(path) && !kept.has(id))
    .map(({ id }) => toUtf8(`{"delete":{"_id":"${id}"}}\n`));
  for await (const lines of writeBulk(view, replaced)) blocks.push(toUtf8(lines));
  const names = { collection: view.name, from: from.index_id, to: to.index_id };
  return {
    bulk: await splitBulk(new Blob(blocks), LIMITS.bulkBytes),
    rows: writeChunksJsonl(view, replaced),
    head: `${JSON.stringify({ ...names, replaced: [...replaced].sort(compareUtf8) })}\n`,
  };
}
