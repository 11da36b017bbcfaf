import { compareWarnings } from '../../export/to-export-view.ts';
import { compareUtf8 } from '../../lib/bytes.ts';
import type { FileWithoutText } from '../../model/chunk.ts';
import type { Source } from '../../model/collection.ts';
import { findLimitCode, type Skip } from '../../model/skip.ts';
import type { Warning, WarningCode } from '../../model/warning.ts';
import { toPathOf } from '../collection/sources.ts';
import { hasText } from '../file-table/file-entry.ts';
import type { OpenCollection } from '../open/open-collection.ts';

type Opened = Pick<OpenCollection, 'generation' | 'table'>;

/** Paths left out of every source, as the collection names them. */
export function listSkips({ generation, table }: Opened): Skip[] {
  return withFullPaths(generation.row.collection.sources, table.skips);
}

/** What was refused, cut or left out by a limit, sorted by path, line, code. */
export function listWarnings(open: Opened): Warning[] {
  const all = withFullPaths(open.generation.row.collection.sources, open.table.scanWarnings);
  for (const skip of listSkips(open)) {
    const code = findLimitCode(skip);
    if (code !== undefined) all.push(toLimitWarning(skip, code));
  }
  for (const entry of open.table.entries)
    for (const warning of entry.warnings) all.push({ ...warning, path: entry.path });
  return all.sort(compareWarnings);
}

/** In path order. */
export function listWithoutText({ table }: Opened): FileWithoutText[] {
  return table.entries
    .filter((entry) => !hasText(entry))
    .map(({ path, bytes, refused, incomplete }): FileWithoutText => {
      return { path, bytes, reason: refused ?? (incomplete === undefined ? 'empty' : 'incomplete') };
    })
    .sort((a, b) => compareUtf8(a.path, b.path));
}

/** A scan does not know the slug of its source, and it comes and goes with the number of sources. */
function withFullPaths<T extends { readonly path: string }>(
  sources: readonly Source[],
  lists: Readonly<Record<string, readonly T[]>>,
): T[] {
  return Object.entries(lists).flatMap(([sourceId, items]) => {
    // What an import could not give to a source has its full path already.
    if (!sources.some((source) => source.id === sourceId)) return items;
    return items.map((item) => ({ ...item, path: toPathOf(sources, sourceId, item.path) }));
  });
}

const LIMIT_MESSAGES: Partial<Record<WarningCode, string>> = {
  'max-file-bytes': 'The file is larger than allowed, so it was left out.',
  'max-total-bytes': 'The collection is as large as allowed, so the file was left out.',
};

function toLimitWarning({ path, limit, actual }: Skip, code: WarningCode): Warning {
  return {
    path,
    code,
    message: LIMIT_MESSAGES[code] ?? '',
    ...(limit === undefined ? {} : { limit }),
    ...(actual === undefined ? {} : { actual }),
  };
}
