import portableUrl from '../../../build/kernel/kernel.portable.wasm?url';
import simdUrl from '../../../build/kernel/kernel.simd.wasm?url';
import type { Kernel } from '../../kernel/contract.ts';
import { loadKernel } from '../../kernel/load/load-kernel.ts';
import { readBytes } from './read-bytes.ts';

const loadJs = () => import('../../../build/kernel/kernel.js');

/** One build is fetched where one is enough: a page without WebAssembly asks for none of the wasm files. */
export async function loadLocalKernel(): Promise<Kernel> {
  if (typeof WebAssembly !== 'object') return loadKernel({ js: loadJs });
  try {
    return await loadKernel({ simd: await readBytes(simdUrl) });
  } catch {
    // No SIMD, or its self-check failed. If no build works, the next line throws.
    return loadKernel({ portable: await readBytes(portableUrl), js: loadJs });
  }
}
