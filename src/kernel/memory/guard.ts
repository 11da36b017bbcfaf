import { AppError } from '../../model/app-error.ts';

/**
 * Converts traps to AppErrors. No input makes the kernel trap [E3]: memory could not grow, or stored bytes point outside of it although their hashes
 * matched. Any other error is a bug in the code around the kernel and is rethrown.
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

/** Matches the words that V8, SpiderMonkey and JavaScriptCore have in common. */
function isOutOfBounds(error: unknown): error is Error {
  return (isTrap(error) || error instanceof RangeError) && /out of bounds|outside the bounds/i.test(error.message);
}

function isAllocationFailure(error: unknown): error is Error {
  // The only `unreachable` is in wasm/assembly/memory/arena.ts, for memory that cannot grow. wasm2js turns it into an Error('abort').
  if (isTrap(error)) return /unreachable/i.test(error.message);
  if (!(error instanceof Error)) return false;
  if (error.message === 'abort') return true;
  // A stack overflow is a RangeError too; SpiderMonkey throws InternalError for sizes that no buffer can have.
  return (error instanceof RangeError || error.name === 'InternalError') && /alloc|memory|length/i.test(error.message);
}

function isTrap(error: unknown): error is WebAssembly.RuntimeError {
  return typeof WebAssembly === 'object' && error instanceof WebAssembly.RuntimeError;
}
