import type { WarningCode } from './warning.ts';

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
  | 'symlink'
  | 'submodule'
  | 'not-a-file';

/** Left out because of a setting; artifacts name these. */
const LIMIT_CODES: Partial<Record<SkipReason, WarningCode>> = {
  'too-large': 'max-file-bytes',
  total: 'max-total-bytes',
};
/** Wanted, and could not be read. */
const FAILED: readonly SkipReason[] = ['unreadable', 'unfinished'];

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

/** What artifacts say of it; undefined where a rule left it out, which is between a person and their folder. */
export function findLimitCode({ reason }: Skip): WarningCode | undefined {
  return LIMIT_CODES[reason];
}
