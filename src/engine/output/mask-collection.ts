import { findSecrets } from '../../export/secrets/find-secrets.ts';
import {
  collectSecrets,
  createSecretNumbers,
  type MaskedPlace,
  maskText,
  type SecretNumbers,
} from '../../export/secrets/mask-text.ts';
import type { SecretSpan } from '../../export/secrets/scan.ts';
import type { Kernel } from '../../kernel/contract.ts';
import { fromUtf8, toUtf8 } from '../../lib/bytes.ts';
import type { PageMeta } from '../../model/raw-file.ts';
import type { Settings } from '../../model/settings.ts';
import { findLimitCode } from '../../model/skip.ts';
import { readLegacy } from '../../read/encoding/read-legacy.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { createCollectionWriter } from '../collection/collection-writer.ts';
import type { SecretPlace } from '../contract.ts';
import type { EngineDeps, LeafResult } from '../deps.ts';
import type { FileEntry } from '../file-table/file-entry.ts';
import { EMPTY_TABLE } from '../file-table/file-entry.ts';
import type { Job } from '../jobs.ts';
import { type OpenCollection, openCollection } from '../open/open-collection.ts';
import { maskLeaf, readChunkTexts } from './mask-leaf.ts';

export interface MaskOptions {
  readonly open: OpenCollection;
  /** Places the person has allowed, as `path:line:kind`; line 0 is the file's name. */
  readonly allowed: ReadonlySet<string>;
  readonly job?: Job;
}

const NAME_LINE = 0;

/** Where secrets are, without their values. Line 0 is the file's name. */
export async function findSecretPlaces(
  kernel: Kernel,
  options: MaskOptions,
  files: readonly FileEntry[],
): Promise<SecretPlace[]> {
  const numbers = createSecretNumbers();
  const places: SecretPlace[] = [];
  for (const entry of files) {
    const found = await collectFile(kernel, options, entry, numbers);
    for (const place of found.places) places.push({ path: entry.path, ...place });
    options.job?.step({ done: 1, doneBytes: entry.bytes, path: entry.path });
    options.job?.throwIfCancelled();
  }
  return places;
}

/** What was found in a file, so that it need not be looked for again when it is masked. */
interface FileSecrets {
  readonly places: readonly MaskedPlace[];
  readonly sourceSpans: readonly SecretSpan[];
  readonly chunkSpans: readonly SecretSpan[];
  /** Values at places that the person has allowed. They may stand on other lines of the text that chunks hold. */
  readonly allowedValues: ReadonlySet<string>;
}

/** Secrets of a file's name, of its source and of the text its chunks hold, in the order that gives them their numbers. */
async function collectFile(
  kernel: Kernel,
  options: MaskOptions,
  entry: FileEntry,
  numbers: SecretNumbers,
): Promise<FileSecrets> {
  const named = collectSecrets(splitName(entry.path)[0], numbers, toNameRules(options, entry.path));
  const allowedValues = new Set<string>();
  const source = await readSourceText(options.open, entry);
  const sourceSpans = findSecrets(source, entry.path);
  const places = collectSecrets(source, numbers, {
    ...toRules(options, entry.path, allowedValues),
    spans: sourceSpans,
  });
  let chunkSpans: readonly SecretSpan[] = [];
  if (isReadApart(options.open, entry)) {
    const { leaf, contents } = await readResult(options.open, entry);
    const { text, lineOf } = readChunkTexts(contents, kernel.readLeaf(leaf).chunks);
    chunkSpans = findSecrets(text, entry.path);
    const known = new Set(places.map(({ n }) => n));
    const rules = { ...toRules(options, entry.path, allowedValues), lineOf, spans: chunkSpans };
    places.push(...collectSecrets(text, numbers, rules).filter(({ n }) => !known.has(n)));
  }
  const all = [...named.map((place) => ({ ...place, line: NAME_LINE })), ...places];
  return { places: all, sourceSpans, chunkSpans, allowedValues };
}

/** The text that chunks hold is not the source: tags may split a secret, escapes hide it, a document is compressed. Of an import only that text is there. */
export function isReadApart(open: OpenCollection, entry: FileEntry): boolean {
  if (entry.refused !== undefined) return false;
  if (entry.kind === 'html' || entry.kind === 'document') return true;
  return /\.(?:ipynb|svg)$/i.test(entry.path) || isImported(open, entry);
}

export function isImported(open: OpenCollection, { sourceId }: FileEntry): boolean {
  return open.generation.row.collection.sources.some(({ id, type }) => id === sourceId && type === 'import');
}

/** What stands for a text of the collection that is no file: a name, a message. For the path of a file, the path of its masked twin. */
export type MaskName = (text: string) => string;

export interface MaskedTwin {
  /** Whoever asked for it releases it. */
  readonly open: OpenCollection;
  readonly maskName: MaskName;
}

/** Calls `work` with the masked twin, which ends with it. */
export async function withMasked<T>(
  deps: EngineDeps,
  options: MaskOptions,
  work: (masked: OpenCollection, maskName: MaskName) => Promise<T>,
): Promise<T> {
  const { open, maskName } = await makeMaskedTwin(deps, options);
  try {
    return await work(open, maskName);
  } finally {
    open.release();
  }
}

/**
 * The collection whose files have their secrets replaced, made anew in memory from the masked bytes and under masked names: everything derived,
 * hashes and terms included, is of the masked text. Files without secrets keep their leaves.
 */
export async function makeMaskedTwin(deps: EngineDeps, options: MaskOptions): Promise<MaskedTwin> {
  const { open } = options;
  const { collection } = open.generation.row;
  const numbers = createSecretNumbers();
  const found = new Map<string, FileSecrets>();
  for (const entry of open.files) {
    options.job?.throwIfCancelled();
    const secrets = await collectFile(deps.kernel, options, entry, numbers);
    if (secrets.sourceSpans.length + secrets.chunkSpans.length > 0) found.set(entry.path, secrets);
  }
  const paths = new Map<string, string>();
  const maskNew: MaskName = (text) => {
    const [stem, extension] = splitName(text);
    return maskText(stem, numbers, toNameRules(options, text)).text + extension;
  };
  const maskName: MaskName = (text) => paths.get(text) ?? maskNew(text);
  // Already the export of a masked collection: nothing is left to replace, and its id is the one it was imported with.
  if (numbers.size === 0 && collection.settings.mask_secrets && open.retain()) return { open, maskName };

  const store = createMemoryStore();
  const settings: Settings = { ...collection.settings, mask_secrets: true };
  const inMemory: EngineDeps = { ...deps, store };
  const writer = createCollectionWriter(inMemory, {
    collection: { ...collection, name: maskName(collection.name), settings },
    table: EMPTY_TABLE,
    generation: undefined,
  });
  try {
    const toMaskedPath = createPathMasker(maskNew);
    for (const entry of open.table.entries) {
      options.job?.throwIfCancelled();
      const { sourceId, mtimeMs } = entry;
      const path = toMaskedPath(entry.path);
      paths.set(entry.path, path);
      // With several sources the source's slug stands before it, and slugs stay.
      const relPath = path.slice(entry.path.length - entry.relPath.length);
      const { bytes, meta, result } = await maskFile(inMemory, options, {
        entry,
        path,
        numbers,
        settings,
        secrets: found.get(entry.path) ?? NO_SECRETS,
      });
      await writer.put({ sourceId, relPath, path, bytes, mtimeMs, ...(meta === undefined ? {} : { meta }) }, result);
    }
    for (const [sourceId, skips] of Object.entries(open.table.skips)) {
      // Of what was left out, artifacts name only what a limit did.
      const named = skips.filter(findLimitCode);
      writer.setSkips(
        sourceId,
        named.map((skip) => ({ ...skip, path: maskName(skip.path) })),
      );
    }
    for (const [sourceId, warnings] of Object.entries(open.table.scanWarnings))
      writer.setScanWarnings(
        sourceId,
        warnings.map((warning) => ({ ...warning, path: maskName(warning.path), message: maskName(warning.message) })),
      );
    await writer.publish('final', (base) => base);
  } finally {
    await writer.abort();
  }
  const masked = await openCollection(deps.kernel, await store.openGeneration(collection.id), undefined);
  await masked.complete();
  return { open: masked, maskName };
}

/** Some shapes would run on into the extension, which says how the file is read. */
export function splitName(path: string): readonly [stem: string, extension: string] {
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(path)?.[0] ?? '';
  return [path.slice(0, path.length - extension.length), extension];
}

/** A file may already have the name that another gets. */
function createPathMasker(maskName: MaskName): MaskName {
  const taken = new Set<string>();
  return (path) => {
    const masked = maskName(path);
    let free = masked;
    for (let n = 2; taken.has(free); n++) free = `${masked}~${n}`;
    taken.add(free);
    return free;
  };
}

const NO_SECRETS: FileSecrets = { places: [], sourceSpans: [], chunkSpans: [], allowedValues: new Set() };

interface MaskedFile {
  readonly entry: FileEntry;
  /** Masked. */
  readonly path: string;
  readonly numbers: SecretNumbers;
  readonly settings: Settings;
  readonly secrets: FileSecrets;
}

interface MaskedResult {
  readonly bytes: number;
  readonly meta: PageMeta | undefined;
  readonly result: LeafResult;
}

/** The source is masked and read again; then what chunks hold is masked, where that is another text. */
async function maskFile(deps: EngineDeps, options: MaskOptions, file: MaskedFile): Promise<MaskedResult> {
  const { entry, numbers, settings, secrets } = file;
  const read = await maskSource(deps, options, file);
  if (!isReadApart(options.open, entry)) return read;
  // Spans that were found are of the text before its source was masked.
  const isSameText = read.result.facts === entry;
  const rules = toRules(options, entry.path, new Set(secrets.allowedValues));
  const isJson = entry.kind === 'json' && !/\.ipynb$/i.test(entry.path);
  const masked = maskLeaf(deps.kernel, read.result, {
    numbers,
    settings,
    options: isSameText ? { ...rules, spans: secrets.chunkSpans } : rules,
    isJson: isJson && isImported(options.open, entry),
  });
  return masked === undefined ? read : { ...read, result: masked };
}

async function maskSource(deps: EngineDeps, options: MaskOptions, file: MaskedFile): Promise<MaskedResult> {
  const { entry, path, numbers, settings, secrets } = file;
  const meta = maskMeta(entry.meta, numbers);
  const isMetaSame = JSON.stringify(meta) === JSON.stringify(entry.meta);
  const text = await readSourceText(options.open, entry);
  const rules = { ...toRules(options, entry.path, new Set(secrets.allowedValues)), spans: secrets.sourceSpans };
  const masked = maskText(text, numbers, rules).text;
  // The text of an image names its path.
  const isSameName = path === entry.path || entry.kind !== 'image';
  if (masked === text && isSameName && isMetaSame) {
    return { bytes: entry.bytes, meta, result: await readResult(options.open, entry) };
  }
  const bytes =
    masked === text ? (await options.open.readSpan(entry.original ?? entry.contents)).slice() : toUtf8(masked);
  const size = bytes.length;
  const task = { path, bytes, settings };
  const result = await deps.leafMaker.make(meta === undefined ? task : { ...task, meta });
  return { bytes: size, meta, result };
}

/** Titles and addresses of pages are of the web, and can hold a token as well as their text. */
function maskMeta(meta: PageMeta | undefined, numbers: SecretNumbers): PageMeta | undefined {
  if (meta === undefined) return undefined;
  return Object.fromEntries(Object.entries(meta).map(([key, value]) => [key, maskText(value, numbers).text]));
}

/** `allowedValues` gets those at places that are allowed, and allows them elsewhere in the file. */
function toRules({ allowed }: MaskOptions, path: string, allowedValues: Set<string>) {
  const isAllowed = ({ line, kind, value }: { line: number; kind: string; value: string }): boolean => {
    if (allowed.has(`${path}:${line}:${kind}`)) allowedValues.add(value);
    return allowedValues.has(value);
  };
  return { path, isAllowed };
}

function toNameRules({ allowed }: MaskOptions, path: string) {
  return { isAllowed: ({ kind }: Pick<MaskedPlace, 'kind'>) => allowed.has(`${path}:${NAME_LINE}:${kind}`) };
}

/** The file as text; documents and images other than svg have none, and of an import there is only what its chunks hold. */
export async function readSourceText(open: OpenCollection, entry: FileEntry): Promise<string> {
  if (
    entry.refused !== undefined ||
    entry.kind === 'document' ||
    (entry.kind !== 'image' && isImported(open, entry)) ||
    (entry.kind === 'image' && !/\.svg$/i.test(entry.path))
  )
    return '';
  const bytes = await open.readSpan(entry.original ?? entry.contents);
  if (entry.warnings.some(({ code }) => code === 'encoding')) return fromUtf8(readLegacy(entry.path, bytes).bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return fromUtf8(bytes);
}

/** What the leaf maker gave for the file when it was taken in. */
export async function readResult(open: OpenCollection, entry: FileEntry): Promise<LeafResult> {
  return {
    leaf: await open.readSpan(entry.leaf),
    contents: await open.readSpan(entry.contents),
    fileHash: entry.sha256,
    facts: entry,
    ...(entry.original === undefined ? {} : { original: await open.readSpan(entry.original) }),
  };
}
