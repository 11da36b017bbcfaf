import { startsWithAsciiFolded } from '../lib/ascii.ts';
import type { FileRow } from '../model/chunk.ts';
import type { Filters } from '../model/hit.ts';
import type { EngineContext } from './context.ts';
import type { Engine } from './contract.ts';

type Actions = Pick<Engine, 'search' | 'listFiles' | 'palette' | 'stats'>;

/** Questions about a collection. */
export function createSearchActions({ parts, collections }: EngineContext): Actions {
  return {
    search: async () => ({ hits: [], total: 0, partial: false, fuzzy: false }),
    palette: async () => [],

    listFiles: (collectionId, filters = {}) =>
      collections.use(collectionId, (open) => open.rows.filter((row) => passes(row, filters))),

    stats: (collectionId) =>
      collections.use(collectionId, (open) => {
        const { stats } = open.generation.row.collection;
        const memory = parts.kernel.memory();
        const byKind: Record<string, number> = {};
        for (const row of open.rows) byKind[row.kind] = (byKind[row.kind] ?? 0) + 1;
        return {
          total_files: stats.total_files,
          total_chunks: stats.total_chunks,
          total_bytes: stats.total_bytes,
          total_tokens: stats.total_tokens,
          by_kind: byKind,
          shards: open.shards.length,
          memory: { wasm: memory.bytes, highWater: memory.highWaterBytes, inFlight: 0 },
        };
      }),
  };
}

function passes(row: FileRow, filters: Filters): boolean {
  const some = (values: readonly string[] | undefined, text: string): boolean =>
    values === undefined || values.length === 0 || values.some((value) => startsWithAsciiFolded(text, value));
  return (
    some(filters.path, row.path) &&
    some(filters.kind, row.kind) &&
    some(filters.lang, row.language ?? '') &&
    some(filters.source, row.source)
  );
}
