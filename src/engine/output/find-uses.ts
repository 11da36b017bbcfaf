import type { Hunk, NumberedLines } from '../../export/delta/unified-diff.ts';
import { findSecondary } from '../../kinds/secondary.ts';
import { toBaseName } from '../../lib/base-name.ts';
import type { SymbolSpan } from '../../model/chunk.ts';
import { isCodeKind } from '../../model/kind.ts';
import { toOwnName } from '../../search/name-matches.ts';
import { readOutline } from '../search/answers.ts';
import { rankChunks } from '../search/run-search.ts';
import { rowOf } from '../search/to-chunks.ts';
import type { PackParts } from './choose-chunks.ts';
import { type ChangedFile, readAt } from './find-changes.ts';

/** A changed name, and the lines outside the change that have it. */
export interface ChangedName {
  /** The name as the code uses it: `open` for `Store.open`. */
  readonly name: string;
  /** Its file, and its line unless it was removed. */
  readonly path: string;
  readonly line?: number;
  readonly uses: readonly NameUse[];
  /** There are too many uses to list. */
  readonly isCommon?: boolean;
}

export interface NameUse {
  readonly ordinal: number;
  readonly path: string;
  readonly lines: readonly number[];
  readonly isTest: boolean;
}

/** The symbols around changed lines. */
export interface ChangedOutline {
  /** Returns the name of the symbol or heading that a line is in. */
  nameAt(hunk: Hunk): string;
  readonly changed: readonly SymbolSpan[];
  readonly removed: readonly SymbolSpan[];
}

const NO_OUTLINE: ChangedOutline = { nameAt: () => '', changed: [], removed: [] };

/** Finds the symbols that a change touches, in the file now and in its earlier text. */
export async function outlineChange(deps: PackParts, file: ChangedFile): Promise<ChangedOutline> {
  const { kernel, open, listSymbols } = deps;
  const { fileIndex, hunks, old, now } = file;
  if (hunks.length === 0) return NO_OUTLINE;
  const outline = fileIndex === undefined ? { headings: [], symbols: [] } : await readOutline(kernel, open, fileIndex);
  const oldRows = hunks.flatMap(({ rows }) => rows.filter(({ what }) => what === '-'));
  // Their lines are places in the text below, not lines of the file.
  const oldSymbols =
    oldRows.length === 0 || listSymbols === undefined
      ? []
      : await listSymbols(file.oldPath ?? file.path, old.lines.join('\n'));
  const touched = listInnermost(
    outline.symbols,
    hunks.flatMap((hunk) => listSpots(hunk, now)),
  );
  const names = new Set(outline.symbols.map(({ name }) => name));
  const touchedBefore = listInnermost(
    oldSymbols,
    oldRows.map(({ at }) => [at + 1, at + 1]),
  );
  const nameAt = (hunk: Hunk): string => {
    const [first = [0, 0]] = listSpots(hunk, now);
    const own = findInnermost(outline.symbols, first)?.name;
    if (own !== undefined) return own;
    const gone = hunk.rows.find(({ what }) => what === '-');
    const before = gone && findInnermost(oldSymbols, [gone.at + 1, gone.at + 1])?.name;
    return before ?? outline.headings.findLast(({ line }) => line <= first[0])?.text ?? '';
  };
  return { nameAt, changed: touched, removed: touchedBefore.filter(({ name }) => !names.has(name)) };
}

type Spot = readonly [first: number, last: number];

/** Lists the lines that a hunk adds; where it only removes some, the lines around them. */
function listSpots({ rows, now: [start] }: Hunk, { numbers }: NumberedLines): Spot[] {
  let next = start;
  const spots: Spot[] = [];
  for (const [i, { what, at }] of rows.entries()) {
    if (what === '+') spots.push([numbers[at] as number, numbers[at] as number]);
    if (what !== '-') next = at + 1;
    else if (rows[i + 1]?.what !== '-' && rows[i + 1]?.what !== '+') {
      const before = numbers[next - 1] ?? 0;
      spots.push([before, numbers[next] ?? before + 1]);
    }
  }
  return spots;
}

function listInnermost(symbols: readonly SymbolSpan[], spots: readonly Spot[]): SymbolSpan[] {
  return [...new Set(spots.map((spot) => findInnermost(symbols, spot)).filter((symbol) => symbol !== undefined))];
}

function findInnermost(symbols: readonly SymbolSpan[], [first, last]: Spot): SymbolSpan | undefined {
  let best: SymbolSpan | undefined;
  for (const symbol of symbols) {
    if (symbol.startLine > first || symbol.endLine < last) continue;
    if (best === undefined || symbol.endLine - symbol.startLine <= best.endLine - best.startLine) best = symbol;
  }
  return best;
}

/** Names looked up, and chunks read for each: a larger change is too large for this. */
const MAX_NAMES = 300;
const HITS_PER_NAME = 40;
/** Chunks from which a name is too common to say anything about them. */
const COMMON = 24;

/** Finds the lines that have a changed name as a whole word with the same case, outside of the changed lines and of the symbol itself. */
export async function findUses(
  deps: PackParts,
  files: readonly { readonly file: ChangedFile; readonly outline: ChangedOutline }[],
  { allows, onStep }: { readonly allows: (fileIndex: number) => boolean; readonly onStep: () => Promise<void> },
): Promise<ChangedName[]> {
  const { kernel, open } = deps;
  const shown = new Map(
    files.map(({ file: { path, hunks, now } }) => [
      path,
      new Set(hunks.flatMap(({ rows }) => rows.flatMap(({ what, at }) => (what === '+' ? [now.numbers[at]] : [])))),
    ]),
  );
  const names = listNames(deps, files);
  const found: ChangedName[] = [];
  for (const { name, path, symbol, parent, isGone } of names.slice(0, MAX_NAMES)) {
    await onStep();
    const hits = await rankChunks(kernel, open, toQuestion(name), {
      limit: HITS_PER_NAME,
      exact: { case: true, word: true },
      allows,
    });
    const ordinals = hits.map(({ fileIndex, chunkIndex }) => (open.ordinals[fileIndex] as number) + chunkIndex);
    const texts = await readAt(open, ordinals);
    // With two definitions of a name, only a file that also names the class or the module means this one.
    const isShared = ordinals.some((ordinal) =>
      rowOf(open, ordinal).symbols.some(
        (other) =>
          toOwnName(other) === name &&
          (other !== symbol.name || open.fileNames(open.fileOfOrdinal(ordinal)).path !== path),
      ),
    );
    const owner = [parent === '' ? toModule(path) : parent];
    const uses: NameUse[] = [];
    for (const [i, ordinal] of ordinals.entries()) {
      const fileIndex = open.fileOfOrdinal(ordinal);
      const { path: usedIn, kind } = open.fileNames(fileIndex);
      const isCode = isCodeKind(kind);
      const { startLine } = rowOf(open, ordinal);
      const isOwn = (line: number): boolean =>
        usedIn === path && !isGone && symbol.startLine <= line && line <= symbol.endLine;
      const lines = (texts[i] as string)
        .split('\n')
        .flatMap((text, at) => (refersTo(text, name, isCode) ? [startLine + at] : []))
        .filter((line) => !isOwn(line) && shown.get(usedIn)?.has(line) !== true);
      if (lines.length === 0) continue;
      if (isShared && !(usedIn === path && parent === '') && !(await hasAnyWord(deps, fileIndex, owner))) continue;
      uses.push({ ordinal, path: usedIn, lines, isTest: findSecondary(usedIn, isCode) === 'test' });
    }
    const place = { name, path, ...(isGone ? {} : { line: symbol.startLine }) };
    if (uses.length > COMMON) found.push({ ...place, uses: [], isCommon: true });
    else if (uses.length > 0) found.push({ ...place, uses });
  }
  return found;
}

interface Named {
  readonly name: string;
  readonly path: string;
  readonly symbol: SymbolSpan;
  /** Name of the class it is in. */
  readonly parent: string;
  readonly isGone: boolean;
}

/** Lists changed and removed symbols, each name of a file once. Tests define names that nothing uses. */
function listNames(
  { open }: PackParts,
  files: readonly { readonly file: ChangedFile; readonly outline: ChangedOutline }[],
): Named[] {
  const names = new Map<string, Named>();
  const moved = new Set(files.flatMap(({ outline }) => outline.changed.map(({ name }) => toOwnName(name))));
  for (const { file, outline } of files) {
    const { path, fileIndex } = file;
    const isCode = fileIndex === undefined || isCodeKind(open.fileNames(fileIndex).kind);
    if (findSecondary(path, isCode) !== undefined) continue;
    const gone = outline.removed.filter(({ name }) => !moved.has(toOwnName(name)));
    for (const symbol of [...outline.changed, ...gone]) {
      const name = toOwnName(symbol.name);
      const parent = toOwnName(symbol.name.slice(0, -name.length - 1));
      const key = `${name}\n${path}`;
      // Fields, and names such as `id`, `x` and `do`, have uses everywhere.
      if (symbol.what === 'field' || !/^[\w$\u0080-\uffff]{3,}[?!]?$/.test(name) || names.has(key)) continue;
      names.set(key, { name, path, symbol, parent, isGone: gone.includes(symbol) });
    }
  }
  return [...names.values()];
}

const GENERIC = /^(?:index|main|mod|lib|init|__init__)$/;

/** `src/store.ts` → `store`, `store/index.ts` → `store`. */
function toModule(path: string): string {
  const stem = toBaseName(path).split('.')[0] as string;
  return GENERIC.test(stem) ? (path.split('/').at(-2) ?? stem) : stem;
}

async function hasAnyWord({ open }: PackParts, fileIndex: number, words: readonly string[]): Promise<boolean> {
  const first = open.ordinals[fileIndex] as number;
  const count = (open.ordinals[fileIndex + 1] as number) - first;
  const texts = await readAt(
    open,
    Array.from({ length: count }, (_, i) => first + i),
  );
  return texts.some((text) => words.some((word) => hasWord(text, word)));
}

/** Removes the query language's operators. */
function toQuestion(name: string): string {
  return name.replace(/[":-]+/g, ' ');
}

export const COMMENT = /^\s*(?:\/\/|\/\*|\*(?:\s|\/|$)|#\s|--\s|;;)/;
const DEFINITION =
  /\b(?:fn|def|fun|func|function|class|struct|enum|trait|interface|type|mod|module|const|let|var|val)\s+$/;

/** Whether a line uses the name: in code not only in a comment, in prose as code unless the name cannot be a word. */
export function refersTo(line: string, name: string, isCode: boolean): boolean {
  if (!hasWord(line, name) || (isCode && COMMENT.test(line))) return false;
  const at = line.indexOf(name);
  if (isCode) return !DEFINITION.test(line.slice(0, at)) || hasWord(line.slice(at + name.length), name);
  return !/^[A-Z]?[a-z]+$/.test(name) || new RegExp(`\`[^\`]*\\b${name}\\b[^\`]*\`|\\b${name}\\(`).test(line);
}

/** Finds whole words: `open` is not in `reopened`. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!isWordUnit(text.charCodeAt(at - 1)) && !isWordUnit(text.charCodeAt(at + word.length))) return true;
  return false;
}

/** Returns false for NaN, which is past the text. */
function isWordUnit(unit: number): boolean {
  const isLetter = (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);
  return isLetter || (unit >= 48 && unit <= 57) || unit === 95 || unit >= 0x80;
}
