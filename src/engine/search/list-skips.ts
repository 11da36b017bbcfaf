import { compareWarnings } from '../../export/to-export-view.ts';
import { compareUtf8 } from '../../lib/bytes.ts';
import type { FileWithoutText } from '../../model/chunk.ts';
import type { Source } from '../../model/collection.ts';
import { findLimitCode, type Skip } from '../../model/skip.ts';
import type { Warning, WarningCode } from '../../model/warning.ts';
import { toPathOf } from '../collection/sources.ts';
import { hasText } from '../file-table/file-entry.ts';
import type { OpenCollection } from '../open/faces.ts';

type Stored = Pick<OpenCollection, 'collection' | 'readTable'>;

/** Lists the skipped paths of every source, under their full paths. */
export async function listSkips({ collection, readTable }: Stored): Promise<Skip[]> {
  return withFullPaths(collection.sources, (await readTable()).skips);
}

/** Lists files refused, truncated or skipped because of a limit, sorted by path, line, code. */
export async function listWarnings(open: Stored): Promise<Warning[]> {
  const table = await open.readTable();
  const all = withFullPaths(open.collection.sources, table.scanWarnings);
  for (const skip of await listSkips(open)) {
    const code = findLimitCode(skip);
    if (code !== undefined) all.push(toLimitWarning(skip, code));
  }
  for (const entry of table.entries) for (const warning of entry.warnings) all.push({ ...warning, path: entry.path });
  return all.sort(compareWarnings);
}

/** Lists files without searchable text, in path order. */
export async function listWithoutText({ readTable }: Stored): Promise<FileWithoutText[]> {
  return [...(await readTable()).entries]
    .filter((entry) => !hasText(entry))
    .map(({ path, bytes, refused, incomplete, warnings, original }): FileWithoutText => {
      const unread = warnings.find(({ code }) => code === 'no-text' || code === 'undecoded-text')?.code;
      const reason = refused ?? unread ?? (incomplete === undefined ? 'empty' : 'incomplete');
      return { path, bytes, reason, ...(original && { hasOriginal: true }) };
    })
    .sort((a, b) => compareUtf8(a.path, b.path));
}

/** Adds the source's slug, which a scan does not know: it is in the path only while there are several sources. */
function withFullPaths<T extends { readonly path: string }>(
  sources: readonly Source[],
  lists: Readonly<Record<string, readonly T[]>>,
): T[] {
  return Object.entries(lists).flatMap(([sourceId, items]) => {
    // Warnings an import could not assign to a source already have their full path.
    if (!sources.some((source) => source.id === sourceId)) return items;
    return items.map((item) => ({ ...item, path: toPathOf(sources, sourceId, item.path) }));
  });
}

const LIMIT_MESSAGES: Partial<Record<WarningCode, string>> = {
  'max-file-bytes': 'The file is over the size limit, so it was skipped.',
  'max-total-bytes': 'The collection is at its size limit, so the file was skipped.',
};

function toLimitWarning({ path, limit, actual }: Skip, code: WarningCode): Warning {
  return { path, code, message: LIMIT_MESSAGES[code] ?? '', limit, actual };
}
