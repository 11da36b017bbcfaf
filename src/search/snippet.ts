import type { Ranges } from '../model/hit.ts';
import type { Match } from './matcher.ts';

export interface Snippet {
  readonly snippet: string;
  readonly ranges: Ranges;
}

const MAX_CHARS = 240;
/** How much of the room may stand before the first match. */
const LEAD_CHARS = 60;
const ELLIPSIS = '…';

/** The part of a text where the most words of the query stand close together, on one line, its matches marked. */
export function makeSnippet(text: string, matches: readonly Match[]): Snippet {
  const first = findDensest(matches);
  const start = first === undefined ? 0 : snapStart(text, matches[first] as Match);
  const end = snapEnd(text, start);
  return toOneLine(text, start, end, matches);
}

/** The match whose following MAX_CHARS hold the most different words, then the most matches. */
function findDensest(matches: readonly Match[]): number | undefined {
  let best: number | undefined;
  let bestScore = -1;
  const counts = new Map<number, number>();
  let until = 0;
  matches.forEach((match, i) => {
    while (until < matches.length && (matches[until] as Match).end - match.start <= MAX_CHARS - LEAD_CHARS) {
      const { word } = matches[until] as Match;
      counts.set(word, (counts.get(word) ?? 0) + 1);
      until++;
    }
    const score = counts.size * 1000 + Math.min(until - i, 999);
    if (score > bestScore) {
      bestScore = score;
      best = i;
    }
    const left = (counts.get(match.word) ?? 0) - 1;
    if (left > 0) counts.set(match.word, left);
    else counts.delete(match.word);
    if (until === i) until = i + 1;
  });
  return best;
}

/** Back to the start of the line when it is near, else to the start of a word. */
function snapStart(text: string, match: Match): number {
  const earliest = Math.max(0, match.start - LEAD_CHARS);
  if (earliest === 0) return 0;
  const line = text.lastIndexOf('\n', match.start - 1) + 1;
  if (line >= earliest) return line;
  const space = text.slice(earliest, match.start).search(/\s/);
  return space < 0 ? toBoundary(text, earliest) : earliest + space + 1;
}

function snapEnd(text: string, start: number): number {
  const latest = start + MAX_CHARS;
  if (latest >= text.length) return text.length;
  const space = text.slice(start, latest + 1).search(/\s\S*$/);
  return space > MAX_CHARS / 2 ? start + space : toBoundary(text, latest);
}

/** Never between the two halves of an astral character. */
function toBoundary(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code < 0xe000 ? at - 1 : at;
}

/** White space becomes single blanks, and the marks move with the text. */
function toOneLine(text: string, start: number, end: number, matches: readonly Match[]): Snippet {
  let out = '';
  const places = new Map<number, number>();
  const edges = new Set(matches.flatMap((match) => [match.start, match.end]));
  for (let i = start; i < end; i++) {
    if (edges.has(i)) places.set(i, out.length);
    const char = text[i] as string;
    if (!isBlank(char)) out += char;
    else if (out !== '' && !out.endsWith(' ')) out += ' ';
  }
  places.set(end, out.length);
  const body = out.trimEnd();
  const lead = start > 0 && text.slice(0, start).trim() !== '' ? ELLIPSIS : '';
  const tail = end < text.length && text.slice(end).trim() !== '' ? ELLIPSIS : '';
  const ranges = matches
    .filter((match) => match.start >= start && match.end <= end)
    .map(
      (match) =>
        [
          (places.get(match.start) as number) + lead.length,
          Math.min(places.get(match.end) as number, body.length) + lead.length,
        ] as const,
    )
    .filter(([from, to]) => to > from);
  return { snippet: lead + body + tail, ranges };
}

function isBlank(char: string): boolean {
  return char === ' ' || char === '\n' || char === '\t' || char === '\r' || char === '\u00a0' || char < ' ';
}
