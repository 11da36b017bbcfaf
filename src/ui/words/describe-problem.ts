import type { Problem } from '../state/read-error.ts';
import { toShortName } from '../text/visible-text.ts';

/** By any text: a code may come from another version. */
let sentences = new Map<string, string>();
let describeAction: (running: unknown) => string = () => '';

/** Loads the sentences, after the first screen or with the first problem. Never rejects: without them a problem has its code. */
export async function loadProblems(): Promise<void> {
  if (sentences.size > 0) return;
  const loaded = await import('./problems.ts').catch(() => undefined);
  if (loaded === undefined) return;
  sentences = new Map(Object.entries(loaded.PROBLEMS));
  describeAction = loaded.describeAction;
}

/** Says what happened and what to do, with the limit and the actual value if there is one. */
export function describeProblem({ code, message, details }: Problem): string {
  const sentence = sentences.get(code);
  const figures = toFigures(details);
  const running = code === 'engine/busy' ? describeAction(details.running) : '';
  return [
    running,
    sentence ??
      `Something unexpected went wrong. What was saved before is safe. Try again, or reload the page. Details: ${code}.`,
    figures,
    sentence === undefined ? toShortName(message, 200) : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** A reason of a source or crawl is a code, which figures may follow, or a plain sentence. */
export function describeReason(reason: string): string {
  const [code = ''] = reason.split(' ');
  const sentence = sentences.get(code);
  return sentence === undefined ? reason : sentence + reason.slice(code.length);
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
