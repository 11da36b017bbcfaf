import { beforeAll, describe, expect, it } from 'vitest';
import { decodeChunkSection } from '../../../src/kernel/chunk/chunk-section.ts';
import { findSection, SECTION } from '../../../src/kernel/chunk/leaf-format.ts';
import type { Kernel, RankRequest, Shard } from '../../../src/kernel/contract.ts';
import { toShardInputs } from '../../../src/kernel/index/merge.ts';
import { openTable } from '../../../src/kernel/index/shard-table.ts';
import { concatBytes, toUtf8 } from '../../../src/lib/bytes.ts';
import { DEFAULT_SETTINGS } from '../../../src/model/settings.ts';
import { readOf } from '../../support/make-leaf.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { createRandom } from '../../support/random.ts';
import { makeReaders } from './span-readers.ts';

const FILES = 120;

describe('a shard that is read on demand', () => {
  let kernel: Kernel;
  let made: { path: string; leaf: Uint8Array }[];
  let bytes: { segment: Uint8Array; table: Uint8Array };
  let whole: Shard;
  beforeAll(async () => {
    kernel = await loadNodeKernel();
    made = makeFiles(kernel);
    bytes = kernel.mergeShard(toShardInputs(made), DEFAULT_SETTINGS);
    whole = kernel.openShard(bytes);
  });

  it.each([
    ['one word', { words: ['w7'] }],
    ['two words and their order', { words: ['w3', 'alpha'] }],
    ['a word of one chunk', { words: ['only17'] }],
    ['a word of paths', { words: ['dir3'] }],
    ['a word being typed', { words: ['w1'], prefix: true }],
    ['a word with a mistake', { words: ['alpka'], fuzzy: 2 as const }],
    ['an excluded word', { words: ['alpha'], minus: ['w5'] }],
    ['required words', { words: ['alpha'], required: ['w9'] }],
    ['a word that is nowhere', { words: ['nowhere'] }],
  ])('answers %s like a complete one, and reads only a part', async (_, query) => {
    const { files, read } = makeReaders(bytes);
    const shard = await kernel.openShardFiles(files);
    const request = (of: Shard): RankRequest => ({
      shards: [{ shard: of, fileOrder: Uint32Array.from({ length: FILES }, (_file, i) => i) }],
      words: query.words.map((text) => ({ text, line: 0, fuzzy: 0 as const, prefix: false, ...query })),
      minus: 'minus' in query ? query.minus : [],
      required: 'required' in query ? query.required : [],
      stemming: true,
      limit: 30,
      offset: 0,
    });
    await kernel.prepareRank(request(shard));
    const answer = kernel.rank(request(shard));
    expect(answer).toEqual(kernel.rank(request(whole)));
    expect(shard.isComplete).toBe(false);
    await shard.prepareChunks([...answer.chunk]);
    for (const chunk of answer.chunk) expect(shard.chunk(chunk)).toEqual(whole.chunk(chunk));
    expect(read()).toBeLessThan(bytes.segment.length + bytes.table.length);
    shard.close();
  });

  it('never answers from bytes that were not read', async () => {
    const shard = await kernel.openShardFiles(makeReaders(bytes).files);
    const words = [{ text: 'w7', line: 0, prefix: false, fuzzy: 0 as const }];
    const shards = [{ shard, fileOrder: new Uint32Array(FILES) }];
    const request: RankRequest = { shards, words, minus: [], required: [], stemming: true, limit: 5, offset: 0 };
    expect(() => kernel.rank(request)).toThrow();
    expect(() => shard.chunk(0)).toThrow();
    expect(() => shard.bodyTerms()).toThrow();
    await shard.complete();
    expect(shard.isComplete).toBe(true);
    expect([...shard.bodyTerms()]).toEqual([...whole.bodyTerms()]);
    expect(shard.chunk(5)).toEqual(whole.chunk(5));
    shard.close();
  });

  it('returns the rows of its leaves', () => {
    const sections = made.map(({ leaf }) => findSection(leaf, SECTION.chunks));
    const rows = sections.flatMap((section) => decodeChunkSection(section));
    expect(rows.length).toBe(whole.chunkCount);
    rows.forEach((row, chunk) => {
      expect(whole.chunk(chunk)).toEqual(row);
    });
  });

  it('returns places and hashes of chunks without the rest of their rows', () => {
    // The same text three times in one file.
    const again = '# Again\n\nthe same words, long enough for a chunk of their own\n\n'.repeat(3);
    const leaf = (path: string, text: string) =>
      kernel.makeLeaf({
        path,
        kind: 'markdown',
        settings: { ...DEFAULT_SETTINGS, chunk_min_chars: 0 },
        bytes: toUtf8(text),
      }).leaf;
    const files = [{ path: 'again.md', leaf: leaf('again.md', again) }, ...made];
    const merged = kernel.mergeShard(toShardInputs(files), DEFAULT_SETTINGS);
    const shard = kernel.openShard(merged);
    const table = openTable(merged.table, shard.fileStarts);
    const rows = Array.from({ length: shard.chunkCount }, (_, chunk) => table.chunk(chunk));
    const places = files.flatMap((_, file) => table.places(shard.fileStarts[file] as number));
    expect(rows.map(({ occurrence }) => occurrence)).toContain(2);
    expect(places).toEqual(
      rows.map(({ startLine, endLine, contentHash, occurrence }) => ({ startLine, endLine, contentHash, occurrence })),
    );
    expect(table.hashes()).toEqual(concatBytes(rows.map(({ contentHash }) => contentHash)));
    shard.close();
  });
});

function makeFiles(kernel: Kernel): { path: string; leaf: Uint8Array }[] {
  const random = createRandom(4);
  const words = Array.from({ length: 3000 }, (_, i) => `w${i}`);
  return Array.from({ length: FILES }, (_, i) => {
    const path = `dir${i % 7}/file${String(i).padStart(3, '0')}.${i % 3 === 0 ? 'json' : 'md'}`;
    const pick = () => Array.from({ length: 60 }, () => words[Math.floor(random.below(3000) ** 2 / 3000)]).join(' ');
    const parts = Array.from(
      { length: 6 },
      (_part, n) => [`section ${i} ${n}`, `alpha only${i}${n} ${pick()}`] as const,
    );
    const text = path.endsWith('md')
      ? parts.map(([title, body]) => `## ${title}\n\n${body}\n`).join('\n')
      : JSON.stringify({ [`long-key-of-${i}`]: { inner: Object.fromEntries(parts) } }, null, 1);
    const kind = path.endsWith('md') ? 'markdown' : 'json';
    const input = { path, kind, settings: { ...DEFAULT_SETTINGS, chunk_min_chars: 0 }, bytes: toUtf8(text) } as const;
    return { path, leaf: kernel.makeLeaf({ ...input, ...readOf(kernel, input) }).leaf };
  }).sort((a, b) => (a.path < b.path ? -1 : 1));
}
