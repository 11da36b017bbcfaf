import type { Chunk, FileRow } from '../../model/chunk.ts';
import type { FileOutline, IndexView, PageFacts } from '../contract.ts';

/** Writes one flat object per line; keys without a value are omitted, never null. */
export async function* writeChunksJsonl(view: IndexView, only?: ReadonlySet<string>): AsyncGenerator<string> {
  for await (const row of toFlatRows(view, only)) yield `${JSON.stringify(row)}\n`;
}

/** Rows of all files, or only of those at the given paths. */
async function* toFlatRows(view: IndexView, only?: ReadonlySet<string>): AsyncGenerator<Record<string, unknown>> {
  for (const [index, file] of view.files.entries()) {
    if (file.chunk_count === 0 || only?.has(file.path) === false) continue;
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
    short_id: chunk.short_id,
    ref: chunk.ref,
    slug: chunk.slug,
    path: chunk.path,
    kind: chunk.kind,
    language: chunk.language,
    chunk_index: chunk.chunk_index,
    start_line: chunk.start_line,
    end_line: chunk.end_line,
    token_estimate: chunk.token_estimate,
    content_hash: chunk.content_hash,
    section_path: chunk.heading_path.join(' > '),
    heading_level: findHeadingLevel(chunk, outline),
    symbol: chunk.symbol,
    address: chunk.address,
    context: chunk.context,
    asset_path: chunk.asset_path,
    part: chunk.part,
    masked: chunk.masked,
    source: file.source,
    source_url: file.url,
    title: file.title,
    description: file.description,
    status_code: page?.status_code,
    internal_links_count: page?.internal_links_count,
    external_links_count: page?.external_links_count,
    source_type: page?.source_type,
    content: chunk.content,
  };
}

/** Returns the level of the chunk's heading; 0 without one. Depth in the path is not the level: levels may be skipped. */
function findHeadingLevel(chunk: Chunk, outline: FileOutline): number {
  const last = chunk.heading_path.at(-1);
  if (last === undefined) return 0;
  let level = chunk.heading_path.length;
  for (const heading of outline.headings) {
    if (heading.line > chunk.end_line) break;
    if (heading.text !== last) continue;
    level = heading.level;
    // The chunk begins at or before this heading, so a later heading of the same name can't be its own.
    if (heading.line >= chunk.start_line) break;
  }
  return level;
}

/** Writes lines for `POST /<index>/_bulk` of Elasticsearch and OpenSearch; the request names the index, ids are chunk ids. */
export async function* writeBulk(view: IndexView, only?: ReadonlySet<string>): AsyncGenerator<string> {
  for await (const row of toFlatRows(view, only)) {
    yield `{"index":{"_id":${JSON.stringify(row.id)}}}\n${JSON.stringify(row)}\n`;
  }
}
