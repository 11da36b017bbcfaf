import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { buildKernel } from '../../scripts/build-kernel.mjs';
import type { Kernel, KernelBuild } from '../../src/kernel/contract.ts';
import { type JsKernelModule, loadKernel } from '../../src/kernel/load/load-kernel.ts';

/** Hashing the sources and compiling take longer than many a test: once in a process. Each kernel still has a memory of its own. */
let builds: ReturnType<typeof buildKernel> | undefined;
const modules = new Map<'simd' | 'portable', Promise<WebAssembly.Module>>();

/** Builds the kernel when its sources changed. Without `build`: the best this Node runs. */
export async function loadNodeKernel(build?: KernelBuild): Promise<Kernel> {
  const { js } = await findBuilds();
  const wants = (name: KernelBuild) => build === undefined || build === name;
  return loadKernel({
    ...(wants('simd') && { simd: await compile('simd') }),
    ...(wants('portable') && { portable: await compile('portable') }),
    ...(wants('js') && { js: () => import(pathToFileURL(js).href) as Promise<JsKernelModule> }),
  });
}

async function compile(build: 'simd' | 'portable'): Promise<WebAssembly.Module> {
  const compiled =
    modules.get(build) ?? findBuilds().then(async (paths) => WebAssembly.compile(await readFile(paths[build])));
  modules.set(build, compiled);
  return compiled;
}

function findBuilds(): ReturnType<typeof buildKernel> {
  builds ??= buildKernel();
  return builds;
}
