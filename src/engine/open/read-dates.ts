import { parsePeriod } from '../../lib/dates.ts';
import { readFrontMatter } from '../../markdown/front-matter.ts';
import type { FileEntry } from '../file-table/file-entry.ts';
import type { CollectionFiles, CollectionTexts } from './faces.ts';

/** Keys of front matter; the latest date counts. */
const KEYS = ['date', 'updated', 'lastmod'];
const HEAD_BYTES = 4_000;
const FILES_AT_ONCE = 1_000;

/** Reads when each file was changed, in milliseconds: by its front matter, else by its own time. */
export async function readDates(open: CollectionFiles & CollectionTexts): Promise<Float64Array> {
  const timeOf = createFileTime(open);
  const dates = new Float64Array(open.fileCount);
  const heads: { readonly fileIndex: number; readonly chunkIndex: number; startByte: number; endByte: number }[] = [];
  for (let fileIndex = 0; fileIndex < open.fileCount; fileIndex++) {
    const entry = open.file(fileIndex);
    const { kind, contents } = entry;
    dates[fileIndex] = timeOf(entry);
    const endByte = Math.min(HEAD_BYTES, contents.end - contents.start);
    if (kind === 'markdown' && endByte > 0) heads.push({ fileIndex, chunkIndex: 0, startByte: 0, endByte });
  }
  for (let from = 0; from < heads.length; from += FILES_AT_ONCE) {
    const some = heads.slice(from, from + FILES_AT_ONCE);
    const texts = await open.readTexts(some);
    for (const [i, { fileIndex }] of some.entries()) {
      const written = findWritten(texts[i] as string);
      if (written !== undefined) dates[fileIndex] = written;
    }
  }
  return dates;
}

/** Tells the time of a file by its entry; NaN if unknown. Files of a repository that was read by address have a stamp of their content instead. */
export function createFileTime({ collection }: Pick<CollectionFiles, 'collection'>) {
  const stamped = new Set(collection.sources.filter(({ type }) => type === 'repository').map(({ id }) => id));
  return ({ mtimeMs, sourceId }: Pick<FileEntry, 'mtimeMs' | 'sourceId'>): number =>
    mtimeMs > 0 && !stamped.has(sourceId) ? mtimeMs : Number.NaN;
}

function findWritten(head: string): number | undefined {
  const values = readFrontMatter(head.split(/\r?\n/))?.values;
  const times = KEYS.flatMap((key) => parsePeriod(values?.get(key)?.slice(0, 10) ?? '')?.[0] ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}
