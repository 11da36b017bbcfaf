import type { ChunkRow, ImportedLeafChunk, Kernel, Leaf } from '../../kernel/contract.ts';
import { concatBytes } from '../../lib/bytes.ts';
import { estimateChunkTokens } from '../../lib/estimate-tokens.ts';
import { isUnbounded, type SelectionScope } from '../../model/outputs/selection.ts';
import type { Settings } from '../../model/settings.ts';
import { toPathOf } from '../collection/sources.ts';
import type { EngineDeps } from '../deps.ts';
import { type FileEntry, isKept, type TableExtras } from '../file-table/file-entry.ts';
import type { Job } from '../jobs.ts';
import type { OpenCollection } from '../open/faces.ts';
import { createPathScope } from '../selection/path-scope.ts';
import { resolveSelection } from '../selection/resolve-selection.ts';
import { createExportStream, createStreamFiles, type ExportStream } from './export-stream.ts';
import { createMasking, type MaskedFile, type Masking, type MaskName } from './mask-collection.ts';

export interface MaskedStream {
  /** Undefined if nothing is left to mask. */
  readonly stream: ExportStream | undefined;
  readonly maskName: MaskName;
}

/** Masks the selected files, or all. */
export async function maskFiles(
  deps: EngineDeps,
  options: { readonly open: OpenCollection; readonly allowed: ReadonlySet<string>; readonly job?: Job | undefined },
  selected?: SelectedParts,
): Promise<MaskedStream> {
  const { open, job } = options;
  const table = await open.readTable();
  const isMasked = (entry: FileEntry): boolean =>
    isKept(entry) && (selected === undefined || isSelected(selected, entry));
  const masking = await createMasking(deps, options, filterEach(table.entries, isMasked));
  const { maskName } = masking;
  if (!masking.isNeeded) return { stream: undefined, maskName };
  return { stream: await streamFiles(deps, open, { selected, masking, job }), maskName };
}

interface StreamOptions {
  readonly selected?: SelectedParts | undefined;
  readonly masking?: Masking | undefined;
  readonly job?: Job | undefined;
}

/** Selects and masks file by file. Picked chunks are cut from the masked file by their lines. */
export async function streamFiles(
  { kernel }: EngineDeps,
  open: OpenCollection,
  { selected, masking, job }: StreamOptions,
): Promise<ExportStream> {
  await open.complete();
  const table = await open.readTable();
  const { maskName = (text: string) => text, settings = open.collection.settings } = masking ?? {};
  const collection = { ...open.collection, name: maskName(selected?.name ?? open.collection.name), settings };
  const files = createStreamFiles();
  const cutPaths = new Set<string>();
  let kept = 0;
  for (const entry of table.entries) {
    job?.throwIfCancelled();
    const base = isKept(entry) ? kept++ : undefined;
    if (selected !== undefined && !isSelected(selected, entry)) continue;
    const { source, leaf, remake } = (await masking?.maskFile(entry)) ?? toUnmasked(entry);
    const chunks = selected?.chunksOf(entry.path);
    if (chunks === undefined) {
      if (leaf === undefined) files.addSame(entry, source, base);
      else files.addMade(source, leaf, remake as () => Promise<Leaf>);
      continue;
    }
    cutPaths.add(source.path);
    const cut = async (made: Leaf | undefined): Promise<Leaf> => {
      const stored = await open.readStored(entry);
      const whole = made ?? stored;
      const indexes = made === undefined ? chunks : findSameLines(kernel, { stored, made, chunks });
      return cutLeaf(kernel, whole, { path: source.path, indexes, settings });
    };
    files.addMade(source, await cut(leaf), async () => cut(await remake()));
  }
  const isIn = (path: string): boolean => selected === undefined || isSelected(selected, { path });
  const chosen = filterExtras(table, open, isIn);
  const extras = masking?.maskExtras(chosen) ?? chosen;
  return createExportStream(kernel, open, {
    ...{ collection, files },
    ...filterExtras(extras, open, (path) => !cutPaths.has(path)),
  });
}

function toUnmasked({ sourceId, relPath, path, mtimeMs, meta }: FileEntry): MaskedFile {
  return { source: { sourceId, relPath, path, mtimeMs, meta }, leaf: undefined, remake: async () => undefined };
}

function* filterEach<T>(all: Iterable<T>, isIn: (one: T) => boolean): Generator<T> {
  for (const one of all) if (isIn(one)) yield one;
}

/** Keeps the skips and warnings of these paths: they go with their files. */
function filterExtras(
  { skips, scanWarnings }: TableExtras,
  { collection: { sources } }: OpenCollection,
  isIn: (path: string) => boolean,
): TableExtras {
  const filter = <T extends { readonly path: string }>(lists: Readonly<Record<string, readonly T[]>>) =>
    Object.fromEntries(
      Object.entries(lists).map(([id, list]) => [id, list.filter(({ path }) => isIn(toPathOf(sources, id, path)))]),
    );
  return { skips: filter(skips), scanWarnings: filter(scanWarnings) };
}

/** Finds the chunks of a masked file on the same lines. Masking keeps lines; a chunk that grew may be split. */
function findSameLines(
  kernel: Kernel,
  { stored, made, chunks }: { readonly stored: Leaf; readonly made: Leaf; readonly chunks: readonly number[] },
): readonly number[] {
  const rows = kernel.readLeaf(stored.leaf).chunks;
  const maskedRows = kernel.readLeaf(made.leaf).chunks;
  if (rows.length === maskedRows.length) return chunks;
  const selected = chunks.map((i) => rows[i]).filter((row) => row !== undefined);
  const isShared = (row: ChunkRow): boolean =>
    selected.some(({ startLine, endLine }) => row.startLine <= endLine && row.endLine >= startLine);
  return maskedRows.flatMap((row, i) => (isShared(row) ? [i] : []));
}

interface Cut {
  readonly path: string;
  readonly indexes: readonly number[];
  readonly settings: Settings;
}

/** Reduces the file to some of its chunks, with the headings and symbols that start in them. Chunks keep their lines; the hash is of their text. */
function cutLeaf(kernel: Kernel, whole: Leaf, { path, indexes, settings }: Cut): Leaf {
  const leaf = kernel.readLeaf(whole.leaf);
  const rows = indexes.map((i) => leaf.chunks[i] as ChunkRow);
  const texts = rows.map(({ startByte, endByte }) => whole.contents.subarray(startByte, endByte));
  const contents = concatBytes(texts);
  let at = 0;
  const chunks = rows.map((row, i): ImportedLeafChunk => {
    const startByte = at;
    at += (texts[i] as Uint8Array).length;
    return { ...row, startByte, endByte: at };
  });
  const isHeld = (line: number): boolean => rows.some(({ startLine, endLine }) => startLine <= line && line <= endLine);
  const { kind, language, lineCount, title, description, url } = leaf;
  return {
    ...whole,
    leaf: kernel.makeImportedLeaf({
      ...{ kind, language, lineCount, settings, contents, chunks },
      meta: {
        ...(title === '' ? {} : { title }),
        ...(description === '' ? {} : { description }),
        ...(url === '' ? {} : { source_url: url }),
      },
      headings: leaf.headings.filter(({ line }) => isHeld(line)),
      symbols: leaf.symbols.filter(({ startLine }) => isHeld(startLine)),
      isJson: kind === 'json' && !/\.ipynb$/i.test(path),
      warnings: [],
    }),
    contents,
    bytes: contents.length,
    fileHash: kernel.sha256(contents),
    facts: {
      ...whole.facts,
      chunkCount: chunks.length,
      tokenTotal: chunks.reduce((sum, chunk) => sum + estimateChunkTokens(chunk), 0),
      warnings: [],
    },
  };
}

function isSelected({ isIn, chunksOf }: SelectedParts, { path }: { readonly path: string }): boolean {
  return isIn(path) || chunksOf(path) !== undefined;
}

export type NamedSelection = SelectionScope & { readonly name?: string };

export async function resolveParts(kernel: Kernel, open: OpenCollection, selection: NamedSelection) {
  const { scope, files, picks } = await resolveSelection(kernel, open, selection);
  const whole = new Set(files);
  const parts = new Map<string, number[]>();
  for (const ordinal of [...picks].sort((a, b) => a - b)) {
    const fileIndex = open.fileOfOrdinal(ordinal);
    if (whole.has(fileIndex)) continue;
    const { path } = open.fileNames(fileIndex);
    const indexes = parts.get(path) ?? [];
    parts.set(path, indexes);
    indexes.push(ordinal - (open.ordinals[fileIndex] as number));
  }
  const paths = createPathScope(scope);
  const picked = new Set(scope.picks.map(({ id }) => id));
  const known = new Map<string, boolean>();
  /** Matches each path once: patterns may take a limited number of steps. */
  const isIn = (path: string): boolean => {
    const matches = known.get(path) ?? (!isUnbounded(scope) && paths.matches(path));
    known.set(path, matches);
    return matches;
  };
  const { name } = open.collection;
  return {
    name: selection.name === undefined || selection.name === '' ? name : `${name} ${selection.name}`,
    /** Whether a path is in as a whole, also a refused or skipped one. */
    isIn,
    /** Indexes of the selected chunks of a partly selected file, ascending. */
    chunksOf: (path: string) => parts.get(path),
    /** Whether a chunk of an earlier state is in. */
    isOf: ({ path, id }: { readonly path: string; readonly id: string }) => isIn(path) || picked.has(id),
  };
}

/** The selected part of a collection. */
export type SelectedParts = Awaited<ReturnType<typeof resolveParts>>;
