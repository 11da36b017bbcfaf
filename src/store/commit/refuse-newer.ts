import { AppError } from '../../model/app-error.ts';
import { FORMAT_VERSION } from '../../model/settings.ts';
import type { Rows, StoredRow } from '../records/rows.ts';

/** An old tab or older release may read newer data but must not change it. */
export function isNewer(rows: Rows, kept: StoredRow | undefined): boolean {
  return rows.newer || (kept !== undefined && kept.row.formatVersion > FORMAT_VERSION);
}

export function refuseNewer(rows: Rows, kept: StoredRow | undefined): void {
  if (!isNewer(rows, kept)) return;
  const theirs = kept?.row.formatVersion ?? 0;
  throw new AppError('store/newer-format', 'a newer release wrote this', { theirs, ours: FORMAT_VERSION });
}
