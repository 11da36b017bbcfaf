import { describe, expect, it } from 'vitest';
import { loadNodeKernel } from '../../../support/node-kernel.ts';

const TIMES = 400;

describe.each(['simd', 'js'] as const)('memory of the %s kernel', (build) => {
  it('is given back when the pieces to hash end with an error', async () => {
    const kernel = await loadNodeKernel(build);
    function* cutOff(): Generator<Uint8Array> {
      yield new Uint8Array(1_000);
      throw new Error('cut off');
    }
    const hashOnce = (): void => expect(() => kernel.sha256Of(cutOff())).toThrow('cut off');
    hashOnce();
    const { bytes } = kernel.memory();
    for (let i = 0; i < TIMES; i++) hashOnce();
    expect(kernel.memory().bytes).toBe(bytes);
  });
});
