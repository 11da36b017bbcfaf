import type { Problem } from './state/read-error.ts';
import { toShortName } from './visible-text.ts';
import { appWords } from './words/app.ts';
import { jobsWords } from './words/jobs.ts';
import { libraryWords } from './words/library.ts';
import { outputsWords } from './words/outputs.ts';
import { describeAction, PROBLEMS } from './words/problems.ts';
import { searchWords } from './words/search.ts';
import { settingsWords } from './words/settings.ts';
import { waysInWords } from './words/ways-in.ts';

/** Every sentence a person reads, one file for each group of places. Names that tests rely on are here too: change them with care. */
export const words = {
  ...appWords,
  ...waysInWords,
  ...searchWords,
  ...libraryWords,
  ...outputsWords,
  ...jobsWords,
  ...settingsWords,
} as const;

/** What happened, the limit and the actual value where there is one, and what to do next. */
export function describeProblem({ code, message, details }: Problem): string {
  const sentence = PROBLEMS[code];
  const figures = toFigures(details);
  const running = code === 'engine/busy' ? describeAction(details.running) : '';
  return [
    running,
    sentence ?? `It did not work (${code}).`,
    figures,
    sentence === undefined ? toShortName(message, 200) : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Reasons of sources and crawls are codes or plain sentences. */
export function describeReason(reason: string): string {
  return PROBLEMS[reason] ?? reason;
}

function toFigures(details: Problem['details']): string {
  const { actual, limit, path, line } = details;
  const parts: string[] = [];
  if (typeof path === 'string')
    parts.push(typeof line === 'number' ? `${toShortName(path)}:${line}` : toShortName(path));
  if (actual !== undefined && limit !== undefined) parts.push(`${actual}, limit ${limit}`);
  return parts.length === 0 ? '' : `(${parts.join('; ')})`;
}
