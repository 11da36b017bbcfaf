import { toAsciiLower } from '../../lib/ascii.ts';
import { toBaseName } from '../../lib/base-name.ts';
import type { SearchedCollection } from '../open/faces.ts';

export interface FileNames {
  /** Indexes of the file with this path, or of the files whose paths end with it. */
  find(name: string): readonly number[];
  /** Path of the file that a wrong name may mean: the same name with another folder, extension or case, or one with up to two other letters. */
  suggest(name: string): string | undefined;
  /** Finds the path of the document with a citation key; unset if none has one. */
  readonly findKey: ((key: string) => string | undefined) | undefined;
}

const NONE: readonly number[] = [];

/** Finds files by shortened paths, as answers write them: the last segments are enough if only one file has them. */
export function createFileNames(open: SearchedCollection): FileNames {
  const byName = new Map<string, number[]>();
  const byKey = new Map<string, string>();
  const document = open.facets.kind.names.indexOf('document');
  for (let i = 0; i < open.fileCount; i++) {
    const { path } = open.fileNames(i);
    const name = toBaseName(path);
    const key = open.facets.kind.numbers[i] === document ? open.row(i).document?.key : undefined;
    if (key !== undefined && !byKey.has(key)) byKey.set(key, path);
    const files = byName.get(name);
    if (files === undefined) byName.set(name, [i]);
    else files.push(i);
  }
  const find = (name: string): readonly number[] => {
    const whole = open.findFileIndex(name);
    if (whole !== undefined) return [whole];
    const ending = byName.get(toBaseName(name))?.filter((i) => open.fileNames(i).path.endsWith(`/${name}`)) ?? NONE;
    return ending.length > 0 ? ending : lookBelowRoot(name);
  };
  const { name: title, sources } = open.collection;
  const roots = new Set([title, ...sources.flatMap((source) => [source.name, source.slug])]);
  /** Answers may put the collection's folder first; paths inside the collection start below it. */
  const lookBelowRoot = (name: string): readonly number[] => {
    const segments = name.split('/');
    const root = segments.findLastIndex((segment, i) => i < segments.length - 1 && roots.has(segment));
    const below = root < 0 ? undefined : open.findFileIndex(segments.slice(root + 1).join('/'));
    return below === undefined ? NONE : [below];
  };
  return {
    find,
    findKey: byKey.size === 0 ? undefined : (key) => byKey.get(key),
    suggest(name) {
      const wanted = toStem(name);
      let best: { path: string; cost: number } | undefined;
      for (let i = 0; i < open.fileCount; i++) {
        const { path } = open.fileNames(i);
        const stem = toStem(path);
        const letters = stem === wanted ? 0 : countEdits(stem, wanted);
        if (letters > Math.min(MAX_EDITS, wanted.length / 4)) continue;
        const cost = letters + (toFolder(path) === toFolder(name) ? 0 : 0.5);
        if (cost < (best?.cost ?? Number.POSITIVE_INFINITY)) best = { path, cost };
      }
      return best?.path;
    },
  };
}

const MAX_EDITS = 2;

function toStem(path: string): string {
  return toAsciiLower(toBaseName(path)).replace(/\.[^.]*$/, '');
}

function toFolder(path: string): string {
  return path.slice(0, -toBaseName(path).length);
}

/** Counts inserted, removed and replaced letters; more than MAX_EDITS are not counted exactly. */
function countEdits(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > MAX_EDITS) return MAX_EDITS + 1;
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = (above[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(same, (above[j] as number) + 1, (row[j - 1] as number) + 1));
    }
    above = row;
  }
  return above[b.length] as number;
}
