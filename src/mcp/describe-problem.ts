import { type ErrorCode, type ErrorDetails, toAppError } from '../model/app-error.ts';

const AGAIN = 'Export the collection again.';

const SENTENCES: Partial<Record<ErrorCode, string>> = {
  'publish/not-published':
    'This folder holds no published collection. Give the folder that contains collection/manifest.json.',
  'publish/newer-format': 'A newer version of Quire wrote this collection. Use the server.mjs of that version.',
  'publish/bad-manifest': `The manifest of the collection is damaged. ${AGAIN}`,
  'publish/missing': `A file of the collection is missing. ${AGAIN}`,
  'publish/damaged': `A file of the collection is damaged, so it was not used. ${AGAIN}`,
  'publish/cut-off': `A file of the collection is incomplete. ${AGAIN}`,
  'publish/replaced': 'The collection was replaced while it was open. Start the server again.',
  'engine/bad-budget': 'This budget is too small or too large.',
  'engine/question-too-long': 'The text is too long.',
  'kernel/unavailable': 'This version of Node cannot run the search engine. Use Node 20 or later.',
};

/** Says in a sentence what went wrong. Never quotes content. */
export function describeProblem(error: unknown): string {
  const { code, message, details } = toAppError(error);
  return (SENTENCES[code] ?? `The request failed: ${message}.`) + toFigures(details);
}

/** Returns the place, the actual value and the limit, such as ` (line 2)`; nothing if none is known. */
export function toFigures(details: ErrorDetails): string {
  const { file, line, limit = details.max, actual = details.chars ?? details.budget } = details;
  const parts = [
    typeof file === 'string' ? file : '',
    line === undefined ? '' : `line ${line}`,
    limit === undefined || actual === undefined ? '' : `${actual}, limit ${limit}`,
  ].filter(Boolean);
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`;
}
