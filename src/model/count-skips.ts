import { isFailedSkip, type Skip } from './skip.ts';
import { isFailedWarning, type Warning } from './warning.ts';

/** Counts what a scan found but the collection does not contain: skipped by a rule or a limit, or unreadable. */
export function countSkips(
  skips: readonly Skip[],
  scanWarnings: readonly Warning[],
): { readonly skipped: number; readonly failed: number } {
  const failedSkips = skips.filter(isFailedSkip).length;
  return { skipped: skips.length - failedSkips, failed: failedSkips + scanWarnings.filter(isFailedWarning).length };
}
