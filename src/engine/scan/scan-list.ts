import { toBaseName } from '../../lib/base-name.ts';
import { createBytePages, toOffset } from '../../lib/byte-pages.ts';
import { fromShortUtf8, toUtf8 } from '../../lib/bytes.ts';
import { countUp } from '../../lib/count-up.ts';
import { createRowColumns } from '../../lib/row-columns.ts';
import type { PrefetchedBytes, ScannedFile, ScannedFolder } from '../../model/raw-file.ts';

/**
 * What a scan found. Where a folder can give its files again, they are kept as bytes and numbers: a hundred thousand objects with their paths
 * are twenty megabytes, and as many again until a collector has seen that they stay.
 */
export interface ScanList {
  readonly length: number;
  add(file: ScannedFile): void;
  path(index: number): string;
  size(index: number): number;
  file(index: number): ScannedFile;
  hasSamePath(a: number, b: number): boolean;
  /** In path order. */
  sorted(): Uint32Array;
  /** What is not kept as it is need not be known any more. */
  free(): void;
}

/** `ahead` is the place of what was read with the scan, `aheadBytes` one more than its length. */
const COLUMN = { place: 0, length: 1, size: 2, mtimeMs: 3, folder: 4, ahead: 5, aheadBytes: 6 } as const;
const COLUMNS = 7;
const NO_TIME = -1;
/** The file is among those kept as they are. */
const NO_FOLDER = 0;

export function createScanList(): ScanList {
  const pages = createBytePages();
  const contents = createBytePages();
  const columns = createRowColumns(COLUMNS);
  /** Numbered from 1. */
  const folders: ScannedFolder[] = [];
  const numbers = new Map<ScannedFolder, number>();
  const opaqueFiles = new Map<number, ScannedFile>();
  /** As the source spells it, where that is not how the path ends. */
  const otherNames = new Map<number, string>();

  const pageOf = (row: number): Uint8Array => pages.pageOf(columns.get(row, COLUMN.place));
  const startOf = (row: number): number => toOffset(columns.get(row, COLUMN.place));

  function numberOf(folder: ScannedFolder): number {
    const known = numbers.get(folder) ?? folders.push(folder);
    numbers.set(folder, known);
    return known;
  }

  /** By the bytes of their paths. */
  function compare(a: number, b: number): number {
    const pageA = pageOf(a);
    const pageB = pageOf(b);
    const startA = startOf(a);
    const startB = startOf(b);
    const lengthA = columns.get(a, COLUMN.length);
    const lengthB = columns.get(b, COLUMN.length);
    const shorter = Math.min(lengthA, lengthB);
    for (let i = 0; i < shorter; i++) {
      const difference = (pageA[startA + i] as number) - (pageB[startB + i] as number);
      if (difference !== 0) return difference;
    }
    return lengthA - lengthB;
  }

  function getPath(row: number): string {
    const start = startOf(row);
    return fromShortUtf8(pageOf(row).subarray(start, start + columns.get(row, COLUMN.length)));
  }

  function getAhead(row: number): PrefetchedBytes | undefined {
    const length = columns.get(row, COLUMN.aheadBytes) - 1;
    if (length < 0) return undefined;
    const place = columns.get(row, COLUMN.ahead);
    const start = toOffset(place);
    return { bytes: contents.pageOf(place), start, end: start + length };
  }

  return {
    get length() {
      return columns.count;
    },
    add(file) {
      const row = columns.add();
      const { folder, ahead } = file;
      const path = toUtf8(file.path);
      columns.set(row, COLUMN.place, pages.append(path));
      columns.set(row, COLUMN.length, path.length);
      columns.set(row, COLUMN.size, file.size);
      columns.set(row, COLUMN.mtimeMs, file.mtimeMs ?? NO_TIME);
      columns.set(row, COLUMN.folder, folder === undefined ? NO_FOLDER : numberOf(folder));
      if (folder !== undefined && ahead !== undefined) {
        columns.set(row, COLUMN.ahead, contents.append(ahead.bytes.subarray(ahead.start, ahead.end)));
        columns.set(row, COLUMN.aheadBytes, ahead.end - ahead.start + 1);
      }
      if (folder === undefined) opaqueFiles.set(row, file);
      else if (toBaseName(file.rawName) !== toBaseName(file.path)) otherNames.set(row, toBaseName(file.rawName));
    },
    path: getPath,
    size: (row) => columns.get(row, COLUMN.size),
    file(row) {
      const known = opaqueFiles.get(row);
      if (known !== undefined) return known;
      const path = getPath(row);
      const mtimeMs = columns.get(row, COLUMN.mtimeMs);
      return (folders[columns.get(row, COLUMN.folder) - 1] as ScannedFolder).file({
        path,
        name: otherNames.get(row) ?? toBaseName(path),
        size: columns.get(row, COLUMN.size),
        ...(mtimeMs === NO_TIME ? {} : { mtimeMs }),
        ahead: getAhead(row),
      });
    },
    hasSamePath: (a, b) => compare(a, b) === 0,
    sorted: () => countUp(columns.count).sort(compare),
    free() {
      columns.free();
      pages.free();
      contents.free();
    },
  };
}
