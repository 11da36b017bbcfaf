import { createByteReader } from '../../lib/byte-reader.ts';
import { countUintBytes, createByteWriter } from '../../lib/byte-writer.ts';
import { fromShortUtf8, toUtf8 } from '../../lib/bytes.ts';
import { countUp } from '../../lib/count-up.ts';
import { createByteBlocks, toOffset } from '../../lib/rows/byte-blocks.ts';
import { createRowColumns } from '../../lib/rows/row-columns.ts';
import type { ScannedFile, ScannedFolder } from '../../model/raw-file.ts';
import { readScanned, writeScanned } from './scan-codec.ts';

/**
 * Files found by a scan. Files that a folder can reopen are kept as bytes and numbers: a hundred thousand objects with their paths take twenty
 * megabytes, and as much again until garbage collection has promoted them.
 */
export interface ScanList {
  readonly length: number;
  add(file: ScannedFile): void;
  path(index: number): string;
  size(index: number): number;
  file(index: number): ScannedFile;
  hasSamePath(a: number, b: number): boolean;
  /** Rows in path order. */
  sorted(): Uint32Array;
  /** Yields these files once, in order, and frees each afterwards. Nothing else may be called later. */
  drain(indexes: Uint32Array): Iterator<ScannedFile>;
}

/** `place` and `length` locate the file's bytes, `path` and `pathBytes` its path in their block. */
const COLUMN = { place: 0, length: 1, path: 2, pathBytes: 3, size: 4 } as const;
const COLUMNS = 5;

export function createScanList(): ScanList {
  const pages = createByteBlocks();
  const columns = createRowColumns(COLUMNS);
  const folders: ScannedFolder[] = [];
  const numbers = new Map<ScannedFolder, number>();
  /** Files that no folder can reopen. For these the bytes contain only the path. */
  const opaqueFiles = new Map<number, ScannedFile>();
  const out = createByteWriter(1024);

  const pageOf = (row: number): Uint8Array => pages.blockOf(columns.get(row, COLUMN.place));
  const startOf = (row: number): number => toOffset(columns.get(row, COLUMN.place));

  function numberOf(folder: ScannedFolder): number {
    const known = numbers.get(folder);
    if (known !== undefined) return known;
    numbers.set(folder, folders.length);
    return folders.push(folder) - 1;
  }

  /** Compares paths by their bytes. */
  function compare(a: number, b: number): number {
    const pageA = pageOf(a);
    const pageB = pageOf(b);
    const startA = columns.get(a, COLUMN.path);
    const startB = columns.get(b, COLUMN.path);
    const lengthA = columns.get(a, COLUMN.pathBytes);
    const lengthB = columns.get(b, COLUMN.pathBytes);
    const shorter = Math.min(lengthA, lengthB);
    for (let i = 0; i < shorter; i++) {
      const difference = (pageA[startA + i] as number) - (pageB[startB + i] as number);
      if (difference !== 0) return difference;
    }
    return lengthA - lengthB;
  }

  function getFile(row: number): ScannedFile {
    const known = opaqueFiles.get(row);
    if (known !== undefined) return known;
    const bytes = pageOf(row).subarray(startOf(row), startOf(row) + columns.get(row, COLUMN.length));
    return readScanned(createByteReader(bytes), bytes, folders);
  }

  function* listFiles(rows: Uint32Array): Generator<ScannedFile> {
    for (const row of rows) yield getFile(row);
  }

  /** Copies rows in reading order, so that they can be freed after reading. */
  function copyOut(rows: Uint32Array): Uint8Array[] {
    const batches: Uint8Array[] = [];
    const batch = createByteWriter(64 * 1024);
    for (let i = 0; i < rows.length; i++) {
      const start = startOf(rows[i] as number);
      batch.part(pageOf(rows[i] as number), start, start + columns.get(rows[i] as number, COLUMN.length));
      if ((i + 1) % FILES_A_BATCH !== 0 && i + 1 < rows.length) continue;
      batches.push(batch.finish());
      batch.clear();
    }
    columns.free();
    pages.free();
    return batches;
  }

  return {
    get length() {
      return columns.count;
    },
    add(file) {
      const row = columns.add();
      out.clear();
      if (file.folder === undefined) {
        opaqueFiles.set(row, file);
        out.blob(toUtf8(file.path));
      } else writeScanned(out, file, numberOf(file.folder));
      const bytes = out.view();
      const pathBytes = createByteReader(bytes).uint();
      const place = pages.append(bytes);
      columns.set(row, COLUMN.place, place);
      columns.set(row, COLUMN.length, bytes.length);
      columns.set(row, COLUMN.path, toOffset(place) + countUintBytes(pathBytes));
      columns.set(row, COLUMN.pathBytes, pathBytes);
      columns.set(row, COLUMN.size, file.size);
    },
    path(row) {
      const start = columns.get(row, COLUMN.path);
      return fromShortUtf8(pageOf(row).subarray(start, start + columns.get(row, COLUMN.pathBytes)));
    },
    size: (row) => columns.get(row, COLUMN.size),
    file: getFile,
    hasSamePath: (a, b) => compare(a, b) === 0,
    sorted: () => countUp(columns.count).sort(compare),
    drain: (rows) => (opaqueFiles.size > 0 ? listFiles(rows) : readBatches(copyOut(rows), folders)),
  };
}

const FILES_A_BATCH = 1_000;

function* readBatches(batches: Uint8Array[], folders: readonly ScannedFolder[]): Generator<ScannedFile> {
  for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
    const reader = createByteReader(batch);
    while (reader.at < batch.length) yield readScanned(reader, batch, folders);
  }
}
