import MiniSearch from 'minisearch';
import type { Kernel, Shard } from '../../src/kernel/contract.ts';
import { findRange } from '../../src/lib/binary-search.ts';
import { LIMITS } from '../../src/model/limits.ts';
import { hasOrder, multiplyScores } from '../../src/search/word-order.ts';
import type { RecordSide } from '../support/record-terms.ts';
import type { Corpus } from './corpus.ts';
import { openFts5 } from './fts5.ts';

/** An engine under test. Nothing here needs Node: the same code runs in a page. */
export interface BenchEngine {
  readonly name: string;
  build(corpus: Corpus): Promise<BuiltIndex>;
}

export interface BuiltIndex {
  /** Size on disk. */
  readonly bytes: number;
  /** Number of results looked at. */
  search(query: string): number;
  close(): void;
}

const LIMIT = 20;
/** Text per shard, as in the product. */
const SHARD_BYTES = 16_000_000;

export function createQuire(kernel: Kernel & RecordSide): BenchEngine {
  const encoder = new TextEncoder();
  // Files reach the kernel as bytes, so encoding strings does not count as its work.
  const encoded = new WeakMap<Corpus, Uint8Array[][]>();
  const encode = (corpus: Corpus): Uint8Array[][] => {
    let bytes = encoded.get(corpus);
    if (bytes === undefined) {
      bytes = corpus.files.map((file) => toViews(encoder, file));
      encoded.set(corpus, bytes);
    }
    return bytes;
  };
  return {
    name: 'quire',
    async build(corpus) {
      const segments = buildSegments(kernel, corpus, encode(corpus));
      const shards = openAll(kernel, segments);
      return {
        bytes: segments.reduce((sum, { segment }) => sum + segment.length, 0),
        search: (query) => rankQuery(kernel, shards, query, corpus),
        close: () => {
          for (const { shard } of shards) shard.close();
        },
      };
    },
    prepare: encode,
  } as BenchEngine & { prepare: typeof encode };
}

/** The heading, and the chunks as views of the file's bytes. */
function toViews(encoder: TextEncoder, { heading, chunks }: Corpus['files'][number]): Uint8Array[] {
  const all = encoder.encode(chunks.join('\n\n'));
  const views = [encoder.encode(heading)];
  let at = 0;
  for (const chunk of chunks) {
    const { length } = encoder.encode(chunk);
    views.push(all.subarray(at, at + length));
    at += length + 2;
  }
  return views;
}

interface Segment {
  readonly segment: Uint8Array;
  readonly fileOrder: Uint32Array;
}

function buildSegments(
  kernel: Kernel & RecordSide,
  corpus: Corpus,
  bytes: readonly (readonly Uint8Array[])[],
): Segment[] {
  const count = Math.max(1, Math.ceil(corpus.bytes / SHARD_BYTES));
  return Array.from({ length: count }, (_, s) => {
    const own = corpus.files.map((_, i) => i).filter((i) => i % count === s);
    const files = own.map((i) => {
      const { path } = corpus.files[i] as Corpus['files'][number];
      const [heading, ...bodies] = bytes[i] as Uint8Array[];
      const chunks = bodies.map((body) => (heading ? { body, heading } : { body }));
      return { path, isCode: !path.endsWith('.md'), terms: kernel.makeTerms(chunks) };
    });
    return { segment: kernel.mergeTerms(files, true), fileOrder: Uint32Array.from(own) };
  });
}

function openAll(kernel: Kernel, segments: readonly Segment[]): { shard: Shard; fileOrder: Uint32Array }[] {
  return segments.map(({ segment, fileOrder }) => ({
    shard: kernel.openShard({ segment, table: new Uint8Array() }),
    fileOrder,
  }));
}

/** Ranks chunks, then reorders the best by the order of the words, as the product does. */
function rankQuery(kernel: Kernel, shards: ReturnType<typeof openAll>, query: string, corpus: Corpus): number {
  const words = query.split(' ').map((text) => ({ text, line: 0, prefix: false, fuzzy: 0 as const, stop: false }));
  const limit = Math.max(LIMIT, LIMITS.maxOrdered);
  const answer = kernel.rank({ shards, words, minus: [], required: [], stemming: true, limit, offset: 0 });
  const best = Array.from(answer.chunk.subarray(0, LIMITS.maxOrdered), (chunk, i) => {
    const { shard, fileOrder } = shards[answer.shard[i] as number] as (typeof shards)[number];
    const file = findRange(shard.fileStarts, shard.fileCount, chunk);
    const chunkIndex = chunk - (shard.fileStarts[file] as number);
    return { score: answer.score[i] as number, fileIndex: fileOrder[file] as number, chunkIndex };
  });
  if (!hasOrder(kernel, words)) return Math.min(LIMIT, best.length);
  const texts = best.map(({ fileIndex, chunkIndex }) => {
    const { heading, chunks } = corpus.files[fileIndex] as Corpus['files'][number];
    return { texts: [chunks[chunkIndex] as string], headings: [heading] };
  });
  return multiplyScores(best, kernel.orderFactors(words, texts)).slice(0, LIMIT).length;
}

export const miniSearch: BenchEngine = {
  name: 'MiniSearch',
  async build(corpus) {
    const index = new MiniSearch({ fields: ['body', 'heading', 'path'] });
    let id = 0;
    for (const { path, heading, chunks } of corpus.files)
      for (const body of chunks) index.add({ id: id++, body, heading, path });
    return {
      bytes: 0,
      search: (query) => index.search(query).slice(0, LIMIT).length,
      close: () => index.removeAll(),
    };
  },
};

export const fts5: BenchEngine = {
  name: 'SQLite FTS5',
  async build(corpus) {
    const table = await openFts5(['body', 'heading', 'path']);
    for (const { path, heading, chunks } of corpus.files) for (const body of chunks) table.add([body, heading, path]);
    table.commit();
    return {
      bytes: table.bytes(),
      search: (query) => table.search(query, LIMIT).length,
      close: () => table.close(),
    };
  },
};
