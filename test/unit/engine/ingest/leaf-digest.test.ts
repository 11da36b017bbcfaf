import { describe, expect, it } from 'vitest';
import { makeOne } from '../../../../src/engine/ingest/file-outcome.ts';
import { createLocalLeafMaker } from '../../../../src/engine/ingest/local-leaf-maker.ts';
import { type Digest, findWebDigest } from '../../../../src/lib/web-digest.ts';
import { DEFAULT_SETTINGS } from '../../../../src/model/settings.ts';
import { nodeDigest } from '../../../support/node-digest.ts';
import { loadNodeKernel } from '../../../support/node-kernel.ts';

const kernel = await loadNodeKernel();
const webDigest = findWebDigest() as Digest;
const make = (size: number, digest?: Digest) => {
  const from = new Uint8Array(size).fill(97);
  const maker = createLocalLeafMaker(digest ? { kernel, digest } : { kernel });
  return makeOne(maker, { path: 'a.txt', from, settings: DEFAULT_SETTINGS });
};

describe('the hash of a file [E2]', () => {
  it.each([0, 511, 512, 32_767, 32_768, 100_000])('is the same from every implementation: %i bytes', async (size) => {
    const own = await make(size);
    expect(await make(size, webDigest)).toEqual(own);
    expect(await make(size, nodeDigest)).toEqual(own);
  });

  it('is the kernel’s when the platform fails', async () => {
    const broken: Digest = () => Promise.reject(new Error('no'));
    expect((await make(40_000, broken)).fileHash).toEqual((await make(40_000)).fileHash);
  });

  it('of a small file is left to the kernel by WebCrypto', () => {
    expect(webDigest(new Uint8Array(1000))).toBeUndefined();
    expect(webDigest(new Uint8Array(100_000))).toBeInstanceOf(Promise);
  });
});
