import { beforeAll, describe, expect, it } from 'vitest';
import type { Kernel, RankRequest, Shard } from '../../../src/kernel/contract.ts';
import { toShardInputs } from '../../../src/kernel/index/merge.ts';
import { toUtf8 } from '../../../src/lib/bytes.ts';
import { DEFAULT_SETTINGS } from '../../../src/model/settings.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { createRandom } from '../../support/random.ts';
import { makeReaders } from './span-readers.ts';

const FILES = 40;
const WORDS = 24_000;
const LETTERS = [...'abcdefghijklmnopqrstuvwxyzéжλ0123456789'];

interface Asked {
  readonly text: string;
  readonly prefix?: boolean;
  readonly fuzzy?: 0 | 1 | 2;
}

describe('the sparse index of a dictionary', () => {
  let kernel: Kernel;
  let words: string[];
  let bytes: { segment: Uint8Array; table: Uint8Array };
  let whole: Shard;
  beforeAll(async () => {
    kernel = await loadNodeKernel();
    words = makeWords();
    bytes = kernel.mergeShard(toShardInputs(makeFiles(kernel, words)), DEFAULT_SETTINGS);
    whole = kernel.openShard(bytes);
  });

  const ask = (shard: Shard, { text, prefix = false, fuzzy = 0 }: Asked): RankRequest => ({
    shards: [{ shard, fileOrder: Uint32Array.from({ length: FILES }, (_, i) => i) }],
    words: [{ text, line: 0, prefix, fuzzy }],
    minus: [],
    required: [],
    stemming: true,
    limit: 40,
    offset: 0,
  });

  it('finds exactly the words and prefixes of a complete dictionary', async () => {
    const random = createRandom(11);
    const pick = (): string => words[random.below(WORDS)] as string;
    const asked: Asked[] = [
      ...Array.from({ length: 150 }, () => ({ text: pick() })),
      ...Array.from({ length: 60 }, () => ({ text: `${pick()}q` })),
      ...Array.from({ length: 150 }, () => ({
        text: [...pick()].slice(0, 1 + random.below(4)).join(''),
        prefix: true,
      })),
      { text: '0' },
      { text: 'zzzzzzzzzzzz' },
      { text: 'λλλλλλλλ', prefix: true },
      { text: pick().slice(1), fuzzy: 1 },
    ];
    let found = 0;
    for (const question of asked) {
      const { files } = makeReaders(bytes);
      const shard = await kernel.openShardFiles(files);
      const request = ask(shard, question);
      await kernel.prepareRank(request);
      const answer = kernel.rank(request);
      expect(answer, JSON.stringify(question)).toEqual(kernel.rank(ask(whole, question)));
      if (answer.total > 0) found++;
      shard.close();
    }
    expect(found).toBeGreaterThan(250);
  });

  it('finds a word without reading most of the dictionary', async () => {
    const { files, read } = makeReaders(bytes);
    const shard = await kernel.openShardFiles(files);
    const opened = read();
    // Letters next to digits would be an identifier of several words.
    const plain = words.filter((word) => /^[a-z]+$/.test(word));
    const request = ask(shard, { text: plain[0] as string });
    await kernel.prepareRank(request);
    expect(kernel.rank(request).total).toBeGreaterThan(0);
    const [dictionary, postings] = new Uint32Array(bytes.segment.slice(88, 96).buffer) as unknown as [number, number];
    expect(opened).toBeLessThan(dictionary + 16_384);
    expect(read() - opened).toBeLessThan((postings - dictionary) / 3);
    expect(() => kernel.rank(ask(shard, { text: 'abc' }))).toThrow();
    expect(() => kernel.rank(ask(shard, { text: 'z', prefix: true }))).toThrow();
    expect(() => shard.forms('a', 5)).toThrow();
    await shard.complete();
    expect(shard.forms('a', 5)).toEqual(whole.forms('a', 5));
    shard.close();
  });

  it('makes a segment invalid if it points outside', () => {
    const broken = bytes.segment.slice();
    const view = new DataView(broken.buffer);
    const blocks = Math.ceil(view.getUint32(12, true) / 16);
    broken[view.getUint32(84, true) + blocks * 8] = 255;
    expect(() => kernel.openShard({ segment: broken, table: bytes.table })).toThrow(
      expect.objectContaining({ code: 'store/damaged' }),
    );
  });
});

function makeWords(): string[] {
  const random = createRandom(5);
  const made = new Set<string>();
  while (made.size < WORDS) {
    made.add(Array.from({ length: 3 + random.below(7) }, () => LETTERS[random.below(LETTERS.length)]).join(''));
  }
  return [...made];
}

function makeFiles(kernel: Kernel, words: readonly string[]): { path: string; leaf: Uint8Array }[] {
  return Array.from({ length: FILES }, (_, i) => {
    const path = `dir/file${String(i).padStart(2, '0')}.md`;
    const own = words.filter((_word, w) => w % FILES === i || w % (FILES - 3) === i);
    const text = toUtf8(`# Part ${i}\n\n${own.join(' ')}\n`);
    return { path, leaf: kernel.makeLeaf({ path, kind: 'markdown', settings: DEFAULT_SETTINGS, bytes: text }).leaf };
  });
}
