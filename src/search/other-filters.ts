import type { Filters, OtherFilter } from '../model/hit.ts';
import { createFileFilter, type FilteredFiles } from './filters.ts';

/** Filters that files are compared with, in the order they are suggested. */
const TRIED = ['kind', 'lang', 'language', 'tag', 'path'] as const;

export interface NamedFiles extends FilteredFiles {
  readonly fileCount: number;
  /** Reads what `fileAt` needs. */
  completeFiles?(): Promise<void>;
}

/** Finds, for each filter that no file passes, one of another name that some file passes with the same value: `lang:rust` for `kind:rust`. */
export async function findOtherFilters(files: NamedFiles, filters: Filters): Promise<OtherFilter[]> {
  const asked = TRIED.flatMap((key) => (filters[key] ?? []).map((value) => ({ key, value })));
  if (asked.length === 0) return [];
  await files.completeFiles?.();
  const isPassed = (key: keyof Filters, value: string): boolean => {
    const passes = createFileFilter(files, { [key]: [value] }, {});
    for (let i = 0; i < files.fileCount; i++) if (passes(i)) return true;
    return false;
  };
  return asked.flatMap(({ key, value }) => {
    const works = isPassed(key, value) ? undefined : TRIED.find((other) => isPassed(other, value));
    return works === undefined ? [] : [{ key, value, works }];
  });
}
