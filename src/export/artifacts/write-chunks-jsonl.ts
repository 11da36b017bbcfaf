import type { Chunk, FileRow } from '../../model/chunk.ts';
import type { FileOutline, IndexView, PageFacts } from '../contract.ts';

/** Writes one flat object per line; keys without a value are omitted, never null. */
export async function* writeChunksJsonl(view: IndexView, only?: ReadonlySet<string>): AsyncGenerator<string> {
  for await (const row of toFlatRows(view, only)) yield `${JSON.stringify(row)}\n`;
}

/** Rows of all files, or only of those at the given paths. */
async function* toFlatRows(view: IndexView, only?: ReadonlySet<string>): AsyncGenerator<Record<string, unknown>> {
  for (const [index, file] of view.files.entries()) {
    if (file.chunkCount === 0 || only?.has(file.path) === false) continue;
    const outline = await view.outline(index);
    const page = await view.page?.(index);
    for (const chunk of await view.chunks(index)) yield toFlatRow(chunk, file, outline, page);
  }
}

function toFlatRow(
  chunk: Chunk,
  file: FileRow,
  outline: FileOutline,
  page: PageFacts | undefined,
): Record<string, unknown> {
  return {
    id: chunk.id,
    short_id: chunk.shortId,
    ref: chunk.ref,
    slug: chunk.slug,
    path: chunk.path,
    kind: chunk.kind,
    language: chunk.language,
    chunk_index: chunk.chunkIndex,
    start_line: chunk.startLine,
    end_line: chunk.endLine,
    token_estimate: chunk.tokenEstimate,
    content_hash: chunk.contentHash,
    section_path: chunk.headingPath.join(' > '),
    heading_level: findHeadingLevel(chunk, outline),
    symbol: chunk.symbol,
    address: chunk.address,
    context: chunk.context,
    asset_path: chunk.assetPath,
    part: chunk.part,
    masked: chunk.masked,
    source: file.source,
    source_url: file.url,
    title: file.title,
    description: file.description,
    status_code: page?.statusCode,
    internal_links_count: page?.internalLinksCount,
    external_links_count: page?.externalLinksCount,
    source_type: page?.sourceType,
    content: chunk.content,
  };
}

/** Returns the level of the chunk's heading; 0 without one. Depth in the path is not the level: levels may be skipped. */
function findHeadingLevel(chunk: Chunk, outline: FileOutline): number {
  const last = chunk.headingPath.at(-1);
  if (last === undefined) return 0;
  let level = chunk.headingPath.length;
  for (const heading of outline.headings) {
    if (heading.line > chunk.endLine) break;
    if (heading.text !== last) continue;
    level = heading.level;
    // The chunk begins at or before this heading, so a later heading of the same name can't be its own.
    if (heading.line >= chunk.startLine) break;
  }
  return level;
}

/** Writes lines for `POST /<index>/_bulk` of Elasticsearch and OpenSearch; the request names the index, ids are chunk ids. */
export async function* writeBulk(view: IndexView, only?: ReadonlySet<string>): AsyncGenerator<string> {
  for await (const row of toFlatRows(view, only)) {
    yield `{"index":{"_id":${JSON.stringify(row.id)}}}\n${JSON.stringify(row)}\n`;
  }
}
