import { toBaseName } from '../../lib/base-name.ts';
import type { SearchedCollection } from '../open/faces.ts';

export interface FileNames {
  /** Indexes of the file with this path, or of the files whose paths end with it. */
  find(name: string): readonly number[];
}

const NONE: readonly number[] = [];

/** Finds files by shortened paths, as answers write them: the last segments are enough if only one file has them. */
export function createFileNames(open: SearchedCollection): FileNames {
  const byName = new Map<string, number[]>();
  for (let i = 0; i < open.fileCount; i++) {
    const name = toBaseName(open.fileNames(i).path);
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
  return { find };
}
