import { AppError } from '../../model/app-error.ts';
import { FORMAT_VERSION } from '../../model/settings.ts';
import type { KeptRow, Rows } from '../records/rows.ts';

/** A stale tab, or an older release over newer data, reads and never changes. */
export function isNewer(rows: Rows, kept: KeptRow | undefined): boolean {
  return rows.newer || (kept !== undefined && kept.row.formatVersion > FORMAT_VERSION);
}

export function refuseNewer(rows: Rows, kept: KeptRow | undefined): void {
  if (!isNewer(rows, kept)) return;
  const theirs = kept?.row.formatVersion ?? 0;
  throw new AppError('store/newer-format', 'a newer release wrote this', { theirs, ours: FORMAT_VERSION });
}
