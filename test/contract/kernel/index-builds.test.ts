import { beforeAll, describe, expect, it } from 'vitest';
import type { Kernel, KernelBuild } from '../../../src/kernel/contract.ts';
import { toHex } from '../../../src/lib/bytes.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { createRandom } from '../../support/random.ts';
import type { RecordSide } from '../../support/record-terms.ts';

type Both = Kernel & RecordSide;
const BUILDS: readonly KernelBuild[] = ['simd', 'js'];

/** Random bytes, and text with runs that end at every offset of a block. */
function makeTexts(): Uint8Array[] {
  const random = createRandom(9);
  const encoder = new TextEncoder();
  const words = [
    ...'getUserName a straße 日本語 x-y_z URLs “q” — é \u0301 😀 supercalifragilistic'.split(' '),
    ...'1234567890123456 seventeen_letters'.split(' '),
  ];
  const texts: Uint8Array[] = [];
  for (let i = 0; i < 120; i++) {
    const joiner = random.pick([' ', '-', '_', '', '\n', '--']);
    texts.push(encoder.encode(Array.from({ length: random.below(30) }, () => random.pick(words)).join(joiner)));
    texts.push(Uint8Array.from({ length: random.below(200) }, () => random.below(256)));
  }
  for (let length = 0; length < 140; length++) texts.push(encoder.encode('w'.repeat(length)));
  return texts;
}

describe('both builds [E2]', () => {
  const kernels = new Map<KernelBuild, Both>();
  beforeAll(async () => {
    for (const build of BUILDS) kernels.set(build, (await loadNodeKernel(build)) as Both);
  }, 120_000);

  it('write the same terms and the same segment, byte for byte', () => {
    const texts = makeTexts();
    const [first, ...others] = BUILDS.map((build) => {
      const kernel = kernels.get(build) as Both;
      const sections = texts.map((body, i) =>
        kernel.makeTerms([{ body }, { body: 'second', heading: `H ${i}`, symbol: 'A.b' }]),
      );
      const files = sections.map((terms, i) => ({ path: `d/file-${i}.md`, isCode: i % 2 === 0, terms }));
      return sections.map(toHex).join() + toHex(kernel.mergeTerms(files, true));
    });
    for (const other of others) expect(other).toBe(first);
  });

  it('write the same bytes whatever they indexed before [E1]', async () => {
    const used = kernels.get('simd') as Both;
    const fresh = (await loadNodeKernel('simd')) as Both;
    const chunks = [{ body: 'The config of getUserName; the Config, THE CONFIG.' }];
    for (let i = 0; i < 50; i++) used.makeTerms([{ body: `noise${i} CONFIG getusername` }]);
    expect(toHex(used.makeTerms(chunks))).toBe(toHex(fresh.makeTerms(chunks)));
  });

  it('find each chunk of any text by its own words', () => {
    const kernel = kernels.get('simd') as Both;
    const body = 'getUserName straße 日本語 x-y_z URLs “q” 1234567890123456 seventeen_letters';
    const segment = kernel.mergeTerms([{ path: 'a.md', isCode: false, terms: kernel.makeTerms([{ body }]) }], true);
    const shard = kernel.openShard({ segment, table: new Uint8Array() });
    for (const { text } of kernel.tokens(body)) {
      const words = [{ text, line: 0, prefix: false, fuzzy: 0 as const }];
      const request = {
        shards: [{ shard, fileOrder: new Uint32Array(1) }],
        words,
        minus: [],
        required: [],
        stemming: true,
        limit: 1,
        offset: 0,
      };
      expect(kernel.rank(request).total).toBe(1);
    }
    expect([...shard.bodyTerms()].map(({ term }) => term)).toContain('getusername');
    expect(shard.forms('GETU', 5)).toEqual(['getusername']);
    shard.close();
  });

  it('a damaged segment is refused', () => {
    const kernel = kernels.get('simd') as Both;
    expect(() => kernel.openShard({ segment: new Uint8Array(200), table: new Uint8Array() })).toThrow('not a segment');
  });
});
