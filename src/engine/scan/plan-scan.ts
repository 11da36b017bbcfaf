import { compareBytes, compareUtf8 } from '../../lib/bytes.ts';
import type { FoundFile } from '../../model/raw-file.ts';
import type { Skip } from '../../model/skip.ts';
import type { Warning } from '../../model/warning.ts';

export interface PlanOptions {
  readonly maxTotalBytes: number;
  readonly sha256: (bytes: Uint8Array) => Uint8Array;
  /** Gets what the plan leaves out. */
  readonly onSkip: (skip: Skip) => void;
  readonly onWarning: (warning: Warning) => void;
}

/**
 * Plans the files of a scan, so that nothing depends on the order of arrival [E1]: of several files with one path the one with the smallest raw
 * name, then the smallest hash, is kept; the byte budget is spent in path order over scanned sizes. Gets and yields files in path order.
 */
export async function* planScan(sorted: AsyncIterable<FoundFile>, options: PlanOptions): AsyncGenerator<FoundFile> {
  const { maxTotalBytes, onSkip, onWarning } = options;
  let totalBytes = 0;
  for await (const same of groupByPath(sorted)) {
    const file = await pickOne(same, options.sha256);
    const { path } = file;
    for (let i = 1; i < same.length; i++)
      onWarning({ path, code: 'duplicate-path', message: 'Another entry has the same path; only one is kept.' });
    const spent = totalBytes + file.size;
    if (spent > maxTotalBytes) {
      onSkip({ path, isDirectory: false, reason: 'total', limit: maxTotalBytes, actual: spent });
      continue;
    }
    totalBytes = spent;
    yield file;
  }
}

async function* groupByPath(sorted: AsyncIterable<FoundFile>): AsyncGenerator<FoundFile[]> {
  let same: FoundFile[] = [];
  for await (const file of sorted) {
    if (same[0] !== undefined && same[0].path !== file.path) {
      yield same;
      same = [];
    }
    same.push(file);
  }
  if (same.length > 0) yield same;
}

async function pickOne(same: readonly FoundFile[], sha256: (bytes: Uint8Array) => Uint8Array): Promise<FoundFile> {
  if (same.length === 1) return same[0] as FoundFile;
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
