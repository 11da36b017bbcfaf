import { escapeName } from '../text/hidden-text.ts';
import type { CountTokens } from './count-tokens.ts';
import { fenced } from './format-pack.ts';

/** Changes between two states of a collection, for a pack. Texts are masked already. */
export interface ReviewInput {
  /** The collection and its two states. */
  readonly title: string;
  readonly states: string;
  /** In the order of the text. */
  readonly files: readonly ReviewFile[];
  /** Lines about the uses of changed names. */
  readonly uses: readonly string[];
}

export interface ReviewFile {
  readonly what: 'added' | 'changed' | 'renamed' | 'removed';
  readonly path: string;
  readonly oldPath?: string;
  /** Hunks of a unified diff. */
  readonly hunks: readonly string[];
  /** Lines added and removed. */
  readonly counts: readonly [number, number];
  /** Why its diff is not whole. */
  readonly note?: string;
}

export interface FittedReview {
  readonly text: string;
  /** The diffs that fit, by index of the file: indexes of their hunks. */
  readonly shown: ReadonlyMap<number, readonly number[]>;
  /** Tokens of each file's diff. */
  readonly tokens: ReadonlyMap<number, number>;
  readonly missingHunks: number;
  /** Tokens with everything. */
  readonly allTokens: number;
}

const ORDER = ['added', 'changed', 'renamed', 'removed'] as const;

/** Writes the list of files, the diffs and the uses, as far as they fit: every file by name first, then hunks in order, then uses. */
export function fitReview(
  input: ReviewInput,
  { maxTokens, countTokens }: { readonly maxTokens: number; readonly countTokens: CountTokens },
): FittedReview {
  const hunks = input.files.flatMap(({ hunks: own }, file) =>
    own.map((text, hunk) => ({ file, hunk, tokens: countTokens(text) })),
  );
  const frames = input.files.map((file) => countTokens(writeDiff(file, [''])));
  const uses = input.uses.map((line) => countTokens(line));
  const listed = fitList(input, { maxTokens, countTokens });
  const base = countTokens(write(input, { listed, shown: new Map(), uses: 0 }));
  let left = maxTokens - base;
  const shown = new Map<number, number[]>();
  const order: { file: number; hunk: number }[] = [];
  for (const { file, hunk, tokens } of hunks) {
    const own = shown.get(file);
    const price = tokens + (own === undefined ? (frames[file] as number) : 0);
    if (price > left) continue;
    left -= price;
    order.push({ file, hunk });
    if (own === undefined) shown.set(file, [hunk]);
    else own.push(hunk);
  }
  let useCount = 0;
  for (const tokens of uses) {
    if (tokens > left) break;
    left -= tokens;
    useCount++;
  }
  let text = write(input, { listed, shown, uses: useCount });
  while (countTokens(text) > maxTokens) {
    const last = order.pop();
    if (useCount > 0) useCount--;
    else if (last !== undefined) drop(shown, last);
    else return { ...NOTHING, missingHunks: hunks.length };
    text = write(input, { listed, shown, uses: useCount });
  }
  const count = [...shown.values()].reduce((sum, own) => sum + own.length, 0);
  return {
    text,
    shown,
    tokens: new Map([...shown].map(([file, own]) => [file, sumTokens(hunks, file, own)])),
    missingHunks: hunks.length - count,
    allTokens: [base, ...hunks.map(({ tokens }) => tokens), ...frames, ...uses].reduce((sum, one) => sum + one, 0),
  };
}

const NOTHING: FittedReview = { text: '', shown: new Map(), tokens: new Map(), missingHunks: 0, allTokens: 0 };

function drop(shown: Map<number, number[]>, { file, hunk }: { readonly file: number; readonly hunk: number }): void {
  const own = (shown.get(file) ?? []).filter((other) => other !== hunk);
  if (own.length === 0) shown.delete(file);
  else shown.set(file, own);
}

function sumTokens(
  hunks: readonly { readonly file: number; readonly hunk: number; readonly tokens: number }[],
  file: number,
  own: readonly number[],
): number {
  return hunks.reduce((sum, one) => sum + (one.file === file && own.includes(one.hunk) ? one.tokens : 0), 0);
}

/** Finds how many files can be listed by name: removed and renamed ones first. */
function fitList(
  input: ReviewInput,
  { maxTokens, countTokens }: { readonly maxTokens: number; readonly countTokens: CountTokens },
): number {
  let listed = input.files.length;
  while (listed > 0 && countTokens(write(input, { listed, shown: new Map(), uses: 0 })) > maxTokens)
    listed = Math.floor(listed * 0.8);
  return listed;
}

interface Shown {
  /** Files in the list. */
  readonly listed: number;
  readonly shown: ReadonlyMap<number, readonly number[]>;
  readonly uses: number;
}

function write(input: ReviewInput, { listed, shown, uses }: Shown): string {
  const { files } = input;
  const rest = files.length - listed;
  const list = listFirst(files, listed)
    .map((i) => `- ${writeName(files[i] as ReviewFile, shown.get(i)?.length ?? 0)}\n`)
    .join('');
  const counts = ORDER.map((what) => [what, files.filter((file) => file.what === what).length] as const)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`);
  const diffs = files.flatMap((file, i) => {
    const own = shown.get(i);
    return own === undefined
      ? []
      : [
          writeDiff(
            file,
            own.map((hunk) => file.hunks[hunk] as string),
          ),
        ];
  });
  return [
    `\n${input.states}\n\n## Files: ${counts.join(', ')}\n\n${list}`,
    rest === 0 ? '' : `- and ${rest} more\n`,
    diffs.length === 0 ? '' : `\n## Diff\n${diffs.join('')}`,
    uses === 0 ? '' : `\n## Uses of changed names outside the diff\n\n${input.uses.slice(0, uses).join('')}`,
  ].join('');
}

/** Removed and renamed files come first if not all fit: nothing else in the pack names them. */
function listFirst(files: readonly ReviewFile[], count: number): number[] {
  const isMoved = (i: number): boolean => files[i]?.what === 'removed' || files[i]?.what === 'renamed';
  const all = [...files.keys()];
  const first = new Set([...all.filter(isMoved), ...all.filter((i) => !isMoved(i))].slice(0, count));
  return all.filter((i) => first.has(i));
}

function writeName({ what, path, oldPath, hunks, counts, note }: ReviewFile, shown: number): string {
  const [added, removed] = counts;
  const facts = [
    ...(added > 0 ? [`+${added}`] : []),
    ...(removed > 0 ? [`−${removed}`] : []),
    ...(shown === 0 && hunks.length > 0 ? ['diff does not fit'] : []),
    ...(shown > 0 && shown < hunks.length ? [`${shown} of ${hunks.length} hunks below`] : []),
    ...(note === undefined ? [] : [note]),
  ];
  const name = oldPath === undefined ? escapeName(path) : `${escapeName(oldPath)} → ${escapeName(path)}`;
  return `${what} ${name}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
}

function writeDiff({ what, path, oldPath }: ReviewFile, hunks: readonly string[]): string {
  const was = oldPath === undefined ? '' : `, was ${escapeName(oldPath)}`;
  return `\n### ${escapeName(path)} (${what}${was})\n\n${fenced(hunks.join(''), 'diff')}`;
}
