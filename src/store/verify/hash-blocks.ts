import { HASH_BYTES, hashBytes, hashInto } from './block-hash.ts';
import { BLOCK_HASH_WASM } from './block-hash-wasm.ts';

/**
 * Bytes are hashed where they lie. There is one room: whoever fills it takes the hashes, and what he wants of the bytes, before anything else
 * runs.
 */
export interface HashRoom {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of its first `length` bytes, the last block possibly short. */
  hash(length: number, blockBytes: number): Uint8Array;
}

/** A multiple of every size of blocks. */
const ROOM_BYTES = 1 << 20;

let room: HashRoom | undefined;

export function getHashRoom(): HashRoom {
  room ??= createWasmRoom() ?? createSlowRoom();
  return room;
}

/** The hashes of whole blocks, the last one possibly short. */
export function hashBlocks(payload: Uint8Array, blockBytes: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(Math.ceil(payload.length / blockBytes) * HASH_BYTES);
  const { bytes, hash } = getHashRoom();
  const piece = Math.floor(ROOM_BYTES / blockBytes) * blockBytes;
  for (let at = 0; at < payload.length; at += piece) {
    const part = payload.subarray(at, at + piece);
    bytes.set(part);
    out.set(hash(part.length, blockBytes), (at / blockBytes) * HASH_BYTES);
  }
  return out;
}

/** One hash of all bytes. */
export function hashWhole(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.length > 0 && bytes.length <= ROOM_BYTES ? hashBlocks(bytes, bytes.length) : hashBytes(bytes);
}

export function hashSlowly(payload: Uint8Array, blockBytes: number, out: Uint8Array<ArrayBuffer>): void {
  const words = new Uint32Array(out.buffer);
  for (let at = 0, i = 0; at < payload.length; at += blockBytes, i += HASH_BYTES / 4)
    hashInto(payload.subarray(at, at + blockBytes), words, i);
}

/** In lockdown modes, in pages whose policy forbids WebAssembly, and where memory is scarce. */
function createSlowRoom(): HashRoom {
  const bytes = new Uint8Array(ROOM_BYTES);
  return {
    bytes,
    hash(length, blockBytes) {
      const out = new Uint8Array(Math.ceil(length / blockBytes) * HASH_BYTES);
      hashSlowly(bytes.subarray(0, length), blockBytes, out);
      return out;
    },
  };
}

/** The module hashes at full speed from the first byte on; JavaScript needs some megabytes before it is compiled well. */
function createWasmRoom(): HashRoom | undefined {
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
    // Memory is given when it is first touched, which takes longer than reading a file into it.
    all.fill(0, start, start + ROOM_BYTES);
    return {
      bytes: all.subarray(start, start + ROOM_BYTES),
      hash(length, blockBytes) {
        run(length, blockBytes);
        return all.subarray(0, Math.ceil(length / blockBytes) * HASH_BYTES);
      },
    };
  } catch {
    return undefined;
  }
}
