import { findPattern, toPatterns, toWords } from '../../citations/match-quote.ts';
import { toPassage } from '../../citations/passage.ts';
import { countPossibleWords } from '../../citations/word-filter.ts';
import { toBaseName } from '../../lib/base-name.ts';
import type { FoundRow, ReplacedTexts } from '../replaced/replaced-texts.ts';
import { findOrdinal } from '../search/answers.ts';
import { readChunk } from '../search/to-chunks.ts';
import type { Earlier } from './check-place.ts';
import { createFileNames } from './file-names.ts';
import { createQuoteFinder, type QuoteParts } from './find-quote.ts';

/** Texts read for one quotation. */
const MAX_READ = 8;
const MAX_WORDS = 24;
/** Share of a quotation's words that a chunk must contain: the rest may be in the next chunk. */
const MIN_SHARE = 0.6;

/** Joins the kept texts of the last states into one earlier state. Paths start with `prefix` when several collections are searched at once. */
export async function openEarlierTexts(texts: ReplacedTexts, prefix = ''): Promise<Earlier | undefined> {
  const rows = (await texts.list()).map((row) => ({ ...row, path: prefix + row.path }));
  if (rows.length === 0) return undefined;
  const files = new Map<string, FoundRow[]>();
  const byName = new Map<string, Set<string>>();
  for (const row of rows) {
    const own = files.get(row.path);
    if (own === undefined) files.set(row.path, [row]);
    else own.push(row);
    const name = toBaseName(row.path);
    byName.set(name, (byName.get(name) ?? new Set()).add(row.path));
  }
  const findPaths = (name: string): string[] =>
    [...(byName.get(toBaseName(name)) ?? [])].filter((path) => path === name || path.endsWith(`/${name}`));

  /** Lists the chunks of the same file and state that touch this one, in order. */
  const listAround = (row: FoundRow): FoundRow[] => {
    const isBeside = (other: FoundRow): boolean =>
      toBatch(other) === toBatch(row) &&
      other.lines[0] <= row.lines[1] + MAX_GAP &&
      other.lines[1] >= row.lines[0] - MAX_GAP;
    return inOrder((files.get(row.path) ?? []).filter(isBeside));
  };
  const readAll = async (found: readonly FoundRow[]): Promise<{ startLine: number; text: string }[]> => {
    const read = await Promise.all(found.map((row) => texts.read(row)));
    return found.flatMap(({ lines }, i) => (read[i] === undefined ? [] : [{ startLine: lines[0], text: read[i] }]));
  };

  return {
    async has(quote) {
      const patterns = toPatterns(quote);
      for (const row of chooseRows(rows, quote)) {
        const passage = toPassage(await readAll(listAround(row)));
        if (patterns.some((pattern) => findPattern(pattern, passage, 1).length > 0)) return true;
      }
      return false;
    },
    hasFile: (name) => findPaths(name).length > 0,
    async readLines(name, [first, last]) {
      for (const path of findPaths(name)) {
        const own = files.get(path) ?? [];
        const [newest] = own.filter(({ lines }) => lines[0] <= first && lines[1] >= first);
        if (newest === undefined) continue;
        const on = own.filter(
          (row) => toBatch(row) === toBatch(newest) && row.lines[0] <= last && row.lines[1] >= first,
        );
        const lines = (await readAll(inOrder(on))).flatMap(({ startLine, text }) =>
          text.split('\n').filter((_, i) => startLine + i >= first && startLine + i <= last),
        );
        return lines.join('\n');
      }
      return undefined;
    },
    async readChunk(id) {
      const row = rows.find((other) => id.length >= MIN_ID_CHARS && other.id.startsWith(id));
      return row && texts.read(row);
    },
  };
}

/** Characters of a short id; a ref, which is valid in one state only, has fewer. */
const MIN_ID_CHARS = 12;
/** Blank lines allowed between two adjacent chunks. */
const MAX_GAP = 4;

const toBatch = ({ piece }: FoundRow): string => piece.slice(0, piece.lastIndexOf('/'));

function inOrder(rows: readonly FoundRow[]): FoundRow[] {
  return [...rows].sort((a, b) => a.lines[0] - b.lines[0]);
}

/** Returns the rows that may contain most of the words. The first and last word of a quotation may be parts of longer words. */
function chooseRows(rows: readonly FoundRow[], quote: string): FoundRow[] {
  const all = toWords(quote.replace(/\[\[secret:[^\]\n]{0,80}\]\]/g, ' '));
  const words = [...new Set(all.slice(1, -1))].sort((a, b) => b.length - a.length).slice(0, MAX_WORDS);
  const wanted = words.length === 0 ? all : words;
  return rows
    .map((row) => ({ row, held: countPossibleWords(row.filter, wanted) }))
    .filter(({ held }) => held >= wanted.length * MIN_SHARE)
    .sort((a, b) => b.held - a.held)
    .slice(0, MAX_READ)
    .map(({ row }) => row);
}

/** Makes another collection an earlier state of this one. */
export function toEarlierCollection(parts: QuoteParts): Earlier {
  const { kernel, open } = parts;
  const finder = createQuoteFinder(parts);
  const files = createFileNames(open);
  return {
    has: async (quote) => (await finder.find(quote)) !== undefined,
    hasFile: (name) => files.find(name).length > 0,
    async readLines(name, lines) {
      const fileIndex = files.find(name).find((i) => lines[1] <= open.file(i).lineCount);
      return fileIndex === undefined ? undefined : finder.readLines({ path: open.file(fileIndex).path, lines });
    },
    async readChunk(id) {
      // A ref is valid in one state only.
      const ordinal = id.startsWith('c') && id.length < 12 ? undefined : await findOrdinal(kernel, open, id);
      return ordinal === undefined ? undefined : (await readChunk(kernel, open, ordinal)).content;
    },
  };
}
