import type { Problem } from '../state/read-error.ts';
import { toShortName } from '../text/visible-text.ts';
import { describeAction, PROBLEMS } from './problems.ts';

/** What happened, the limit and the actual value where there is one, and what to do next. */
export function describeProblem({ code, message, details }: Problem): string {
  const sentence = PROBLEMS[code];
  const figures = toFigures(details);
  const running = code === 'engine/busy' ? describeAction(details.running) : '';
  return [
    running,
    sentence ?? `Quire could not do this. Details: ${code}.`,
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
  const { actual, limit, path, line, file } = details;
  const parts: string[] = [];
  if (typeof path === 'string')
    parts.push(typeof line === 'number' ? `${toShortName(path)}:${line}` : toShortName(path));
  if (typeof file === 'string') parts.push(toShortName(file));
  if (actual !== undefined && limit !== undefined) parts.push(`${actual}, limit ${limit}`);
  return parts.length === 0 ? '' : `(${parts.join('; ')})`;
}
