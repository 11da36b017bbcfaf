import type { Warning } from '../model/warning.ts';
import { toCleanName } from './to-path.ts';

export function badPath(rawPath: string): Warning {
  const message = 'The path is empty, absolute or climbs out of its root, so the file was left out.';
  return { path: toShownPath(rawPath), code: 'bad-path', message };
}

export function archiveEntry(
  rawPath: string,
  message: string,
  limits: { limit?: number; actual?: number } = {},
): Warning {
  return { path: toShownPath(rawPath), code: 'archive-entry', message, ...limits };
}

/** A refused path is still shown and stored, so it is made harmless: no control characters, bounded. */
function toShownPath(rawPath: string): string {
  return toCleanName(rawPath.replace(/[\x00-\x1f\x7f]/g, '\ufffd')).slice(0, 1_024);
}
