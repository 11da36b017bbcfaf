import type { Kernel, Shard } from '../../kernel/contract.ts';
import type { SpanReader } from '../../lib/span.ts';
import type { Generation, StoredFile } from '../../store/contract.ts';

/** A shard in the kernel's memory, open while a generation with it is open. */
export interface SharedShard {
  readonly shard: Shard;
  /** Name of its segment, which never changes. */
  readonly name: string;
  users: number;
}

/** Opens the row's shards by number and reuses those in `reusable`. Reads all files at once; if one fails, all are closed. */
export async function readShards(
  kernel: Kernel,
  generation: Generation,
  reusable: ReadonlyMap<string, SharedShard>,
): Promise<ReadonlyMap<number, SharedShard>> {
  const { files } = generation.row;
  const segments = files.filter((file) => file.role === 'segment');
  const reads = await Promise.allSettled(
    segments.map(async (segment): Promise<SharedShard> => {
      const known = reusable.get(segment.name);
      if (known !== undefined) return known;
      const table = files.find((file) => file.role === 'table' && file.shard === segment.shard);
      if (table === undefined) throw new Error('a segment of the row has no table');
      const shard = await kernel.openShardFiles({
        segment: toSpanReader(generation, segment),
        table: toSpanReader(generation, table),
      });
      return { shard, name: segment.name, users: 0 };
    }),
  );
  const handles = new Map<number, SharedShard>();
  reads.forEach((read, i) => {
    if (read.status === 'rejected') return;
    read.value.users++;
    handles.set((segments[i] as StoredFile).shard as number, read.value);
  });
  const failed = reads.find((read) => read.status === 'rejected');
  if (failed === undefined) return handles;
  for (const handle of handles.values()) closeShared(handle);
  throw failed.reason;
}

export function closeShared(handle: SharedShard): void {
  handle.users--;
  if (handle.users === 0) handle.shard.close();
}

function toSpanReader(generation: Pick<Generation, 'readSpans'>, file: StoredFile): SpanReader {
  return { length: file.length, readSpans: (spans, put) => generation.readSpans(file, spans, put) };
}
