import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { buildKernel } from '../../scripts/build-kernel.mjs';
import type { Kernel, KernelBuild } from '../../src/kernel/contract.ts';
import { type JsKernelModule, loadKernel } from '../../src/kernel/load/load-kernel.ts';
import { createRecordSide, type RecordSide } from './record-terms.ts';

/** Compiled once per process, because that takes longer than many tests. Each kernel has its own memory. */
let builds: ReturnType<typeof buildKernel> | undefined;
let compiled: Promise<WebAssembly.Module> | undefined;

/** Builds the kernel when its sources changed. Without `build`: the best this Node runs. */
export async function loadNodeKernel(build?: KernelBuild): Promise<Kernel & RecordSide> {
  const { js } = await findBuilds();
  const wants = (name: KernelBuild) => build === undefined || build === name;
  const source = {
    ...(wants('simd') && { simd: await compile() }),
    ...(wants('js') && { js: () => import(pathToFileURL(js).href) as Promise<JsKernelModule> }),
  };
  return loadKernel(source, createRecordSide);
}

function compile(): Promise<WebAssembly.Module> {
  compiled ??= findBuilds().then(async ({ simd }) => WebAssembly.compile(await readFile(simd)));
  return compiled;
}

function findBuilds(): ReturnType<typeof buildKernel> {
  builds ??= buildKernel();
  return builds;
}
