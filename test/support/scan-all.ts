import type { FoundFile } from '../../src/model/raw-file.ts';
import type { Skip } from '../../src/model/skip.ts';
import type { Warning } from '../../src/model/warning.ts';
import type { FileSource, ScanOptions } from '../../src/sources/contract.ts';

export interface Scanned {
  readonly files: readonly FoundFile[];
  readonly skips: readonly Skip[];
  readonly warnings: readonly Warning[];
}

export const SCAN_OPTIONS: ScanOptions = {
  include: [],
  exclude: [],
  useIgnoreFiles: true,
  useDefaultList: true,
  maxFileBytes: 10_000_000,
  signal: new AbortController().signal,
};

/** Results of a scan, sorted by path. */
export async function scanAll(source: FileSource, options: Partial<ScanOptions> = {}): Promise<Scanned> {
  const files: FoundFile[] = [];
  const skips: Skip[] = [];
  const warnings: Warning[] = [];
  for await (const item of source.scan({ ...SCAN_OPTIONS, ...options })) {
    if (item.type === 'file') files.push(item.file);
    else if (item.type === 'skip') skips.push(item.skip);
    else warnings.push(item.warning);
  }
  return { files: sort(files), skips: sort(skips), warnings: sort(warnings) };
}

export function pathsOf(rows: readonly { readonly path: string }[]): readonly string[] {
  return rows.map((row) => row.path);
}

function sort<T extends { readonly path: string }>(rows: T[]): readonly T[] {
  return rows.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
