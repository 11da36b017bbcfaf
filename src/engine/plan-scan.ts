import { compareBytes, compareUtf8, toUtf8 } from '../lib/bytes.ts';
import type { ScannedFile } from '../model/raw-file.ts';
import type { Skip } from '../model/skip.ts';
import type { Warning } from '../model/warning.ts';

export interface ScanPlan {
  /** Path order, one per path. */
  readonly files: ScannedFile[];
  readonly skips: readonly Skip[];
  readonly warnings: readonly Warning[];
}

/**
 * Decides over the whole scan, so that nothing depends on the order of arrival [E1]: of several files with one path the one with the
 * smallest raw name, then the smallest hash, stays; the byte budget is spent in path order over scanned sizes.
 */
export async function planScan(
  scanned: readonly ScannedFile[],
  options: { maxTotalBytes: number; sha256: (bytes: Uint8Array) => Uint8Array },
): Promise<ScanPlan> {
  const sorted = [...scanned].sort((a, b) => compareUtf8(a.path, b.path));
  const files: ScannedFile[] = [];
  const skips: Skip[] = [];
  const warnings: Warning[] = [];
  let spent = 0;
  for (let at = 0, end = 0; at < sorted.length; at = end) {
    const first = sorted[at] as ScannedFile;
    const { path } = first;
    while (sorted[end]?.path === path) end++;
    const file = end - at === 1 ? first : await pickOne(sorted.slice(at, end), options.sha256);
    for (let i = at + 1; i < end; i++) {
      warnings.push({ path, code: 'duplicate-path', message: 'Another entry has the same path; only one is kept.' });
    }
    if (spent + file.size > options.maxTotalBytes) {
      skips.push({
        path,
        isDirectory: false,
        reason: 'total',
        limit: options.maxTotalBytes,
        actual: spent + file.size,
      });
      continue;
    }
    spent += file.size;
    files.push(file);
  }
  return { files, skips, warnings };
}

async function pickOne(same: readonly ScannedFile[], sha256: (bytes: Uint8Array) => Uint8Array): Promise<ScannedFile> {
  const byName = [...same].sort((a, b) => compareUtf8(a.rawName, b.rawName));
  const first = byName[0] as ScannedFile;
  const equal = byName.filter((file) => file.rawName === first.rawName);
  if (equal.length === 1) return first;
  const hashed = await Promise.all(
    equal.map(async (file) => {
      const bytes = await file.read().catch(() => toUtf8(''));
      return { file, hash: sha256(bytes) };
    }),
  );
  hashed.sort((a, b) => compareBytes(a.hash, b.hash));
  return (hashed[0] as { file: ScannedFile }).file;
}
