import { type LineMatches, type MatchOptions, matchLines } from '../../lib/match-lines.ts';

/** One call; the page ends the worker if it takes too long. */
export interface MatchRequest extends MatchOptions {
  readonly texts: readonly string[];
  readonly pattern: RegExp;
}

/** `begun` starts the clock: the time to load this script does not count. */
export type MatchAnswer = 'begun' | readonly LineMatches[];

addEventListener('message', ({ data: { texts, pattern, ...options } }: MessageEvent<MatchRequest>) => {
  tell('begun', []);
  const matches = texts.map((text) => matchLines(text, pattern, options));
  tell(
    matches,
    matches.map(({ buffer }) => buffer),
  );
});

function tell(answer: MatchAnswer, transfer: Transferable[]): void {
  postMessage(answer, { transfer });
}
