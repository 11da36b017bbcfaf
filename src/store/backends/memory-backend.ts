import { AppError } from '../../model/app-error.ts';
import type { BackendFile, BackendWriter, FileBackend } from './file-backend.ts';

/** Pieces in the order written, not copied, with the offset of each. */
interface Pieces {
  readonly parts: Uint8Array[];
  readonly starts: number[];
  length: number;
}
export type MemoryFiles = Map<string, Map<string, Pieces>>;

export function createMemoryBackend(files: MemoryFiles): FileBackend {
  return {
    where: 'memory',
    async create(collectionId, name) {
      const byName = files.get(collectionId) ?? new Map<string, Pieces>();
      files.set(collectionId, byName);
      const pieces: Pieces = { parts: [], starts: [], length: 0 };
      byName.set(name, pieces);
      return createWriter(pieces, () => remove(files, collectionId, name));
    },
    async open(collectionId, file) {
      const pieces = files.get(collectionId)?.get(file.name);
      if (!pieces) throw new AppError('store/not-found', 'a stored file is gone', { file: file.name });
      return toBackendFile(pieces);
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

function createWriter(pieces: Pieces, discard: () => void): BackendWriter {
  return {
    get length() {
      return pieces.length;
    },
    async write(bytes) {
      if (bytes.length === 0) return;
      pieces.starts.push(pieces.length);
      pieces.parts.push(bytes);
      pieces.length += bytes.length;
    },
    seal: async () => '',
    flush: async () => {},
    discard: async () => discard(),
  };
}

function toBackendFile(pieces: Pieces): BackendFile {
  return {
    async readSpans(spans, put) {
      for (const [i, [startByte, endByte]] of spans.entries()) put(readSpan(pieces, startByte, endByte), startByte, i);
    },
    read: async (startByte, endByte) => readSpan(pieces, startByte, endByte),
    readAll: async () => readSpan(pieces, 0, pieces.length),
  };
}

function readSpan(pieces: Pieces, startByte: number, endByte: number): Uint8Array {
  if (startByte >= endByte) return new Uint8Array(0);
  let at = findPiece(pieces.starts, startByte);
  const first = pieces.parts[at] as Uint8Array;
  const firstStart = pieces.starts[at] as number;
  if (endByte <= firstStart + first.length) return first.subarray(startByte - firstStart, endByte - firstStart);

  const whole = new Uint8Array(endByte - startByte);
  for (; at < pieces.parts.length && (pieces.starts[at] as number) < endByte; at++) {
    const part = pieces.parts[at] as Uint8Array;
    const start = pieces.starts[at] as number;
    const slice = part.subarray(Math.max(0, startByte - start), Math.min(part.length, endByte - start));
    whole.set(slice, Math.max(start, startByte) - startByte);
  }
  return whole;
}

/** Returns the last piece that starts at or before the offset. */
function findPiece(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
