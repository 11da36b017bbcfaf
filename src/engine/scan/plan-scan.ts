import { compareBytes, compareUtf8, toUtf8 } from '../../lib/bytes.ts';
import type { ScannedFile } from '../../model/raw-file.ts';
import type { Skip } from '../../model/skip.ts';
import type { Warning } from '../../model/warning.ts';
import type { ScanList } from './scan-list.ts';

export interface ScanPlan {
  readonly files: PlannedFiles;
  readonly skips: readonly Skip[];
  readonly warnings: readonly Warning[];
}

/** Files in path order, one per path. Each is decoded on demand and not kept: they can be iterated once. */
export interface PlannedFiles extends Iterable<ScannedFile> {
  readonly length: number;
  readonly totalBytes: number;
  /** Whether any thread can read them. */
  readonly arePlaced: boolean;
}

/**
 * Plans the whole scan at once, so that nothing depends on the order of arrival [E1]: of several files with one path the one with the
 * smallest raw name, then the smallest hash, is kept; the byte budget is spent in path order over scanned sizes.
 */
export async function planScan(
  scanned: ScanList,
  options: { maxTotalBytes: number; sha256: (bytes: Uint8Array) => Uint8Array },
): Promise<ScanPlan> {
  const sorted = scanned.sorted();
  const skips: Skip[] = [];
  const warnings: Warning[] = [];
  let spent = 0;
  let count = 0;
  for (let at = 0, end = 0; at < sorted.length; at = end) {
    const first = sorted[at] as number;
    while (end < sorted.length && (end === at || scanned.hasSamePath(first, sorted[end] as number))) end++;
    const row = end - at === 1 ? first : await pickOne(scanned, sorted.subarray(at, end), options.sha256);
    for (let i = at + 1; i < end; i++) {
      const path = scanned.path(first);
      warnings.push({ path, code: 'duplicate-path', message: 'Another entry has the same path; only one is kept.' });
    }
    const size = scanned.size(row);
    if (spent + size > options.maxTotalBytes) {
      const bounds = { limit: options.maxTotalBytes, actual: spent + size };
      skips.push({ path: scanned.path(row), isDirectory: false, reason: 'total', ...bounds });
      continue;
    }
    spent += size;
    // Never past `at`: rows not planned yet stay in place.
    sorted[count++] = row;
  }
  return { files: toFiles(scanned, sorted.subarray(0, count), spent), skips, warnings };
}

function toFiles(scanned: ScanList, rows: Uint32Array, totalBytes: number): PlannedFiles {
  const { length } = rows;
  // All files of a source are read the same way.
  const arePlaced = length > 0 && scanned.file(rows[0] as number).place !== undefined;
  const files = scanned.drain(rows);
  return { length, totalBytes, arePlaced, [Symbol.iterator]: () => files };
}

async function pickOne(
  scanned: ScanList,
  same: Uint32Array,
  sha256: (bytes: Uint8Array) => Uint8Array,
): Promise<number> {
  const byName = Array.from(same, (row) => ({ row, file: scanned.file(row) }));
  byName.sort((a, b) => compareUtf8(a.file.rawName, b.file.rawName));
  const first = byName[0] as { row: number; file: ScannedFile };
  const equal = byName.filter(({ file }) => file.rawName === first.file.rawName);
  if (equal.length === 1) return first.row;
  const hashed = await Promise.all(
    equal.map(async ({ row, file }) => {
      const bytes = await file.read().catch(() => toUtf8(''));
      return { row, hash: sha256(bytes) };
    }),
  );
  hashed.sort((a, b) => compareBytes(a.hash, b.hash));
  return (hashed[0] as { row: number }).row;
}
