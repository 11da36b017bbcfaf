import { toVisibleName } from '../text/visible-text.ts';
import { words } from './words.ts';

const { outcomes, skipCodes, failCodes, blocked, httpStatus } = words.pages;
const NAMES = new Map<string, string>(Object.entries({ ...outcomes, ...skipCodes, ...failCodes }));
const BLOCKED = 'blocked:';

/** What became of an address of a site, in words. A code of a later version is shown as it is. */
export function describeOutcome(outcome: string, status = 0): string {
  if (outcome === 'http' && status > 0) return httpStatus(status);
  if (outcome.startsWith(BLOCKED)) return blocked(toVisibleName(outcome.slice(BLOCKED.length)));
  return NAMES.get(outcome) ?? toVisibleName(outcome);
}
