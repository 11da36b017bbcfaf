import { isFailedSkip, type Skip } from './skip.ts';
import { isFailedWarning, type Warning } from './warning.ts';

/** What a scan found and the collection does not hold: left out by a rule or a limit, or not to be read. */
export function countLeftOut(
  skips: readonly Skip[],
  scanWarnings: readonly Warning[],
): { readonly skipped: number; readonly failed: number } {
  const failedSkips = skips.filter(isFailedSkip).length;
  return { skipped: skips.length - failedSkips, failed: failedSkips + scanWarnings.filter(isFailedWarning).length };
}
