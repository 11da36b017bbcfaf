import { AppError } from '../../model/app-error.ts';

/**
 * No input makes the kernel trap [E3]: a trap is a memory that could not grow, or stored bytes that lead out of it although their hashes were
 * right. Any other error is a mistake in the code around the kernel and keeps its name.
 */
export function guard<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (isOutOfBounds(error))
      throw new AppError('store/damaged', 'the kernel was led out of its memory', { reason: error.message });
    if (isAllocationFailure(error))
      throw new AppError('kernel/out-of-memory', 'the kernel could not get more memory', { reason: error.message });
    throw error;
  }
}

/** The words that V8, SpiderMonkey and JavaScriptCore have in common. */
function isOutOfBounds(error: unknown): error is Error {
  return (isTrap(error) || error instanceof RangeError) && /out of bounds|outside the bounds/i.test(error.message);
}

function isAllocationFailure(error: unknown): error is Error {
  // wasm/assembly/memory/arena.ts is the only place with an `unreachable`: where memory cannot grow. wasm2js turns it into an Error('abort').
  if (isTrap(error)) return /unreachable/i.test(error.message);
  if (!(error instanceof Error)) return false;
  if (error.message === 'abort') return true;
  // RangeError is also a stack that overflows; SpiderMonkey has an InternalError for sizes no buffer can have.
  return (error instanceof RangeError || error.name === 'InternalError') && /alloc|memory|length/i.test(error.message);
}

function isTrap(error: unknown): error is WebAssembly.RuntimeError {
  return typeof WebAssembly === 'object' && error instanceof WebAssembly.RuntimeError;
}
