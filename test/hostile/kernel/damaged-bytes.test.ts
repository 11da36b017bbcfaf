import { describe, expect, it } from 'vitest';
import type { Kernel } from '../../../src/kernel/contract.ts';
import { isAppError } from '../../../src/model/app-error.ts';
import { DEFAULT_SETTINGS } from '../../../src/model/settings.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { createRandom } from '../../support/random.ts';

const TEXT = 'The quick getUserName over 12345 lazy-dogs café 日本語 configuration '.repeat(6);

describe.each(['simd', 'js'] as const)('damaged bytes in the %s build', (build) => {
  it('of a terms section are reported as store/damaged or merged, and the next merge is complete', async () => {
    const kernel = await loadNodeKernel(build);
    const random = createRandom(7);
    const terms = kernel.makeTerms(['a', 'b', 'c'].map((name) => ({ body: `${name} ${TEXT}`, heading: name })));
    const merge = (bytes: Uint8Array) => kernel.mergeTerms([{ path: 'a/b.md', isCode: false, terms: bytes }], true);
    const sound = merge(terms);
    let told = 0;
    for (let i = 0; i < 400; i++) {
      const damaged = terms.slice(0, random.below(4) === 0 ? random.below(terms.length) + 1 : terms.length);
      for (let n = random.below(4); n >= 0; n--) damaged[random.below(damaged.length)] = random.below(256);
      try {
        merge(damaged);
      } catch (error) {
        if (!isAppError(error) || error.code !== 'store/damaged') throw error;
        told++;
      }
    }
    expect(told).toBeGreaterThan(80);
    expect(merge(terms)).toEqual(sound);
    expect(kernel.memory().bytes).toBeLessThan(16_000_000);
  });

  it('of a segment are reported as store/damaged or answered, by every query', async () => {
    const kernel = await loadNodeKernel(build);
    const random = createRandom(9);
    const words = Array.from({ length: 400 }, (_, i) => `w${i}x word${i * 7}`).join(' ');
    const bodies = Array.from({ length: 40 }, (_, i) => ({
      body: `${TEXT} ${words.slice(i * 20, i * 60)}`,
      heading: 'a',
    }));
    const terms = kernel.makeTerms(bodies);
    const files = ['a/b.md', 'c.ts'].map((path, i) => ({ path, isCode: i === 1, terms }));
    const sound = kernel.mergeTerms(files, true);
    const answer = askAll(kernel, sound);
    const told = { damaged: 0, answered: 0 };
    for (let i = 0; i < 150; i++) {
      const segment = sound.slice(0, random.below(5) === 0 ? random.below(sound.length) + 1 : sound.length);
      for (let n = random.below(5); n >= 0; n--) {
        // Half of the damage is in the head, which is a small part of the bytes.
        segment[random.below(random.below(2) === 0 ? Math.min(120, segment.length) : segment.length)] =
          random.below(256);
      }
      try {
        askAll(kernel, segment);
        told.answered++;
      } catch (error) {
        if (!isAppError(error) || error.code !== 'store/damaged') throw error;
        told.damaged++;
      }
    }
    expect(told.damaged).toBeGreaterThan(80);
    expect(askAll(kernel, sound)).toEqual(answer);
    expect(kernel.memory().bytes).toBeLessThan(16_000_000);
  });
});

it('of a leaf with larger counts of chunks, headings or strings than its size allows are store/damaged at once', async () => {
  const kernel = await loadNodeKernel();
  const bytes = new TextEncoder().encode('# One\n\ntext\n\n## Two\n\nmore\n'.repeat(20));
  const { leaf } = kernel.makeLeaf({ path: 'a.md', kind: 'markdown', settings: DEFAULT_SETTINGS, bytes });
  let told = 0;
  for (let at = 0; at < leaf.length; at++) {
    const damaged = leaf.slice();
    // A number of five bytes, the largest possible.
    damaged.set([255, 255, 255, 255, 15].slice(0, leaf.length - at), at);
    try {
      const view = kernel.readLeaf(damaged);
      expect(view.chunks.length + view.headings.length + view.symbols.length).toBeLessThan(leaf.length);
    } catch (error) {
      if (!isAppError(error) || error.code !== 'store/damaged') throw error;
      told++;
    }
  }
  expect(told).toBeGreaterThan(20);
});

function askAll(kernel: Kernel, segment: Uint8Array): unknown {
  const shard = kernel.openShard({ segment, table: new Uint8Array() });
  try {
    const answers = [false, true].map((prefix) =>
      kernel.rank({
        shards: [{ shard, fileOrder: Uint32Array.of(0, 1) }],
        words: [
          { text: 'configuration', line: 0, prefix, fuzzy: 0 },
          { text: 'wordd7', line: 0, prefix: false, fuzzy: 1 },
        ],
        minus: ['dogs'],
        required: [],
        stemming: true,
        limit: 20,
        offset: 0,
      }),
    );
    return [answers, shard.forms('w', 10), [...shard.bodyTerms()]];
  } finally {
    shard.close();
  }
}
