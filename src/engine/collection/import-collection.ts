import type { ImportedChunk, ImportedCollection, ImportedFile } from '../../export/import/contract.ts';
import { openImport } from '../../export/import/open-import.ts';
import { countChars } from '../../export/text/count-chars.ts';
import type { ImportedLeafChunk, Leaf } from '../../kernel/contract.ts';
import { concatBytes, fromHex, toUtf8 } from '../../lib/bytes.ts';
import { groupBy } from '../../lib/group-by.ts';
import type { ChoiceChanges } from '../../model/choices.ts';
import type { Collection, Source } from '../../model/collection.ts';
import { FIRST_SELECTION } from '../../model/outputs/selection.ts';
import type { Warning } from '../../model/warning.ts';
import type { EngineDeps } from '../deps.ts';
import type { EngineContext } from '../engine-context.ts';
import { EMPTY_TABLE } from '../file-table/file-entry.ts';
import type { Job } from '../jobs.ts';
import { writeChoices } from './choices.ts';
import { toNewCollection } from './collection-actions.ts';
import { createCollectionWriter } from './collection-writer.ts';

const SOURCE: Source = {
  id: 'import',
  slug: 'import',
  name: 'import',
  type: 'import',
  state: 'INDEXED',
  remembered: false,
  files: 0,
  skipped: 0,
};

/** Key of warnings that belong to no source; a slug is never empty. */
const NO_SOURCE = '';

/** Turns an export back into a collection, without its sources. Nothing is stored until everything has been read. */
export async function importCollection(
  {
    deps,
    collectionRecords,
    withNewCollection,
  }: Pick<EngineContext, 'deps' | 'collectionRecords' | 'withNewCollection'>,
  options: { file: Blob; name: string; job: Job },
): Promise<Collection> {
  const { job } = options;
  job.phase('read');
  const imported = await openImport(options.file, {
    sha256: (bytes) => deps.kernel.sha256(bytes),
    signal: job.signal,
  });
  job.expect(imported.totalFiles, options.file.size);
  const collection: Collection = {
    ...toNewCollection(options.name, imported.settings),
    sources: toSources(imported, options.name),
  };
  return withNewCollection(collection.id, async () => {
    // Choices first: a collection that is visible must be complete.
    await writeChoices(collectionRecords.of(collection.id), toChoices(imported, collection));
    return fill(deps, collection, { imported, job });
  });
}

/** Gives each selection its own id; the first one without a name becomes the collection's first selection. */
function toChoices({ selections }: ImportedCollection, { sources }: Collection): ChoiceChanges {
  const root = sources.length === 1 ? { root: sources[0]?.id as string } : {};
  const rows = selections.map(({ current, ...selection }, i) => {
    const isFirst = selection.name === '' && !selections.slice(0, i).some(({ name }) => name === '');
    const id = isFirst ? FIRST_SELECTION : `i${String(i).padStart(4, '0')}`;
    return { id, current, selection: { ...selection, ...root } };
  });
  const current = rows.find((row) => row.current)?.id;
  return {
    selections: Object.fromEntries(rows.map(({ id, selection }) => [id, selection])),
    ...(current === undefined ? {} : { current }),
  };
}

async function fill(
  deps: EngineDeps,
  collection: Collection,
  { imported, job }: { readonly imported: ImportedCollection; readonly job: Job },
): Promise<Collection> {
  const indexId = imported.index_id;
  const writer = createCollectionWriter(deps, { collection, table: EMPTY_TABLE, generation: undefined, indexId });
  const byPath = groupBy(imported.warnings, ({ path }) => path);
  try {
    for await (const file of imported.files()) {
      job.throwIfCancelled();
      const warnings = byPath.get(file.row.path) ?? [];
      byPath.delete(file.row.path);
      const { path, source } = file.row;
      const place = imported.sources.includes(source)
        ? { sourceId: source, relPath: path.slice(source.length + 1) }
        : { sourceId: SOURCE.id, relPath: path };
      await writer.put({ ...place, path, mtimeMs: -1 }, toLeaf(deps, imported, file, warnings));
      job.step({ done: 1, path: file.row.path });
    }
    for (const [sourceId, warnings] of toScanWarnings([...byPath.values()].flat(), imported.sources))
      writer.setScanWarnings(sourceId, warnings);
    job.phase('index');
    return (await writer.commit('final', (base) => base)).collection;
  } finally {
    await writer.abort();
  }
}

/** Keeps several sources apart: their slugs are in the paths and in `files[].source` of the next export. */
function toSources({ sources }: ImportedCollection, name: string): readonly Source[] {
  const lastSyncAt = new Date().toISOString();
  if (sources.length === 0) return [{ ...SOURCE, name, lastSyncAt }];
  return sources.map((slug) => ({ ...SOURCE, id: slug, slug, name: slug, lastSyncAt }));
}

/** Sorts warnings about paths outside the collection by source: a known source's slug is cut off, other paths stay unchanged. */
function toScanWarnings(warnings: readonly Warning[], slugs: readonly string[]): Map<string, Warning[]> {
  const bySource = new Map<string, Warning[]>();
  for (const warning of warnings) {
    const slug = slugs.length > 1 ? slugs.find((one) => warning.path.startsWith(`${one}/`)) : undefined;
    const sourceId = slug ?? (slugs.length === 0 ? SOURCE.id : NO_SOURCE);
    const path = slug === undefined ? warning.path : warning.path.slice(slug.length + 1);
    const own = bySource.get(sourceId) ?? [];
    own.push({ ...warning, path });
    bySource.set(sourceId, own);
  }
  return bySource;
}

function toLeaf(
  deps: EngineDeps,
  imported: ImportedCollection,
  file: ImportedFile,
  warnings: readonly Warning[],
): Leaf {
  const { row, outline } = file;
  const texts = file.chunks.map((chunk) => toUtf8(chunk.content));
  const meta = { title: row.title, description: row.description, source_url: row.url };
  let at = 0;
  const chunks = file.chunks.map((chunk, i) => {
    const startByte = at;
    at += (texts[i] as Uint8Array).length;
    return toLeafChunk(chunk, startByte, at);
  });
  const contents = concatBytes(texts);
  const leaf = deps.kernel.makeImportedLeaf({
    kind: row.kind,
    language: row.language ?? '',
    lineCount: row.lineCount,
    meta,
    settings: imported.settings,
    contents,
    chunks,
    headings: outline.headings,
    symbols: outline.symbols,
    isJson: row.kind === 'json' && chunks.some((chunk) => chunk.address !== ''),
    warnings,
  });
  return {
    leaf,
    contents,
    fileHash: fromHex(row.sha256),
    bytes: row.bytes,
    facts: {
      kind: row.kind,
      language: row.language ?? '',
      lineCount: row.lineCount,
      chunkCount: chunks.length,
      tokenTotal: row.tokenTotal,
      title: row.title ?? '',
      description: row.description ?? '',
      url: row.url ?? '',
      tags: deps.kernel.readLeaf(leaf).tags,
      warnings,
    },
    ...(file.asset === undefined ? {} : { original: file.asset }),
  };
}

function toLeafChunk(chunk: ImportedChunk, startByte: number, endByte: number): ImportedLeafChunk {
  return {
    startByte,
    endByte,
    startLine: chunk.startLine,
    endLine: chunk.endLine,
    chars: countChars(chunk.content),
    contentHash: fromHex(chunk.contentHash),
    part: chunk.part ?? 1,
    parts: chunk.parts ?? 1,
    headingPath: chunk.headingPath,
    symbol: chunk.symbol ?? '',
    address: chunk.address ?? '',
    context: chunk.context ?? [],
  };
}
