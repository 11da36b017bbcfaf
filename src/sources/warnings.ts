import type { Warning } from '../model/warning.ts';
import { findPathExcess, toCleanName } from './to-path.ts';

export function badPath(rawPath: string): Warning {
  const path = toShownPath(rawPath);
  const excess = findPathExcess(rawPath);
  if (excess) {
    const { of, limit, actual } = excess;
    return {
      path,
      code: 'bad-path',
      message: `The path has too many ${of}, so what it names was left out.`,
      limit,
      actual,
    };
  }
  const message = 'The path is empty, absolute or climbs out of its root, so the file was left out.';
  return { path, code: 'bad-path', message };
}

export function hiddenName(path: string): Warning {
  const message = 'The browser hides this name from syncs, so the file is as it was when the folder was dropped.';
  return { path, code: 'hidden-name', message: `${message} Drop the folder again to update it.` };
}

export function archiveEntry(
  rawPath: string,
  message: string,
  limits: { limit?: number; actual?: number } = {},
): Warning {
  return { path: toShownPath(rawPath), code: 'archive-entry', message, ...limits };
}

/** Sanitises a refused path, which is still shown and stored: no control characters, limited length. */
function toShownPath(rawPath: string): string {
  return toCleanName(rawPath.replace(/[\x00-\x1f\x7f]/g, '\ufffd')).slice(0, 1_024);
}
