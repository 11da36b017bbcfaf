import { instantiate as instantiateWasm } from '@assemblyscript/loader';
import { AppError } from '../../model/app-error.ts';
import type { Kernel, KernelBuild } from '../contract.ts';
import { createMemoryViews, type RawExports } from '../memory/memory-views.ts';
import { createChunkSide } from './chunk-side.ts';
import { createIndexSide } from './index-side.ts';
import { checkKernel } from './self-check.ts';

/** `instantiate` may be called again: each call has its own memory. */
export interface JsKernelModule {
  instantiate(imports: object): unknown;
}

/** Builds to choose from; only `thread` and the harness know where they are. */
export interface KernelSource {
  readonly simd?: BufferSource | WebAssembly.Module;
  readonly js?: () => Promise<JsKernelModule>;
}

/** Loads the best build that starts and passes the self-check. Throws `kernel/unavailable` with the reasons if none does. */
export async function loadKernel(source: KernelSource): Promise<Kernel> {
  const reasons: Record<string, string> = {};
  for (const build of ['simd', 'js'] as const) {
    try {
      const exports = await instantiate(source, build);
      if (!exports) continue;
      const kernel = assemble(build, exports);
      checkKernel(kernel);
      return kernel;
    } catch (error) {
      reasons[build] = error instanceof Error ? error.message : 'unknown';
    }
  }
  throw new AppError('kernel/unavailable', 'no build of the kernel starts here', reasons);
}

async function instantiate(source: KernelSource, build: KernelBuild): Promise<RawExports | undefined> {
  if (build === 'js') return (await source.js?.())?.instantiate({}) as RawExports | undefined;
  const { simd } = source;
  // Lockdown modes and jitless engines have no WebAssembly at all.
  if (!simd || typeof WebAssembly !== 'object') return undefined;
  const { instance } = await instantiateWasm(simd);
  // Not the loader's own `exports`: each function there is wrapped, which makes a short call several times as long.
  return instance.exports as unknown as RawExports;
}

function assemble(build: KernelBuild, exports: RawExports): Kernel {
  const runtime = {
    build,
    exports: exports as RawExports & Readonly<Record<string, unknown>>,
    memory: createMemoryViews(exports),
  };
  return {
    build,
    ...createChunkSide(runtime),
    ...createIndexSide(runtime),
    memory: () => ({
      bytes: exports.memory.buffer.byteLength,
      highWaterBytes: exports.memoryHighWater() >>> 0,
    }),
  };
}
