import { writeHunk } from '../../export/delta/unified-diff.ts';
import type { CountTokens } from '../../export/pack/count-tokens.ts';
import { type FittedReview, fitReview, type ReviewFile, type ReviewInput } from '../../export/pack/write-review.ts';
import { escapeName } from '../../export/text/hidden-text.ts';
import { toCodeSpan } from '../../export/text/labels.ts';
import { isSecondary } from '../../kinds/secondary.ts';
import { pauseForEvents } from '../../lib/async/priorities.ts';
import { isCodeKind } from '../../model/kind.ts';
import type { PackItem } from '../contract.ts';
import { rowOf } from '../search/to-chunks.ts';
import type { Choice, PackParts } from './choose-chunks.ts';
import { type ChangedFile, findChanges } from './find-changes.ts';
import { type ChangedName, type ChangedOutline, findUses, outlineChange } from './find-uses.ts';
import type { PackTexts } from './pack-texts.ts';

export interface WrittenReview {
  readonly title: string;
  readonly text: string;
  readonly allTokens: number;
  readonly hunks: { readonly all: number; readonly missing: number };
  /** The changed files, each with its diff. */
  readonly items: readonly PackItem[];
}

interface ReviewOptions {
  /** Id of the snapshot before the changes. */
  readonly since: string;
  readonly matches: (path: string) => boolean;
  readonly allows: (fileIndex: number) => boolean;
  /** Paths of files whose diff is not wanted. */
  readonly leaveOut: ReadonlySet<string>;
}

interface OutlinedFile {
  readonly file: ChangedFile;
  readonly outline: ChangedOutline;
}

/** Time before other requests and a cancel get in. */
const SLICE_MS = 30;

export async function readReview(deps: PackParts, { since, matches, allows, leaveOut }: ReviewOptions) {
  const { open, job } = deps;
  let sliceMs = performance.now();
  const onStep = async (): Promise<void> => {
    job?.throwIfCancelled();
    if (performance.now() - sliceMs < SLICE_MS) return;
    await pauseForEvents();
    sliceMs = performance.now();
  };
  const earlier = await deps.readEarlier(since);
  const rankOf = ({ what, path, fileIndex }: ChangedFile): number => {
    if (what === 'removed') return 2;
    return isSecondary(path, fileIndex !== undefined && isCodeKind(open.fileNames(fileIndex).kind)) ? 1 : 0;
  };
  const changes = (await findChanges(open, earlier, { matches, onStep })).sort((a, b) => rankOf(a) - rankOf(b));
  const files: OutlinedFile[] = [];
  for (const file of changes) {
    await onStep();
    files.push({ file, outline: await outlineChange(deps, file) });
  }
  const uses = await findUses(deps, files, { allows, onStep });
  // Code that still uses a removed name is broken.
  const names = [...uses].sort((a, b) => Number(a.line !== undefined) - Number(b.line !== undefined));
  return {
    /** Chunks that define a changed symbol and are not in the diff as a whole, chunks that use one, then tests that do. */
    choices: [
      ...listDefinitions(
        deps,
        files.filter(({ file }) => !leaveOut.has(file.path)),
      ),
      ...listUsers(names),
    ],
    /** Changed files that are still there. */
    fileIndexes: changes.flatMap(({ fileIndex }) => fileIndex ?? []),
    /** Scans the earlier texts for secrets, before any text is masked. */
    collectSecrets(texts: PackTexts): void {
      for (const { path, oldPath = path, old } of changes) texts.addText(oldPath, old.lines.join('\n'));
    },
    /** Writes the changes, as far as they fit. `toRoom` returns the tokens that a text with this title may have. */
    write(
      texts: PackTexts,
      { countTokens, toRoom }: { readonly countTokens: CountTokens; toRoom(title: string): number },
    ): WrittenReview {
      const { name, changedAt } = open.collection;
      const input: ReviewInput = {
        title: `Changes in ${texts.toName(name)}`,
        states: `From state ${earlier.row.generation} of ${toTime(earlier.row.at)} to state ${earlier.generation} of ${toTime(changedAt)}.`,
        files: files.map((one) => toReviewFile(one, texts, leaveOut)),
        uses: names.map((one) => writeUses(one, texts)),
      };
      const fitted = fitReview(input, { maxTokens: toRoom(input.title), countTokens });
      const all = input.files.reduce((sum, file) => sum + file.hunks.length, 0);
      return {
        title: input.title,
        text: fitted.text,
        allTokens: fitted.allTokens,
        hunks: { all, missing: fitted.missingHunks },
        items: input.files.map((file, i) => toItem(file, files[i] as OutlinedFile, { fitted, index: i })),
      };
    },
  };
}

/** Changes since an earlier state, and the code around them [P9]. */
export type Review = Awaited<ReturnType<typeof readReview>>;

function toItem(
  { path, what, counts: [added, removed] }: ReviewFile,
  { file: { hunks, now } }: OutlinedFile,
  { fitted, index }: { readonly fitted: FittedReview; readonly index: number },
): PackItem {
  const lines = (fitted.shown.get(index) ?? []).flatMap((hunk) => {
    const [start, count] = hunks[hunk]?.now ?? [0, 0];
    return count === 0 ? [] : [[now.numbers[start] ?? 1, now.numbers[start + count - 1] ?? 1] as const];
  });
  const label = `${what}${added > 0 ? ` +${added}` : ''}${removed > 0 ? ` −${removed}` : ''}`;
  return { key: path, path, lines, label, why: 'changed', tokens: fitted.tokens.get(index) ?? 0 };
}

/** Lists chunks of changed symbols that have lines outside the diff. The file's other chunks say nothing about the change. */
function listDefinitions({ open }: PackParts, files: readonly OutlinedFile[]): Choice[] {
  return files.flatMap(({ file: { path, fileIndex, hunks, now }, outline }) => {
    if (fileIndex === undefined || isSecondary(path, true)) return [];
    const first = open.ordinals[fileIndex] as number;
    const count = (open.ordinals[fileIndex + 1] as number) - first;
    const shown = new Set(
      hunks.flatMap(({ rows }) => rows.flatMap(({ what, at }) => (what === '-' ? [] : [now.numbers[at]]))),
    );
    return Array.from({ length: count }, (_, i) => first + i).flatMap((ordinal): Choice[] => {
      const { startLine, endLine } = rowOf(open, ordinal);
      const isOwn = outline.changed.some((symbol) => symbol.startLine <= endLine && symbol.endLine >= startLine);
      const isShown = now.numbers.every((line) => line < startLine || line > endLine || shown.has(line));
      return isOwn && !isShown ? [{ ordinal, why: 'changed' }] : [];
    });
  });
}

/** Lists chunks that use changed names: first those that use the most and the rarest names, tests last. */
function listUsers(names: readonly ChangedName[]): Choice[] {
  const scores = new Map<number, { score: number; isTest: boolean }>();
  for (const { uses } of names)
    for (const { ordinal, isTest } of uses)
      scores.set(ordinal, { score: (scores.get(ordinal)?.score ?? 0) + 1 / uses.length, isTest });
  return [...scores]
    .sort(([a, one], [b, other]) => Number(one.isTest) - Number(other.isTest) || other.score - one.score || a - b)
    .map(([ordinal]) => ({ ordinal, why: 'uses' }));
}

/** `2026-11-18T16:48:15.123Z` → `2026-11-18 16:48 UTC`. */
function toTime(at: string): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC`;
}

function toReviewFile({ file, outline }: OutlinedFile, texts: PackTexts, leaveOut: ReadonlySet<string>): ReviewFile {
  const { what, path, oldPath, hunks, lost, isUnread } = file;
  const mask = (name: string, { lines, numbers }: ChangedFile['now']): ChangedFile['now'] => ({
    lines: texts.maskText(name, lines.join('\n')).split('\n'),
    numbers,
  });
  const [old, now] = [mask(oldPath ?? path, file.old), mask(path, file.now)];
  const rows = hunks.flatMap((hunk) => hunk.rows);
  const isOut = leaveOut.has(path);
  const notes = [
    ...(lost === 0 ? [] : [`the earlier text of ${lost} chunk${lost === 1 ? '' : 's'} is no longer stored`]),
    ...(isUnread ? ['texts not compared'] : []),
    ...(isOut ? ['diff left out'] : []),
  ];
  return {
    ...{ what, path: texts.toName(path) },
    ...(oldPath === undefined ? {} : { oldPath: texts.toName(oldPath) }),
    hunks: isOut ? [] : hunks.map((hunk) => writeHunk(hunk, old, now, texts.toName(outline.nameAt(hunk)))),
    counts: [countRows(rows, '+'), countRows(rows, '-')],
    ...(notes.length === 0 ? {} : { note: notes.join(', ') }),
  };
}

function countRows(rows: ChangedFile['hunks'][number]['rows'], wanted: '+' | '-'): number {
  return rows.reduce((sum, { what }) => sum + (what === wanted ? 1 : 0), 0);
}

/** Writes one line: the name, where it is defined, and the lines that use it, tests last. */
function writeUses({ name, path, line, uses, isCommon }: ChangedName, texts: PackTexts): string {
  const toPlace = (one: string): string => escapeName(texts.toName(one));
  const defined = line === undefined ? `removed from ${toPlace(path)}` : `${toPlace(path)}:${line}`;
  const list = (isTest: boolean): string => {
    const files = new Map<string, number[]>();
    for (const use of uses)
      if (use.isTest === isTest) files.set(use.path, [...(files.get(use.path) ?? []), ...use.lines]);
    return [...files].map(([own, lines]) => `${toPlace(own)}:${toLines(lines)}`).join('; ');
  };
  const tests = list(true);
  const places = [list(false), tests === '' ? '' : `tests: ${tests}`].filter((part) => part !== '').join('; ');
  return `- ${toCodeSpan(texts.toName(name))} (${defined}): ${isCommon ? 'in more than 24 chunks' : places}\n`;
}

const MAX_LINES = 8;

function toLines(lines: readonly number[]): string {
  const sorted = [...new Set(lines)].sort((a, b) => a - b);
  const more = sorted.length - MAX_LINES;
  return sorted.slice(0, MAX_LINES).join(',') + (more > 0 ? ` +${more}` : '');
}
