import { beforeAll, describe, expect, it } from 'vitest';
import type { Kernel, KernelBuild, Shard } from '../../../src/kernel/contract.ts';
import { compareUtf8 } from '../../../src/lib/bytes.ts';
import { createOracle, type OracleFile } from '../../support/bm25f-oracle.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { createRandom } from '../../support/random.ts';
import type { RecordSide } from '../../support/record-terms.ts';

const VOCABULARY =
  'config configuration configured getUserName getusername user_name username load loading the a parser HTTPServer http server utf8 404 café cafe 日本語 検索 naïve run running x URLs url boundary-layer'.split(
    ' ',
  );

function makeFiles(seed: number, count: number, maxChunks = 3): OracleFile[] {
  const random = createRandom(seed);
  const words = (n: number) => Array.from({ length: n }, () => random.pick(VOCABULARY)).join(' ');
  const files = Array.from({ length: count }, (_, i) => ({
    path: `${random.pick(['src', 'docs', 'tests'])}/${random.pick(VOCABULARY)}-${i}.${random.pick(['ts', 'md'])}`,
    isCode: random.below(2) === 0,
    title: words(random.below(3)),
    chunks: Array.from({ length: random.below(maxChunks + 1) }, () => ({
      body: words(1 + random.below(40)),
      heading: words(random.below(4)),
      symbol: random.pick(['', words(1), `${words(1)}.${words(1)}`]),
    })),
  }));
  return files.sort((a, b) => compareUtf8(a.path, b.path));
}

/** Distributes files over several shards, as sha256(path) would. */
function openShards(kernel: Kernel & RecordSide, files: readonly OracleFile[], shards: number) {
  return Array.from({ length: shards }, (_, s) => {
    const own = files.map((file, order) => ({ file, order })).filter(({ order }) => (order * 7) % shards === s);
    const segment = kernel.mergeTerms(
      own.map(({ file }) => ({
        path: file.path,
        isCode: file.isCode,
        terms: kernel.makeTerms(file.chunks, file.title),
      })),
      true,
    );
    const shard = kernel.openShard({ segment, table: new Uint8Array() });
    return { shard, fileOrder: Uint32Array.from(own.map(({ order }) => order)) };
  });
}

function rank(
  kernel: Kernel,
  shards: ReturnType<typeof openShards>,
  words: readonly string[],
  page: { limit: number; offset: number },
) {
  return kernel.rank({
    shards,
    words: words.map((text) => ({ text, line: 0, prefix: false, fuzzy: 0 })),
    minus: [],
    required: [],
    stemming: true,
    ...page,
  });
}

function search(
  kernel: Kernel,
  shards: ReturnType<typeof openShards>,
  files: readonly OracleFile[],
  words: string[],
  limit = 1000,
) {
  const answer = rank(kernel, shards, words, { limit, offset: 0 });
  return Array.from(answer.score, (score, i) => {
    const { shard, fileOrder } = shards[answer.shard[i]!]!;
    const file = shard.fileStarts.findLastIndex((start) => start <= answer.chunk[i]!);
    const order = fileOrder[Math.min(file, fileOrder.length - 1)]!;
    const first = lastStart(shard, answer.chunk[i]!);
    return { path: files[order]!.path, index: answer.chunk[i]! - first, score };
  });
}

function lastStart(shard: Shard, chunk: number): number {
  return Math.max(...[...shard.fileStarts.slice(0, -1)].filter((start) => start <= chunk));
}

describe.each<KernelBuild>(['simd', 'js'])('ranking in the %s build', (build) => {
  let kernel: Kernel & RecordSide;
  beforeAll(async () => {
    kernel = await loadNodeKernel(build);
  });

  it('equals a brute-force BM25F in order and score, for any number of shards [E1]', () => {
    for (let seed = 1; seed <= 8; seed++) {
      const files = makeFiles(seed, 14);
      const filled = files.filter((file) => file.chunks.length > 0);
      const askOracle = createOracle(kernel, filled);
      const random = createRandom(seed * 31);
      for (const shardCount of [1, 3]) {
        const shards = openShards(kernel, filled, shardCount);
        for (let q = 0; q < 6; q++) {
          const asked = Array.from({ length: 1 + random.below(4) }, () =>
            random.pick(VOCABULARY.filter((w) => w < '\u3000')),
          );
          const words = q === 0 ? [asked.slice(0, 2).join('.')] : asked;
          const wanted = askOracle(words);
          const found = search(kernel, shards, filled, words);
          expect(found.map(({ path, index }) => `${path}#${index}`)).toEqual(
            wanted.map(({ path, index }) => `${path}#${index}`),
          );
          for (const [i, { score }] of found.entries()) expect(score).toBeCloseTo(wanted[i]!.score, 10);
        }
        for (const { shard } of shards) shard.close();
      }
    }
  });

  it('scores additional terms like words, times their weight', () => {
    const files = makeFiles(3, 20)
      .filter((file) => file.chunks.length > 0)
      .map((file) => ({ ...file, title: '' }));
    const shards = openShards(kernel, files, 2);
    const base = { shards, minus: [], required: [], stemming: true, limit: 100, offset: 0 };
    const words = ['http', 'run'].map((text) => ({ text, line: 0, prefix: false, fuzzy: 0 as const }));
    const asWords = kernel.rank({ ...base, words });
    const terms = words.map(({ text }) => ({ text, weight: 2 }));
    const asTerms = kernel.rank({ ...base, words: [], terms });
    expect(asWords.total).toBeGreaterThan(5);
    expect([...asTerms.chunk]).toEqual([...asWords.chunk]);
    for (const [i, score] of asWords.score.entries()) expect(asTerms.score[i]).toBeCloseTo(2 * score, 10);
    expect(new Set(asTerms.matched)).toEqual(new Set([0]));
    for (const { shard } of shards) shard.close();
  });

  it('keeps the best few of many, and counts hits in total and per file', () => {
    for (let seed = 1; seed <= 3; seed++) {
      const files = makeFiles(seed, 40, 9).filter((file) => file.chunks.length > 0);
      const askOracle = createOracle(kernel, files);
      for (const shardCount of [1, 2]) {
        const shards = openShards(kernel, files, shardCount);
        for (const words of [['config'], ['parser', 'http'], ['username', 'the', 'url']]) {
          const wanted = askOracle(words);
          const answer = rank(kernel, shards, words, { limit: 5, offset: 2 });
          const hitsOf = (path: string): number => wanted.filter((hit) => hit.path === path).length;
          expect(wanted.length).toBeGreaterThan(32);
          expect(answer.total).toBe(wanted.length);
          expect([...answer.fileHits]).toEqual(files.map(({ path }) => hitsOf(path)));
          expect(answer.score).toHaveLength(5);
          for (const [i, score] of answer.score.entries()) expect(score).toBeCloseTo(wanted[i + 2]!.score, 10);
        }
        for (const { shard } of shards) shard.close();
      }
    }
  });

  it('puts equal scores in path order, also when another shard has the earlier file', () => {
    const files = Array.from({ length: 40 }, (_, i) => ({
      path: `docs/page-${100 + i}.md`,
      isCode: false,
      chunks: [{ body: 'config parser' }, { body: 'config server' }],
    }));
    const shards = openShards(kernel, files, 3);
    const found = search(kernel, shards, files, ['config'], 6);
    const places = found.map(({ path, index }) => `${path}#${index}`);
    expect(places).toEqual([100, 101, 102].flatMap((page) => [`docs/page-${page}.md#0`, `docs/page-${page}.md#1`]));
    for (const { shard } of shards) shard.close();
  });
});
