import type { Ranges } from '../model/hit.ts';
import type { Match } from './matcher.ts';

interface Snippet {
  readonly snippet: string;
  readonly ranges: Ranges;
}

const MAX_CHARS = 240;
/** Most characters shown before the first match. */
const LEAD_CHARS = 60;
const ELLIPSIS = '…';

/** Cuts out the part of a text with the most query words close together, on one line, with marked matches. */
export function makeSnippet(text: string, matches: readonly Match[]): Snippet {
  const first = findDensest(matches);
  const start = first === undefined ? 0 : snapStart(text, matches[first] as Match);
  const end = snapEnd(text, start);
  return toOneLine(text, start, end, matches);
}

/** Returns the match whose following MAX_CHARS contain the most different words, then the most matches. */
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

/** Moves back to the start of the line if it is near, else to the start of a word. */
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
  let space = latest;
  while (space > start && !/\s/.test(text[space] as string)) space--;
  return space - start > MAX_CHARS / 2 ? space : toBoundary(text, latest);
}

/** Avoids the middle of a surrogate pair. */
function toBoundary(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code < 0xe000 ? at - 1 : at;
}

const BLANKS = /[\u0000-\u0020\u00a0]+/g;

/** Collapses white space to single spaces and shifts the marks. */
function toOneLine(text: string, start: number, end: number, matches: readonly Match[]): Snippet {
  const shown = matches.filter((match) => match.start >= start && match.end <= end);
  let out = '';
  let at = start;
  const goOnTo = (edge: number): number => {
    const piece = text.slice(at, edge).replace(BLANKS, ' ');
    const hasBlank = out === '' || out.endsWith(' ');
    out += hasBlank && piece.startsWith(' ') ? piece.slice(1) : piece;
    at = edge;
    return out.length;
  };
  const places = shown.map((match) => [goOnTo(match.start), goOnTo(match.end)] as const);
  goOnTo(end);
  const body = out.trimEnd();
  const lead = start > 0 && text.slice(0, start).trim() !== '' ? ELLIPSIS : '';
  const tail = end < text.length && text.slice(end).trim() !== '' ? ELLIPSIS : '';
  const ranges = places
    .map(([from, to]) => [from + lead.length, Math.min(to, body.length) + lead.length] as const)
    .filter(([from, to]) => to > from);
  return { snippet: lead + body + tail, ranges };
}
