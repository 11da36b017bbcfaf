import { toVisibleName } from '../text/visible-text.ts';
import { pagesWords } from './pages.ts';

const { outcomes, skipCodes, failCodes, blocked, httpStatus } = pagesWords;
const NAMES = new Map<string, string>(Object.entries({ ...outcomes, ...skipCodes, ...failCodes }));
const BLOCKED = 'blocked:';

/** Describes the outcome of a crawled address. Codes of a later version are shown unchanged. */
export function describeOutcome(outcome: string, status = 0): string {
  if (outcome === 'http' && status > 0) return httpStatus(status);
  if (outcome.startsWith(BLOCKED)) return blocked(toVisibleName(outcome.slice(BLOCKED.length)));
  return NAMES.get(outcome) ?? toVisibleName(outcome);
}
