import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { buildKernel } from '../../../../scripts/build-kernel.mjs';
import type { JsKernelModule } from '../../../../src/kernel/load/load-kernel.ts';
import { createMemoryViews, guard, type RawExports } from '../../../../src/kernel/memory/memory-views.ts';
import { AppError } from '../../../../src/model/app-error.ts';

const paths = await buildKernel();

async function loadExports(build: 'simd' | 'js'): Promise<RawExports> {
  if (build === 'js') {
    const module = (await import(pathToFileURL(paths.js).href)) as JsKernelModule;
    return module.instantiate({}) as RawExports;
  }
  const { instance } = await WebAssembly.instantiate(await readFile(paths[build]), {});
  return instance.exports as unknown as RawExports;
}

function throwing(error: unknown): () => never {
  return () => {
    throw error;
  };
}

describe('a failure inside the kernel', () => {
  it.each(['simd', 'js'] as const)('is out-of-memory when the %s build cannot grow', async (build) => {
    const memory = createMemoryViews(await loadExports(build));
    // One such block is within the 4 GiB limit of a memory; the JS build ends at 2 GiB.
    const allocTwice = () => [memory.alloc(3_900_000_000), memory.alloc(3_900_000_000)];
    expect(allocTwice).toThrow(expect.objectContaining({ code: 'kernel/out-of-memory' }));
  });

  it.each([
    new WebAssembly.RuntimeError('unreachable'),
    new WebAssembly.RuntimeError('unreachable executed'),
    new WebAssembly.RuntimeError("Unreachable code should not be executed (evaluating 'f()')"),
    new RangeError('Array buffer allocation failed'),
    new RangeError('Invalid array buffer length'),
    new RangeError('Invalid typed array length: 4294967296'),
    new RangeError('Out of memory'),
  ])('is out-of-memory for the message of each engine: %s', (error) => {
    expect(() => guard(throwing(error))).toThrow(
      expect.objectContaining({ code: 'kernel/out-of-memory', details: { reason: error.message } }),
    );
  });

  it.each([
    new WebAssembly.RuntimeError('memory access out of bounds'),
    new WebAssembly.RuntimeError('index out of bounds'),
    new WebAssembly.RuntimeError("Out of bounds memory access (evaluating 'f()')"),
    new RangeError('offset is out of bounds'),
    new RangeError('Start offset 99 is outside the bounds of the buffer'),
  ])('is damage if bytes pointed outside memory: %s', (error) => {
    expect(() => guard(throwing(error))).toThrow(expect.objectContaining({ code: 'store/damaged' }));
  });

  it.each([
    new AppError('store/damaged', 'the bytes are no leaf'),
    new TypeError("Cannot read properties of undefined (reading 'length')"),
    new TypeError('the index is out of bounds'),
    new RangeError('Maximum call stack size exceeded'),
    new WebAssembly.RuntimeError('divide by zero'),
    new Error('the reader was closed'),
    'a thrown string',
  ])('is rethrown unchanged if it is another error: %s', (error) => {
    let caught: unknown;
    try {
      guard(throwing(error));
    } catch (thrown) {
      caught = thrown;
    }
    expect(caught).toBe(error);
  });
});
