import { compareBytes, compareUtf8 } from '../../lib/bytes.ts';
import type { FoundFile } from '../../model/raw-file.ts';
import type { Skip } from '../../model/skip.ts';
import type { Warning } from '../../model/warning.ts';

export interface ScanPlan {
  /** Files in path order, one per path. */
  readonly files: readonly FoundFile[];
  readonly totalBytes: number;
  readonly skips: readonly Skip[];
  readonly warnings: readonly Warning[];
}

/**
 * Plans the whole scan at once, so that nothing depends on the order of arrival [E1]: of several files with one path the one with the
 * smallest raw name, then the smallest hash, is kept; the byte budget is spent in path order over scanned sizes.
 */
export async function planScan(
  scanned: readonly FoundFile[],
  options: { maxTotalBytes: number; sha256: (bytes: Uint8Array) => Uint8Array },
): Promise<ScanPlan> {
  const sorted = [...scanned].sort((a, b) => compareUtf8(a.path, b.path));
  const files: FoundFile[] = [];
  const skips: Skip[] = [];
  const warnings: Warning[] = [];
  let totalBytes = 0;
  for (let at = 0, end = 0; at < sorted.length; at = end) {
    const first = sorted[at] as FoundFile;
    const { path } = first;
    while (sorted[end]?.path === path) end++;
    const file = end - at === 1 ? first : await pickOne(sorted.slice(at, end), options.sha256);
    for (let i = at + 1; i < end; i++)
      warnings.push({ path, code: 'duplicate-path', message: 'Another entry has the same path; only one is kept.' });
    const spent = totalBytes + file.size;
    if (spent > options.maxTotalBytes) {
      const bounds = { limit: options.maxTotalBytes, actual: spent };
      skips.push({ path, isDirectory: false, reason: 'total', ...bounds });
      continue;
    }
    totalBytes = spent;
    files.push(file);
  }
  return { files, totalBytes, skips, warnings };
}

async function pickOne(same: readonly FoundFile[], sha256: (bytes: Uint8Array) => Uint8Array): Promise<FoundFile> {
  const byName = [...same].sort((a, b) => compareUtf8(a.rawName, b.rawName));
  const first = byName[0] as FoundFile;
  const equal = byName.filter(({ rawName }) => rawName === first.rawName);
  if (equal.length === 1) return first;
  const hashed = await Promise.all(
    equal.map(async (file) => ({ file, hash: sha256(await file.read().catch(() => new Uint8Array())) })),
  );
  hashed.sort((a, b) => compareBytes(a.hash, b.hash));
  return (hashed[0] as { file: FoundFile }).file;
}
