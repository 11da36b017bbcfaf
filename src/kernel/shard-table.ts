import { concatBytes } from '../lib/bytes.ts';
import { AppError } from '../model/app-error.ts';
import type { ChunkRow } from './contract.ts';
import { decodeChunkSection } from './leaf-view.ts';

const MAGIC = 0x31544351; // "QCT1"
const HEAD_WORDS = 2;

/** The `chunks` sections of the leaves as they are, behind their offsets. */
export function encodeTable(sections: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const head = new Uint32Array(HEAD_WORDS + sections.length + 1);
  head[0] = MAGIC;
  head[1] = sections.length;
  let at = head.byteLength;
  sections.forEach((section, i) => {
    head[HEAD_WORDS + i] = at;
    at += section.length;
  });
  head[HEAD_WORDS + sections.length] = at;
  return concatBytes([new Uint8Array(head.buffer), ...sections]);
}

/** Files are decoded when first asked for; the last few are kept, since hits of one file come together. */
export function openTable(bytes: Uint8Array, fileStarts: Uint32Array): { chunk(index: number): ChunkRow } {
  const files = fileStarts.length - 1;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // A segment without files of its own (records) has no table.
  if (bytes.length > 0) checkTable(view, files);
  const kept = new Map<number, readonly ChunkRow[]>();
  return {
    chunk(index) {
      const file = findFile(fileStarts, index);
      let rows = kept.get(file);
      if (rows === undefined) {
        const at = (HEAD_WORDS + file) * 4;
        rows = decodeChunkSection(bytes.subarray(view.getUint32(at, true), view.getUint32(at + 4, true)));
        if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value as number);
        kept.set(file, rows);
      }
      const row = rows[index - (fileStarts[file] as number)];
      if (row === undefined) throw new AppError('store/damaged', 'the chunk table is too short', { index });
      return row;
    },
  };
}

const MAX_KEPT = 32;

function checkTable(view: DataView, files: number): void {
  const headBytes = (HEAD_WORDS + files + 1) * 4;
  const isSound =
    view.byteLength >= headBytes &&
    view.getUint32(0, true) === MAGIC &&
    view.getUint32(4, true) === files &&
    view.getUint32(headBytes - 4, true) === view.byteLength;
  if (!isSound) throw new AppError('store/damaged', 'the bytes are no chunk table', { bytes: view.byteLength });
}

function findFile(fileStarts: Uint32Array, chunk: number): number {
  let low = 0;
  let high = fileStarts.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((fileStarts[middle] as number) <= chunk) low = middle;
    else high = middle - 1;
  }
  return low;
}
