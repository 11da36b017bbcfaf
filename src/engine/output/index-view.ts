import type { IndexView, PageFacts } from '../../export/contract.ts';
import type { Kernel } from '../../kernel/contract.ts';
import { compareUtf8 } from '../../lib/bytes.ts';
import { FORMAT_VERSION } from '../../model/settings.ts';
import type { PageRow } from '../../model/site/site.ts';
import type { OwnRecords } from '../collection/collection-records.ts';
import { type CollectionFiles, listRows, type OpenCollection, type OpenShard } from '../open/faces.ts';
import { readOutline } from '../search/answers.ts';
import { listWarnings } from '../search/list-skips.ts';
import { listChunkFacts, readChunks } from '../search/to-chunks.ts';

export interface ViewOptions {
  /** The collection's own records: a masked copy has none. */
  readonly records: OwnRecords;
  /** Returns the name used in a masked copy. */
  readonly maskName?: (name: string) => string;
}

/** Shows exports one generation. */
export async function toIndexView(kernel: Kernel, open: OpenCollection, options: ViewOptions): Promise<IndexView> {
  const { collection } = open;
  const pagesOf = createPageReader(options);
  return {
    name: collection.name,
    index_id: collection.index_id,
    settings: collection.settings,
    format_version: FORMAT_VERSION,
    // A source that is not in the path leaves no trace in artifacts: it has the name of a folder or an archive, which [E1] does not allow
    // there.
    files: listRows(open).map((row, i) => (open.file(i).relPath === row.path ? { ...row, source: '' } : row)),
    warnings: await listWarnings(open),
    totalChunks: open.totalChunks,
    async docLens() {
      const lengths = new Uint32Array(open.totalChunks);
      for (const opened of open.shards) {
        const map = toOrdinalMap(open, opened);
        opened.shard.bodyLengths().forEach((length, local) => {
          lengths[map[local] as number] = length;
        });
      }
      return lengths;
    },
    async fieldTotals() {
      const totals = { body: 0, heading: 0, symbol: 0, path: 0 };
      for (const { shard } of open.shards) {
        const own = shard.fieldTotals();
        totals.body += own.body;
        totals.heading += own.heading;
        totals.symbol += own.symbol;
        totals.path += own.path;
      }
      return totals;
    },
    chunks: (fileIndex) => readChunks(kernel, open, fileIndex),
    chunkFacts: async (fileIndex) => listChunkFacts(kernel, open, fileIndex),
    outline: (fileIndex) => readOutline(kernel, open, fileIndex),
    async asset(fileIndex) {
      const file = open.file(fileIndex);
      return file.kind === 'image' && file.original !== undefined ? open.readOriginal(fileIndex) : undefined;
    },
    async page(fileIndex) {
      const { sourceId, relPath } = open.file(fileIndex);
      const source = collection.sources.find((other) => other.id === sourceId);
      return source?.type === 'site' ? (await pagesOf(sourceId)).get(relPath) : undefined;
    },
    terms: () => mergeTerms(open),
  };
}

/** Reads the rows of a site's pages, once per site, on first use. */
function createPageReader({
  records,
  maskName = (name) => name,
}: ViewOptions): (sourceId: string) => Promise<ReadonlyMap<string, PageFacts>> {
  const known = new Map<string, Promise<ReadonlyMap<string, PageFacts>>>();
  const read = async (sourceId: string): Promise<ReadonlyMap<string, PageFacts>> => {
    const rows = await records.list<{ row: PageRow }>('pages', { prefix: `row/${sourceId}/` });
    return new Map(rows.map(([, { row }]) => [maskName(row.path), toPageFacts(row)]));
  };
  return (sourceId) => {
    const pages = known.get(sourceId) ?? read(sourceId);
    known.set(sourceId, pages);
    return pages;
  };
}

/** Omits the time of the fetch: artifacts contain no times [E1]. */
function toPageFacts(row: PageRow): PageFacts {
  const { status_code, internal_links_count, external_links_count, source_type } = row;
  return { status_code, internal_links_count, external_links_count, source_type };
}

/** Maps local chunk numbers to ordinals, for one shard. */
function toOrdinalMap(open: CollectionFiles, { shard, fileOrder }: OpenShard): Uint32Array {
  const map = new Uint32Array(shard.chunkCount);
  fileOrder.forEach((fileIndex, i) => {
    const first = shard.fileStarts[i] as number;
    const last = shard.fileStarts[i + 1] as number;
    for (let local = first; local < last; local++) map[local] = (open.ordinals[fileIndex] as number) + local - first;
  });
  return map;
}

async function* mergeTerms(open: OpenCollection): AsyncGenerator<{ term: string; pairs: Uint32Array }> {
  const heads = open.shards.map((opened) => {
    const iterator = opened.shard.bodyTerms()[Symbol.iterator]();
    return { iterator, map: toOrdinalMap(open, opened), next: iterator.next() };
  });
  for (;;) {
    let smallest: string | undefined;
    for (const { next } of heads) {
      if (next.done === true) continue;
      if (smallest === undefined || compareUtf8(next.value.term, smallest) < 0) smallest = next.value.term;
    }
    if (smallest === undefined) return;
    const found: Uint32Array[] = [];
    for (const head of heads) {
      if (head.next.done === true || head.next.value.term !== smallest) continue;
      found.push(toOrdinals(head.next.value.pairs, head.map));
      head.next = head.iterator.next();
    }
    yield { term: smallest, pairs: joinPairs(found) };
  }
}

/** Maps pairs in place; they stay ascending, since a shard's files are in path order. The caller owns the pairs. */
function toOrdinals(pairs: Uint32Array, map: Uint32Array): Uint32Array {
  for (let i = 0; i < pairs.length; i += 2) pairs[i] = map[pairs[i] as number] as number;
  return pairs;
}

/** Merges ascending lists pairwise. Most terms are in one shard only. */
function joinPairs(lists: readonly Uint32Array[]): Uint32Array {
  if (lists.length === 1) return lists[0] as Uint32Array;
  const half = lists.length >> 1;
  return mergePairs(joinPairs(lists.slice(0, half)), joinPairs(lists.slice(half)));
}

function mergePairs(a: Uint32Array, b: Uint32Array): Uint32Array {
  const merged = new Uint32Array(a.length + b.length);
  let i = 0;
  let j = 0;
  for (let at = 0; at < merged.length; at += 2) {
    const isFromA = j === b.length || (i < a.length && (a[i] as number) < (b[j] as number));
    const from = isFromA ? a : b;
    const place = isFromA ? i : j;
    merged[at] = from[place] as number;
    merged[at + 1] = from[place + 1] as number;
    if (isFromA) i += 2;
    else j += 2;
  }
  return merged;
}
