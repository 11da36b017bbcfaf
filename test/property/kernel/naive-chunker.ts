import { type Node, Parser } from 'commonmark';
import type { Settings } from '../../../src/model/settings.ts';

/** A chunk as the plain version of the chunker sees it. Lines are 0-based, `to` is exclusive; pieces of a long line have their text. */
export interface NaiveChunk {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly part: number;
  readonly parts: number;
}

interface Section {
  readonly line: number;
  readonly level: number;
  readonly isHeading: boolean;
  readonly bodyLine: number;
}

const length = (text: string) => [...text].length;
const isBlank = (line: string) => !/\S/.test(line);

/** Rules 1–3 by the letter, with commonmark.js for headings and fences. Slow, and meant to be read next to the spec. */
export function chunkNaively(source: string, settings: Settings): NaiveChunk[] {
  const lines = source.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const { sections, inFence } = readBlocks(source, lines.length);
  const groups = joinSections(lines, sections, settings);
  return groups.flatMap(([from, to]) => {
    const pieces = split({ lines, inFence, settings }, from, to);
    return pieces.map((piece, i) => ({ ...piece, part: i + 1, parts: pieces.length }));
  });
}

function readBlocks(source: string, count: number): { sections: Section[]; inFence: boolean[] } {
  const sections: Section[] = [{ line: 0, level: 0, isHeading: false, bodyLine: 0 }];
  const inFence: boolean[] = new Array(count).fill(false);
  const root = new Parser().parse(source);
  for (let node = root.firstChild; node; node = node.next) {
    if (node.type !== 'heading') continue;
    const [[first], [last]] = node.sourcepos;
    sections.push({ line: first - 1, level: node.level, isHeading: true, bodyLine: last });
  }
  const walker = root.walker();
  for (let event = walker.next(); event; event = walker.next()) {
    if (!event.entering || event.node.type !== 'code_block' || !isFenced(event.node)) continue;
    const [[first], [last]] = event.node.sourcepos;
    for (let line = first; line < last; line++) inFence[line] = true;
  }
  return { sections, inFence };
}

function isFenced(node: Node): boolean {
  return (node as Node & { readonly _isFenced: boolean })._isFenced;
}

function charsOf(lines: readonly string[], from: number, to: number): number {
  return length(lines.slice(from, to).join('\n'));
}

function trim(lines: readonly string[], from: number, to: number): [number, number] {
  let [a, b] = [from, to];
  while (a < b && isBlank(lines[a] as string)) a++;
  while (b > a && isBlank(lines[b - 1] as string)) b--;
  return [a, b];
}

function joinSections(lines: readonly string[], sections: readonly Section[], settings: Settings): [number, number][] {
  const { chunk_min_chars: min, chunk_target_chars: target, chunk_max_chars: max } = settings;
  const spans = sections
    .map((section, i) => {
      const [from, to] = trim(lines, section.line, sections[i + 1]?.line ?? lines.length);
      return { ...section, from, to, isBare: section.isHeading && to <= section.bodyLine };
    })
    .filter((span) => span.from < span.to);
  const groups: [number, number][] = [];
  let open: typeof spans = [];
  const close = () => {
    const [first, last] = [open[0], open.at(-1)];
    if (first && last) groups.push([first.from, last.to]);
    open = [];
  };
  spans.forEach((next, i) => {
    const [first, last] = [open[0], open.at(-1)];
    if (first && last) {
      const sum = charsOf(lines, first.from, next.to);
      const openChars = charsOf(lines, first.from, last.to);
      const deeper = open.slice(1).every((span) => span.level > first.level);
      const notHigher = open.slice(1).every((span) => span.level >= first.level);
      const related =
        first.isHeading && ((next.level > first.level && deeper) || (next.level === first.level && notHigher));
      const bare = last.isBare || (next.isBare && i === spans.length - 1);
      if ((openChars < min && related && sum <= target) || (bare && sum <= max)) {
        open.push(next);
        return;
      }
    }
    close();
    open = [next];
  });
  close();
  return groups;
}

interface Doc {
  readonly lines: readonly string[];
  readonly inFence: readonly boolean[];
  readonly settings: Settings;
}

type Piece = Pick<NaiveChunk, 'from' | 'to' | 'text'>;

function split(doc: Doc, from: number, to: number): Piece[] {
  const { lines, settings } = doc;
  const pieces: Piece[] = [];
  let at = from;
  while (true) {
    [at] = trim(lines, at, to);
    if (at >= to) return pieces;
    if (charsOf(lines, at, to) <= settings.chunk_target_chars) {
      pieces.push({ from: at, to, text: lines.slice(at, to).join('\n') });
      return pieces;
    }
    if (length(lines[at] as string) > settings.chunk_max_chars) {
      for (const text of splitLine(lines[at] as string, settings)) pieces.push({ from: at, to: at + 1, text });
      at += 1;
      continue;
    }
    const place = findPlace(doc, at, to);
    const [a, b] = trim(lines, at, place);
    pieces.push({ from: a, to: b, text: lines.slice(a, b).join('\n') });
    at = place;
  }
}

/** The best line before which to cut. */
function findPlace(doc: Doc, at: number, to: number): number {
  const { lines, inFence, settings } = doc;
  const { chunk_min_chars: min, chunk_target_chars: target, chunk_max_chars: max } = settings;
  const fits: number[] = [];
  for (let line = at + 1; line < to && charsOf(lines, at, line) <= target; line++) fits.push(line);
  const crossing = (fits.at(-1) ?? at) + 1;
  const fence = findFence(inFence, crossing - 1, to);
  if (fence && fence[0] >= at) {
    const [open, behind] = fence;
    if (open > at && charsOf(lines, at, open) >= min) return open;
    if (charsOf(lines, open, behind) <= max) {
      if (charsOf(lines, at, behind) <= max) return behind;
      if (open > at) return open;
    }
  }
  const outside = fits.filter((line) => !inFence[line]);
  const blank = outside.filter((line) => isBlank(lines[line] as string) || isBlank(lines[line - 1] as string));
  const large = (line: number) => charsOf(lines, at, line) >= min;
  const inside = fits.filter((line) => inFence[line]);
  const best = blank.filter(large).at(-1) ?? outside.slice(-1).filter(large).at(-1) ?? inside.at(-1);
  if (best !== undefined) return best;
  if (charsOf(lines, at, crossing) <= max) return crossing;
  return outside.at(-1) ?? crossing;
}

/** First line of the fence that a line belongs to, and the line after the fence. */
function findFence(inFence: readonly boolean[], line: number, to: number): [number, number] | undefined {
  let open = line;
  while (inFence[open]) open--;
  let behind = line + 1;
  while (behind < to && inFence[behind]) behind++;
  return behind - open > 1 ? [open, behind] : undefined;
}

function splitLine(line: string, settings: Settings): string[] {
  const { chunk_min_chars: min, chunk_target_chars: target } = settings;
  const points = [...line];
  const pieces: string[] = [];
  let at = 0;
  while (at < points.length) {
    let end = Math.min(points.length, at + target);
    if (end < points.length) {
      let space = end;
      while (space > at && !(/\s/.test(points[space - 1] as string) && space - at >= min)) space--;
      if (space > at) end = space;
    }
    const text = points.slice(at, end).join('');
    if (!isBlank(text)) pieces.push(text);
    at = end;
  }
  return pieces;
}
