import simdUrl from '../../../build/kernel/kernel.simd.wasm?url';
import type { Kernel } from '../../kernel/contract.ts';
import { loadKernel } from '../../kernel/load/load-kernel.ts';
import { readBytes } from './read-bytes.ts';

const loadJs = () => import('../../../build/kernel/kernel.js');

/** Fetches the JavaScript build only if the WebAssembly build does not start. */
export async function loadLocalKernel(): Promise<Kernel> {
  if (typeof WebAssembly !== 'object') return loadKernel({ js: loadJs });
  try {
    return await loadKernel({ simd: await readBytes(simdUrl) });
  } catch {
    // No SIMD, or its self-check failed. If no build works, the next line throws.
    return loadKernel({ js: loadJs });
  }
}
