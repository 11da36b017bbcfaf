import type { IndexView, PageFacts } from '../../export/contract.ts';
import type { Kernel } from '../../kernel/contract.ts';
import { FORMAT_VERSION } from '../../model/settings.ts';
import type { PageRow } from '../../model/site/site.ts';
import type { OwnRecords } from '../collection/collection-records.ts';
import { type ExportedCollection, listRows } from '../open/faces.ts';
import { readOutline } from '../search/answers.ts';
import { listWarnings } from '../search/list-skips.ts';
import { listChunkFacts, readChunks } from '../search/to-chunks.ts';

interface ViewOptions {
  /** The collection's own records: a masked copy has none. */
  readonly records: OwnRecords;
  /** Returns the name used in a masked copy. */
  readonly maskName?: (name: string) => string;
}

/** Shows exports one generation. */
export async function toIndexView(kernel: Kernel, open: ExportedCollection, options: ViewOptions): Promise<IndexView> {
  const { collection } = open;
  const pagesOf = createPageReader(options);
  return {
    name: collection.name,
    index_id: collection.index_id,
    settings: collection.settings,
    format_version: FORMAT_VERSION,
    // A source that is not in the path leaves no trace in artifacts: it has the name of a folder or an archive, which [E1] does not allow
    // there.
    files: listRows(open).map((row, i) => (open.file(i).relPath === row.path ? { ...row, source: '' } : row)),
    warnings: await listWarnings(open),
    totalChunks: open.totalChunks,
    docLens: open.terms.docLens,
    fieldTotals: open.terms.fieldTotals,
    terms: open.terms.list,
    chunks: (fileIndex) => readChunks(kernel, open, fileIndex),
    chunkFacts: (fileIndex) => listChunkFacts(kernel, open, fileIndex),
    outline: (fileIndex) => readOutline(kernel, open, fileIndex),
    async asset(fileIndex) {
      const file = open.file(fileIndex);
      return file.kind === 'image' && file.original !== undefined ? open.readOriginal(fileIndex) : undefined;
    },
    async page(fileIndex) {
      const { sourceId, relPath } = open.file(fileIndex);
      const source = collection.sources.find((other) => other.id === sourceId);
      return source?.type === 'site' ? (await pagesOf(sourceId)).get(relPath) : undefined;
    },
  };
}

/** Reads the rows of a site's pages, once per site, on first use. */
function createPageReader({
  records,
  maskName = (name) => name,
}: ViewOptions): (sourceId: string) => Promise<ReadonlyMap<string, PageFacts>> {
  const known = new Map<string, Promise<ReadonlyMap<string, PageFacts>>>();
  const read = async (sourceId: string): Promise<ReadonlyMap<string, PageFacts>> => {
    const rows = await records.list<{ row: PageRow }>('pages', { prefix: `row/${sourceId}/` });
    return new Map(rows.map(([, { row }]) => [maskName(row.path), toPageFacts(row)]));
  };
  return (sourceId) => {
    const pages = known.get(sourceId) ?? read(sourceId);
    known.set(sourceId, pages);
    return pages;
  };
}

/** Omits the time of the fetch: artifacts contain no times [E1]. */
function toPageFacts(row: PageRow): PageFacts {
  return {
    statusCode: row.status_code,
    internalLinksCount: row.internal_links_count,
    externalLinksCount: row.external_links_count,
    sourceType: row.source_type,
  };
}
