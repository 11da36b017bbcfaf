import { concatBytes } from '../../lib/bytes.ts';
import { AppError } from '../../model/app-error.ts';
import type { BackendFile, BackendWriter, FileBackend } from './file-backend.ts';

/** Larger than most reads, and small enough that a file never needs twice its size. */
const PIECE_BYTES = 1 << 18;

interface MemoryFile {
  readonly pieces: readonly Uint8Array[];
  readonly length: number;
}

const EMPTY: MemoryFile = { pieces: [], length: 0 };

/** Files by collection and name; empty until they are sealed. */
export type MemoryFiles = Map<string, Map<string, MemoryFile>>;

export function createMemoryBackend(files: MemoryFiles): FileBackend {
  return {
    where: 'memory',
    async create(collectionId, name) {
      const byName = files.get(collectionId) ?? new Map<string, MemoryFile>();
      files.set(collectionId, byName.set(name, EMPTY));
      return createWriter(
        (file) => byName.set(name, file),
        () => remove(files, collectionId, name),
      );
    },
    async open(collectionId, file) {
      const stored = files.get(collectionId)?.get(file.name);
      if (!stored) throw new AppError('store/not-found', 'a stored file is gone', { file: file.name });
      return toBackendFile(stored);
    },
    async remove(collectionId, name) {
      remove(files, collectionId, name);
    },
    listNames: async (collectionId) => [...(files.get(collectionId)?.keys() ?? [])],
    listCollectionIds: async () => [...files.keys()],
    removeLeftovers: async () => {},
  };
}

function remove(files: MemoryFiles, collectionId: string, name: string): void {
  const byName = files.get(collectionId);
  byName?.delete(name);
  if (byName?.size === 0) files.delete(collectionId);
}

function createWriter(put: (file: MemoryFile) => void, discard: () => void): BackendWriter {
  const pieces: Uint8Array[] = [];
  let length = 0;
  return {
    get length() {
      return length;
    },
    async write(bytes) {
      for (let at = 0; at < bytes.length; ) {
        const filled = length % PIECE_BYTES;
        if (filled === 0) pieces.push(new Uint8Array(PIECE_BYTES));
        const part = bytes.subarray(at, at + PIECE_BYTES - filled);
        pieces.at(-1)?.set(part, filled);
        at += part.length;
        length += part.length;
      }
    },
    async seal() {
      // Most files are shorter than a piece.
      const last = pieces.pop();
      if (last !== undefined) pieces.push(last.slice(0, length - pieces.length * PIECE_BYTES));
      put({ pieces, length });
      return '';
    },
    flush: async () => {},
    discard: async () => discard(),
  };
}

function toBackendFile({ pieces, length }: MemoryFile): BackendFile {
  const read = (startByte: number, endByte: number): Uint8Array => {
    const first = Math.floor(startByte / PIECE_BYTES);
    const spanned = pieces.slice(first, Math.ceil(Math.min(endByte, length) / PIECE_BYTES));
    const whole = spanned.length === 1 ? (spanned[0] as Uint8Array) : concatBytes(spanned);
    return whole.subarray(startByte - first * PIECE_BYTES, endByte - first * PIECE_BYTES);
  };
  return {
    async readSpans(spans, put) {
      for (const [i, [startByte, endByte]] of spans.entries()) put(read(startByte, endByte), startByte, i);
    },
    read: async (startByte, endByte) => read(startByte, endByte),
    readAll: async () => read(0, length),
  };
}
