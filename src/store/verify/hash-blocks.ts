import { HASH_BYTES, hashBytes, hashInto } from './block-hash.ts';
import { BLOCK_HASH_WASM } from './block-hash-wasm.ts';

/**
 * Bytes are hashed where they lie. There is one scratch buffer for the thread: a caller fills it, then copies the hashes and the bytes it needs
 * out of it, all before any other code runs.
 */
export interface HashScratch {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Hashes of the blocks in its first `length` bytes; the last block may be short. The result is overwritten by the next call. */
  hash(length: number, blockBytes: number): Uint8Array;
}

/** A multiple of every block size. */
const SCRATCH_BYTES = 1 << 20;

let scratch: HashScratch | undefined;

export function getHashScratch(): HashScratch {
  scratch ??= createWasmScratch() ?? createSlowScratch();
  return scratch;
}

/** One hash per block; the last block may be short. */
export function hashBlocks(payload: Uint8Array, blockBytes: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(Math.ceil(payload.length / blockBytes) * HASH_BYTES);
  const { bytes, hash } = getHashScratch();
  const piece = Math.floor(SCRATCH_BYTES / blockBytes) * blockBytes;
  for (let at = 0; at < payload.length; at += piece) {
    const part = payload.subarray(at, at + piece);
    bytes.set(part);
    out.set(hash(part.length, blockBytes), (at / blockBytes) * HASH_BYTES);
  }
  return out;
}

/** One hash over all bytes. */
export function hashWhole(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.length > 0 && bytes.length <= SCRATCH_BYTES ? hashBlocks(bytes, bytes.length) : hashBytes(bytes);
}

export function hashSlowly(payload: Uint8Array, blockBytes: number, out: Uint8Array<ArrayBuffer>): void {
  const words = new Uint32Array(out.buffer);
  for (let at = 0, i = 0; at < payload.length; at += blockBytes, i += HASH_BYTES / 4)
    hashInto(payload.subarray(at, at + blockBytes), words, i);
}

/** For lockdown modes, pages whose policy forbids WebAssembly, and machines short of memory. */
function createSlowScratch(): HashScratch {
  const bytes = new Uint8Array(SCRATCH_BYTES);
  return {
    bytes,
    hash(length, blockBytes) {
      const out = new Uint8Array(Math.ceil(length / blockBytes) * HASH_BYTES);
      hashSlowly(bytes.subarray(0, length), blockBytes, out);
      return out;
    },
  };
}

/** WebAssembly runs at full speed from the first byte; JavaScript needs some megabytes before it is optimized. */
function createWasmScratch(): HashScratch | undefined {
  try {
    const code = Uint8Array.from(atob(BLOCK_HASH_WASM), (char) => char.charCodeAt(0));
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code));
    const {
      memory,
      INPUT,
      hashBlocks: run,
    } = exports as unknown as {
      memory: WebAssembly.Memory;
      INPUT: WebAssembly.Global;
      hashBlocks(length: number, blockBytes: number): void;
    };
    const all = new Uint8Array(memory.buffer);
    const start = INPUT.value as number;
    // The first touch of each memory page is slow, slower than reading a file into it: touch them all now.
    all.fill(0, start, start + SCRATCH_BYTES);
    return {
      bytes: all.subarray(start, start + SCRATCH_BYTES),
      hash(length, blockBytes) {
        run(length, blockBytes);
        return all.subarray(0, Math.ceil(length / blockBytes) * HASH_BYTES);
      },
    };
  } catch {
    return undefined;
  }
}
