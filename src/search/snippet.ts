import type { Ranges } from '../model/hit.ts';
import type { Match } from './matcher.ts';
import type { ChunkText, toReadable } from './readable.ts';

type ToReadable = typeof toReadable;

interface Snippet {
  readonly snippet: string;
  readonly ranges: Ranges;
}

const MAX_CHARS = 240;
/** Most characters shown before the first match. */
const LEAD_CHARS = 60;
/** Matches are near each other if all of them are in the snippet. */
const NEAR_CHARS = MAX_CHARS - LEAD_CHARS;
/** More matches of so few characters are of no use. */
const MAX_NEAR = 50;
const ELLIPSIS = '…';

export interface SnippetTools {
  readonly find: (text: string) => readonly Match[];
  readonly toReadable: ToReadable;
}

let loaded: Promise<ToReadable> | undefined;

/** Loads what reads mark-up; offline, a file that was never loaded may come later, and texts are shown as written. */
export async function loadReadable(): Promise<ToReadable> {
  loaded ??= import('./readable.ts').then((module) => module.toReadable);
  return loaded.catch(() => {
    loaded = undefined;
    return ({ text }) => ({ text, isCutBefore: false, isCutAfter: false });
  });
}

/**
 * Cuts out the part of a chunk with the most query words close together, on one line, as a reader sees it, with marked matches. `matches` are
 * the matches in the text as written.
 */
export function makeSnippet(chunk: ChunkText, matches: readonly Match[], { find, toReadable }: SnippetTools): Snippet {
  const best = findBestMatch(matches);
  const place = best?.start ?? 0;
  const around = toReadable(chunk, place);
  const shown = around.text === chunk.text ? matches : find(around.text);
  const first = findBestMatch(shown);
  // All of them are in what is not shown, such as the address of a link: it begins at their line.
  const isHidden = first === undefined && best !== undefined;
  const { text, isCutBefore, isCutAfter } = isHidden ? toReadable(chunk, place, { fromLine: true }) : around;
  const start = first === undefined ? 0 : snapStart(text, first);
  const end = snapEnd(text, start);
  const { snippet, ranges } = toOneLine(text, start, end, shown);
  const lead = isCutBefore || text.slice(0, start).trim() !== '' ? ELLIPSIS : '';
  const tail = isCutAfter || text.slice(end).trim() !== '' ? ELLIPSIS : '';
  const moved = ranges.map(([from, to]) => [from + lead.length, to + lead.length] as const);
  return { snippet: lead + snippet + tail, ranges: moved };
}

/** Returns the first match of the place with the most different words, closest together, then with the most matches. */
export function findBestMatch(matches: readonly Match[]): Match | undefined {
  let best: Match | undefined;
  let bestScore = 0;
  matches.forEach((match, i) => {
    const words = new Set<number>();
    let [chars, count] = [0, 0];
    for (const { word, end } of matches.slice(i, i + MAX_NEAR)) {
      if (end - match.start > NEAR_CHARS) break;
      if (!words.has(word)) chars = end - match.start;
      words.add(word);
      count++;
    }
    // One word is as close together in any form.
    const spread = words.size > 1 ? chars : 0;
    const score = (words.size * NEAR_CHARS - spread) * MAX_NEAR + count;
    if (score <= bestScore) return;
    bestScore = score;
    best = match;
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
  const ranges = places
    .map(([from, to]) => [from, Math.min(to, body.length)] as const)
    .filter(([from, to]) => to > from);
  return { snippet: body, ranges };
}
