import { HASH_BYTES, hashBytes, hashInto } from './block-hash.ts';
import { BLOCK_HASH_WASM } from './block-hash-wasm.ts';

/** The module hashes at full speed from the first byte on; JavaScript needs some megabytes before it is compiled well. */
interface Hasher {
  readonly bytes: Uint8Array;
  hash(length: number, blockBytes: number): Uint8Array;
}

/** What the module has room for at a time. */
const PIECE_BYTES = 1 << 20;

/** The hashes of whole blocks, the last one possibly short. */
export function hashBlocks(payload: Uint8Array, blockBytes: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(Math.ceil(payload.length / blockBytes) * HASH_BYTES);
  hasher ??= createHasher();
  if (hasher === 'none') hashSlowly(payload, blockBytes, out);
  else hashQuickly(hasher, payload, blockBytes, out);
  return out;
}

/** One hash of all bytes. */
export function hashWhole(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.length > 0 && bytes.length <= PIECE_BYTES ? hashBlocks(bytes, bytes.length) : hashBytes(bytes);
}

let hasher: Hasher | 'none' | undefined;

function hashQuickly({ bytes, hash }: Hasher, payload: Uint8Array, blockBytes: number, out: Uint8Array): void {
  const piece = Math.floor(PIECE_BYTES / blockBytes) * blockBytes;
  for (let at = 0; at < payload.length; at += piece) {
    const part = payload.subarray(at, at + piece);
    bytes.set(part);
    out.set(hash(part.length, blockBytes), (at / blockBytes) * HASH_BYTES);
  }
}

export function hashSlowly(payload: Uint8Array, blockBytes: number, out: Uint8Array<ArrayBuffer>): void {
  const words = new Uint32Array(out.buffer);
  for (let at = 0, i = 0; at < payload.length; at += blockBytes, i += HASH_BYTES / 4)
    hashInto(payload.subarray(at, at + blockBytes), words, i);
}

/** `none` in lockdown modes, in pages whose policy forbids WebAssembly, and where memory is scarce. */
function createHasher(): Hasher | 'none' {
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
    return {
      bytes: all.subarray(INPUT.value as number),
      hash(length, blockBytes) {
        run(length, blockBytes);
        return all.subarray(0, Math.ceil(length / blockBytes) * HASH_BYTES);
      },
    };
  } catch {
    return 'none';
  }
}
