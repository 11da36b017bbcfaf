import { isFailedWarning, type Warning, type WarningCode } from './warning.ts';

/** A path that never entered the collection, with the exact reason. `rule` reads like `.gitignore:12 dist/`. */
export type SkipReason =
  | 'ignored'
  | 'default'
  | 'excluded'
  | 'not-included'
  | 'too-large'
  | 'total'
  | 'unreadable'
  | 'unfinished'
  /** The tab ended while it was read; it is skipped until the user requests it. */
  | 'crashed'
  | 'symlink'
  | 'submodule'
  | 'not-a-file';

/** Skipped because of a setting; artifacts list these. */
const LIMIT_CODES: Partial<Record<SkipReason, WarningCode>> = {
  'too-large': 'max-file-bytes',
  total: 'max-total-bytes',
};
/** Included, but unreadable. */
const FAILED: readonly SkipReason[] = ['unreadable', 'unfinished', 'crashed'];

export interface Skip {
  readonly path: string;
  readonly isDirectory: boolean;
  readonly reason: SkipReason;
  readonly rule?: string;
  readonly limit?: number;
  readonly actual?: number;
}

export function isFailedSkip({ reason }: Skip): boolean {
  return FAILED.includes(reason);
}

/** Returns the code that artifacts list; undefined for skips by a rule, which concern only the user's folder. */
export function findLimitCode({ reason }: Skip): WarningCode | undefined {
  return LIMIT_CODES[reason];
}

/** Counts what a scan found but the collection does not contain: skipped by a rule or a limit, or unreadable. */
export function countSkips(
  skips: readonly Skip[],
  scanWarnings: readonly Warning[],
): { readonly skipped: number; readonly failed: number } {
  const failedSkips = skips.filter(isFailedSkip).length;
  return { skipped: skips.length - failedSkips, failed: failedSkips + scanWarnings.filter(isFailedWarning).length };
}
