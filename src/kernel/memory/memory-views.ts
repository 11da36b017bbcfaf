import { putAscii } from '../../lib/bytes.ts';
import { AppError } from '../../model/app-error.ts';

/** Exports of every build: functions of numbers, and a memory. Each grow replaces `memory.buffer`. */
export interface RawExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly blockAlloc: (bytes: number) => number;
  readonly blockFree: (ptr: number) => void;
  readonly memoryHighWater: () => number;
}

/** The boundary to wasm: numbers in, numbers out, one copy of bytes each way. */
export interface MemoryViews {
  /** Current views: any call into the kernel may grow memory and detach them. */
  u8(): Uint8Array<ArrayBuffer>;
  u32(): Uint32Array<ArrayBuffer>;
  f64(): Float64Array<ArrayBuffer>;
  /** Copies bytes into a new block; the caller frees it. */
  put(bytes: Uint8Array): number;
  /** Copies `lead` and then the text in UTF-8 into a new block; the caller frees it. */
  putText(text: string, lead?: Uint8Array): { readonly ptr: number; readonly length: number };
  /** Copies bytes out; the result owns its buffer. */
  take(ptr: number, length: number): Uint8Array<ArrayBuffer>;
  alloc(bytes: number): number;
  free(ptr: number): void;
}

const encoder = new TextEncoder();
/** Per UTF-16 unit. */
const MAX_UTF8_BYTES = 3;
const NOTHING = new Uint8Array(0);
/** Above this, calling the encoder is worth it. */
const SHORT_CHARS = 64;

export function createMemoryViews(exports: RawExports): MemoryViews {
  let u8 = new Uint8Array(exports.memory.buffer);
  let u32 = new Uint32Array(exports.memory.buffer);
  let f64 = new Float64Array(exports.memory.buffer);
  const renew = () => {
    if (u8.buffer === exports.memory.buffer) return;
    u8 = new Uint8Array(exports.memory.buffer);
    u32 = new Uint32Array(exports.memory.buffer);
    f64 = new Float64Array(exports.memory.buffer);
  };
  const views: MemoryViews = {
    u8: () => {
      renew();
      return u8;
    },
    u32: () => {
      renew();
      return u32;
    },
    f64: () => {
      renew();
      return f64;
    },
    put: (bytes) => {
      const ptr = views.alloc(bytes.length);
      views.u8().set(bytes, ptr);
      return ptr;
    },
    putText: (text, lead = NOTHING) => {
      const ptr = views.alloc(lead.length + text.length * MAX_UTF8_BYTES);
      const u8 = views.u8();
      u8.set(lead, ptr);
      const start = ptr + lead.length;
      const isAscii = text.length <= SHORT_CHARS && putAscii(text, u8, start);
      const written = isAscii
        ? text.length
        : encoder.encodeInto(text, u8.subarray(start, start + text.length * MAX_UTF8_BYTES)).written;
      return { ptr, length: lead.length + written };
    },
    take: (ptr, length) => views.u8().slice(ptr, ptr + length),
    alloc: (bytes) => guard(() => exports.blockAlloc(bytes) >>> 0),
    free: (ptr) => exports.blockFree(ptr),
  };
  return views;
}

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
