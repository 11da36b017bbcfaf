import type { AnswerCitation } from '../model/outputs/answer.ts';

export type CheckText = (text: string) => Promise<readonly AnswerCitation[]>;

/** A longer block without an empty line is checked when it ends: each check of it starts over. */
const MAX_OPEN_CHARS = 8_000;

/**
 * Checks an answer as it grows: each block once it is complete, the last one again after each word that may end a citation. One check runs at a
 * time. The whole answer is checked at its end, because a citation may belong to the block before.
 */
export function createStreamCheck(check: CheckText, onChange: (found: readonly AnswerCitation[]) => void) {
  let text = '';
  let citations: readonly AnswerCitation[] = [];
  let checkedTo = 0;
  let closedTo = 0;
  let running: Promise<void> | undefined;
  let isEnded = false;

  async function run(): Promise<void> {
    for (let end = findStable(text, closedTo); end > checkedTo && !isEnded; end = findStable(text, closedTo)) {
      const start = closedTo;
      const closed = findClosed(text, start);
      const found = await check(text.slice(start, end));
      if (isEnded) return;
      citations = [
        ...citations.filter((one) => one.start < start),
        ...found.map((one) => ({ ...one, start: one.start + start })),
      ];
      checkedTo = end;
      closedTo = Math.max(start, Math.min(closed, end));
      onChange(citations);
    }
  }

  return {
    add(whole: string): void {
      text = whole;
      // A check that fails is repeated with the whole answer, whose failure is reported.
      running ??= run()
        .catch(() => undefined)
        .finally(() => {
          running = undefined;
        });
    },
    async end(): Promise<void> {
      isEnded = true;
      await running;
    },
  };
}

/** Returns the end of the last complete block: an empty line outside of a fence. */
function findClosed(text: string, from: number): number {
  let at = from;
  let closed = from;
  let fence = '';
  for (const line of text.slice(from).split('\n').slice(0, -1)) {
    const [, marks = ''] = /^\s{0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (marks !== '') fence = fence === '' ? marks : marks.startsWith(fence) ? '' : fence;
    at += line.length + 1;
    if (line.trim() === '' && fence === '') closed = at;
  }
  return closed;
}

/** Returns up to where the text can be checked: the last word that white space follows, before an open fence. */
function findStable(text: string, from: number): number {
  const closed = findClosed(text, from);
  const open = text.slice(closed);
  const fences = [...open.matchAll(/^\s{0,3}(?:`{3,}|~{3,})/gm)];
  const end = closed + (fences.length % 2 === 1 ? (fences.at(-1) as RegExpExecArray).index : open.search(/\S*$/));
  return end - from > MAX_OPEN_CHARS && closed > from ? closed : end - closed > MAX_OPEN_CHARS ? closed : end;
}
