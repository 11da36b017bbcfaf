import { toBaseName } from '../../lib/base-name.ts';
import type { OpenCollection } from '../open/open-collection.ts';

export interface FileNames {
  /** Indexes of the file with this path, else of those whose paths end so. */
  find(name: string): readonly number[];
}

const NONE: readonly number[] = [];

/** Answers shorten paths: the last segments are enough where they are of one file. */
export function createFileNames(open: OpenCollection): FileNames {
  const byName = new Map<string, number[]>();
  for (let i = 0; i < open.fileCount; i++) {
    const name = toBaseName(open.fileNames(i).path);
    const files = byName.get(name);
    if (files === undefined) byName.set(name, [i]);
    else files.push(i);
  }
  const known = new Map<string, readonly number[]>();
  const look = (name: string): readonly number[] => {
    const whole = open.findFileIndex(name);
    if (whole !== undefined) return [whole];
    return byName.get(toBaseName(name))?.filter((i) => open.fileNames(i).path.endsWith(`/${name}`)) ?? NONE;
  };
  return {
    find(name) {
      const found = known.get(name) ?? look(name);
      known.set(name, found);
      return found;
    },
  };
}
