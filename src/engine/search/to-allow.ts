import type { Filters } from '../../model/hit.ts';
import { createFileFilter, hasChunkFilters, hasFilters, isChunkExcluded, passesChunk } from '../../search/filters.ts';
import type { Query } from '../../search/parse-query.ts';
import { createLanguageFilter } from './language-filter.ts';
import type { SearchTarget } from './search-target.ts';

interface Allowing {
  readonly target: SearchTarget;
  readonly query: Query;
  readonly filters: Filters;
  readonly allows: ((fileIndex: number) => boolean) | undefined;
}

/** Returns one bit set per shard; undefined if everything may be found. */
export function toAllow({ target, filters, query, allows }: Allowing): readonly Uint8Array[] | undefined {
  const minus = query.minusFilters;
  if (!hasFilters(filters) && !hasFilters(minus) && allows === undefined) return undefined;
  const passesFile = createFileFilter(target, filters, minus);
  const passesLanguage = toLanguageTest(target, filters.language, minus.language);
  const byChunk = hasChunkFilters(filters) || hasChunkFilters(minus);
  return target.shards.map(({ shard, fileOrder }) => {
    const bits = new Uint8Array((shard.chunkCount + 7) >> 3);
    fileOrder.forEach((fileIndex, file) => {
      if (allows?.(fileIndex) === false || !passesFile(fileIndex) || !passesLanguage(fileIndex)) return;
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

function toLanguageTest(
  target: SearchTarget,
  wanted: Filters['language'] = [],
  unwanted: Filters['language'] = [],
): (fileIndex: number) => boolean {
  if (wanted.length === 0 && unwanted.length === 0) return () => true;
  const [passes, fails] = [wanted, unwanted].map((list) => createLanguageFilter(target, list)) as [Test, Test];
  return (fileIndex) => (wanted.length === 0 || passes(fileIndex)) && !fails(fileIndex);
}

type Test = (fileIndex: number) => boolean;
