import { instantiate } from '../../../../build/kernel/kernel.js';
import { loadKernel } from '../../../../src/kernel/load/load-kernel.ts';
import { fromHex } from '../../../../src/lib/bytes.ts';
import { createStore } from '../../../../src/store/create-store.ts';
import { type Observed, observeEngine } from '../../../support/observe-engine.ts';

export type Observe = (build: 'simd' | 'js', wasmHex: string) => Promise<Observed>;

/** Real storage of the browser, real kernel. */
const observe: Observe = async (build, wasmHex) => {
  const kernel = await loadKernel(
    build === 'js' ? { js: async () => ({ instantiate }) } : { [build]: fromHex(wasmHex) },
  );
  if (kernel.build !== build) throw new Error(`${kernel.build} instead of ${build}`);
  return observeEngine(kernel, await createStore());
};

Object.assign(globalThis, { observe });
