import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { buildKernel } from '../../scripts/build-kernel.mjs';
import type { Kernel, KernelBuild } from '../../src/kernel/contract.ts';
import { type JsKernelModule, loadKernel } from '../../src/kernel/load/load-kernel.ts';

/** Builds the kernel when its sources changed. Without `build`: the best this Node runs. */
export async function loadNodeKernel(build?: KernelBuild): Promise<Kernel> {
  const paths = await buildKernel();
  const wants = (name: KernelBuild) => build === undefined || build === name;
  return loadKernel({
    ...(wants('simd') && { simd: await readFile(paths.simd) }),
    ...(wants('portable') && { portable: await readFile(paths.portable) }),
    ...(wants('js') && { js: () => import(pathToFileURL(paths.js).href) as Promise<JsKernelModule> }),
  });
}
