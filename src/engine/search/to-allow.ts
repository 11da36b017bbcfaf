import type { Filters } from '../../model/hit.ts';
import { createFileFilter, hasChunkFilters, hasFilters, isChunkExcluded, passesChunk } from '../../search/filters.ts';
import type { Query } from '../../search/parse-query.ts';
import type { SearchedCollection } from '../open/faces.ts';
import { toNamedFiles } from './language-column.ts';

interface Allowing {
  readonly open: SearchedCollection;
  readonly query: Query;
  readonly filters: Filters;
  readonly allows: ((fileIndex: number) => boolean) | undefined;
}

/** Returns one bit set per shard; undefined if everything may be found. */
export function toAllow({ open, filters, query, allows }: Allowing): readonly Uint8Array[] | undefined {
  const minus = query.minusFilters;
  if (!hasFilters(filters) && !hasFilters(minus) && allows === undefined) return undefined;
  const passesFile = createFileFilter(toNamedFiles(open), filters, minus);
  const byChunk = hasChunkFilters(filters) || hasChunkFilters(minus);
  return open.shards.map(({ shard, fileOrder }) => {
    const bits = new Uint8Array((shard.chunkCount + 7) >> 3);
    fileOrder.forEach((fileIndex, file) => {
      if (allows?.(fileIndex) === false || !passesFile(fileIndex)) return;
      const end = shard.fileStarts[file + 1] as number;
      for (let chunk = shard.fileStarts[file] as number; chunk < end; chunk++) {
        if (byChunk) {
          const names = shard.chunk(chunk);
          if (!passesChunk(names, filters) || isChunkExcluded(names, minus)) continue;
        }
        bits[chunk >> 3] = (bits[chunk >> 3] as number) | (1 << (chunk & 7));
      }
    });
    return bits;
  });
}
