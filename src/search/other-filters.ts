import type { FileNames } from '../model/chunk.ts';
import type { Filters, OtherFilter } from '../model/hit.ts';
import { passesFile } from './filters.ts';

/** Filters that files are compared with, in the order they are suggested. */
const TRIED = ['kind', 'lang', 'tag', 'path'] as const;

export interface NamedFiles {
  readonly fileCount: number;
  fileAt(file: number): FileNames;
  /** Reads what `fileAt` needs. */
  completeFiles?(): Promise<void>;
}

/** Finds, for each filter that no file passes, one of another name that some file passes with the same value: `lang:rust` for `kind:rust`. */
export async function findOtherFilters(files: NamedFiles, filters: Filters): Promise<OtherFilter[]> {
  const asked = TRIED.flatMap((key) => (filters[key] ?? []).map((value) => ({ key, value, works: new Set<string>() })));
  if (asked.length === 0) return [];
  await files.completeFiles?.();
  for (let i = 0; i < files.fileCount; i++)
    for (const { value, works } of asked)
      for (const key of TRIED) if (!works.has(key) && passesFile(files.fileAt(i), { [key]: [value] })) works.add(key);
  return asked.flatMap(({ key, value, works }) => {
    const other = works.has(key) ? undefined : TRIED.find((one) => works.has(one));
    return other === undefined ? [] : [{ key, value, works: other }];
  });
}
