import { findSecrets } from '../../export/secrets/find-secrets.ts';
import {
  collectSecrets,
  createSecretNumbers,
  type MaskedPlace,
  maskText,
  type SecretNumbers,
} from '../../export/secrets/mask-text.ts';
import type { SecretSpan } from '../../export/secrets/scan.ts';
import type { Kernel, Leaf } from '../../kernel/contract.ts';
import { fromUtf8, toUtf8 } from '../../lib/bytes.ts';
import type { PageMeta } from '../../model/raw-file.ts';
import type { Settings } from '../../model/settings.ts';
import { findLimitCode } from '../../model/skip.ts';
import { readLegacy } from '../../read/encoding/read-legacy.ts';
import type { SourceFacts } from '../collection/collection-writer.ts';
import type { SecretPlace } from '../contract.ts';
import type { EngineDeps } from '../deps.ts';
import type { FileEntry, TableExtras } from '../file-table/file-entry.ts';
import { makeOne } from '../ingest/file-outcome.ts';
import type { Job } from '../jobs.ts';
import type { CollectionFiles, OpenCollection } from '../open/faces.ts';
import { maskLeaf, readChunkTexts } from './mask-leaf.ts';

export interface MaskOptions {
  readonly open: OpenCollection;
  /** Secrets the user allowed, as `path:line:kind`; line 0 is the file's name. */
  readonly allowed: ReadonlySet<string>;
  readonly job?: Job;
}

const NAME_LINE = 0;

/** Finds the places of secrets, without their values. Line 0 is the file's name. */
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

/** Secrets found in a file, so that masking need not search it again. */
interface FileSecrets {
  readonly places: readonly MaskedPlace[];
  readonly sourceSpans: readonly SecretSpan[];
  readonly chunkSpans: readonly SecretSpan[];
  /** Values at allowed places. They may be on other lines of the chunks' text. */
  readonly allowedValues: ReadonlySet<string>;
}

/** Finds the secrets in a file's name, source and chunk text, in the order that numbers them. */
async function collectFile(
  kernel: Kernel,
  options: MaskOptions,
  entry: FileEntry,
  numbers: SecretNumbers,
): Promise<FileSecrets> {
  const named = collectSecrets(splitName(entry.path)[0], numbers, toNameRules(options, entry.path));
  const allowedValues = new Set<string>();
  const source = await readSourceText(options.open, entry, () => readBytes(options.open, entry));
  const sourceSpans = findSecrets(source, entry.path);
  const places = collectSecrets(source, numbers, {
    ...toRules(options, entry.path, allowedValues),
    spans: sourceSpans,
  });
  let chunkSpans: readonly SecretSpan[] = [];
  if (isReadApart(options.open, entry)) {
    const { leaf, contents } = await options.open.readStored(entry);
    const { text, lineOf } = readChunkTexts(contents, kernel.readLeaf(leaf).chunks);
    chunkSpans = findSecrets(text, entry.path);
    const known = new Set(places.map(({ n }) => n));
    const rules = { ...toRules(options, entry.path, allowedValues), lineOf, spans: chunkSpans };
    for (const place of collectSecrets(text, numbers, rules)) if (!known.has(place.n)) places.push(place);
  }
  const all = [...named.map((place) => ({ ...place, line: NAME_LINE })), ...places];
  return { places: all, sourceSpans, chunkSpans, allowedValues };
}

/** Whether the chunks' text differs from the source: tags may split a secret, escapes hide it, a document is compressed. An import has only the chunks' text. */
export function isReadApart(open: CollectionFiles, entry: FileEntry): boolean {
  if (entry.refused !== undefined) return false;
  if (entry.kind === 'html' || entry.kind === 'document') return true;
  return /\.(?:ipynb|svg)$/i.test(entry.path) || isImported(open, entry);
}

export function isImported(open: CollectionFiles, { sourceId }: FileEntry): boolean {
  return open.collection.sources.some(({ id, type }) => id === sourceId && type === 'import');
}

/** Masks a name or message of the collection. For a file's path, returns the path in the masked copy. */
export type MaskName = (text: string) => string;

export interface MaskedFile {
  readonly source: SourceFacts;
  readonly leaf: Leaf | undefined;
  /** Makes the same leaf again. */
  remake(): Promise<Leaf | undefined>;
}

/** Finds the secrets of these files: everything derived later, hashes and terms included, comes from the masked text. */
export async function createMasking(deps: EngineDeps, options: MaskOptions, files: Iterable<FileEntry>) {
  const { collection } = options.open;
  const numbers = createSecretNumbers();
  const found = new Map<string, FileSecrets>();
  for (const entry of files) {
    options.job?.throwIfCancelled();
    const secrets = await collectFile(deps.kernel, options, entry, numbers);
    if (secrets.sourceSpans.length + secrets.chunkSpans.length > 0) found.set(entry.path, secrets);
  }
  const paths = new Map<string, string>();
  const maskNew: MaskName = (text) => {
    const [stem, extension] = splitName(text);
    const masked = maskText(stem, numbers, toNameRules(options, text)).text;
    return masked === stem ? text : masked + extension;
  };
  const maskName: MaskName = (text) => paths.get(text) ?? maskNew(text);
  const settings: Settings = { ...collection.settings, mask_secrets: true };
  const toMaskedPath = createPathMasker(maskNew);
  return {
    /** False for the export of a masked collection: nothing is left to mask, and its imported id stays. */
    isNeeded: numbers.size > 0 || !collection.settings.mask_secrets,
    settings,
    maskName,
    /** Masks a file's name, text and metadata; call it once per file, in path order. `leaf` is undefined if only names change. */
    async maskFile(entry: FileEntry): Promise<MaskedFile> {
      const path = toMaskedPath(entry.path);
      paths.set(entry.path, path);
      // With several sources the slug comes first, and slugs stay.
      const relPath = path.slice(entry.path.length - entry.relPath.length);
      const secrets = found.get(entry.path) ?? NO_SECRETS;
      const meta = maskMeta(entry.meta, numbers);
      const known = numbers.size;
      const remake = () =>
        maskTexts(deps, options, { entry, path, meta, numbers: replayNumbers(numbers, known), settings, secrets });
      const { sourceId, mtimeMs } = entry;
      return { source: { sourceId, relPath, path, mtimeMs, ...meta }, leaf: await remake(), remake };
    },
    // Artifacts name only the skips caused by a limit.
    maskExtras: ({ skips, scanWarnings }: TableExtras) => ({
      skips: mapValues(skips, (list) =>
        list.filter(findLimitCode).map((skip) => ({ ...skip, path: maskName(skip.path) })),
      ),
      scanWarnings: mapValues(scanWarnings, (list) =>
        list.map((warning) => ({ ...warning, path: maskName(warning.path), message: maskName(warning.message) })),
      ),
    }),
  };
}

/** Masks the files of an export one by one, after the secrets of all of them are known and numbered. */
export type Masking = Awaited<ReturnType<typeof createMasking>>;

function mapValues<T>(
  lists: Readonly<Record<string, readonly T[]>>,
  change: (list: readonly T[]) => readonly T[],
): Record<string, readonly T[]> {
  return Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, change(list)]));
}

/** Shows the numbers as they were when there were `known`, and grows like they did: a file is masked the same way again. */
function replayNumbers(numbers: SecretNumbers, known: number): SecretNumbers {
  let size = known;
  return {
    get size() {
      return size;
    },
    numberOf(value, kind) {
      const n = numbers.numberOf(value, kind);
      size = Math.max(size, n);
      return n;
    },
    *entries() {
      for (const entry of numbers.entries()) if (entry[1].n <= size) yield entry;
    },
  };
}

/** Separates the extension, which decides how the file is read: some secret patterns would match into it. */
export function splitName(path: string): readonly [stem: string, extension: string] {
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(path)?.[0] ?? '';
  return [path.slice(0, path.length - extension.length), extension];
}

/** Makes masked paths unique: another file may already have that name. */
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

interface FileToMask {
  readonly entry: FileEntry;
  /** The masked path. */
  readonly path: string;
  readonly meta: Pick<FileEntry, 'meta'>;
  readonly numbers: SecretNumbers;
  readonly settings: Settings;
  readonly secrets: FileSecrets;
}

/** Masks the source and reads it again; then masks the chunks' text if that differs. Returns undefined if nothing changes. */
async function maskTexts(deps: EngineDeps, options: MaskOptions, file: FileToMask): Promise<Leaf | undefined> {
  const { entry, numbers, settings, secrets } = file;
  const made = await maskSource(deps, options, file);
  if (!isReadApart(options.open, entry)) return made;
  const rules = toRules(options, entry.path, new Set(secrets.allowedValues));
  const isJson = entry.kind === 'json' && !/\.ipynb$/i.test(entry.path);
  const masked = maskLeaf(deps.kernel, made ?? (await options.open.readStored(entry)), {
    numbers,
    settings,
    // The spans belong to the text before its source was masked.
    options: made === undefined ? { ...rules, spans: secrets.chunkSpans } : rules,
    isJson: isJson && isImported(options.open, entry),
  });
  return masked ?? made;
}

async function maskSource(deps: EngineDeps, options: MaskOptions, file: FileToMask): Promise<Leaf | undefined> {
  const { entry, path, meta, numbers, settings, secrets } = file;
  const isMetaSame = JSON.stringify(meta.meta) === JSON.stringify(entry.meta);
  const text = await readSourceText(options.open, entry, () => readBytes(options.open, entry));
  const rules = { ...toRules(options, entry.path, new Set(secrets.allowedValues)), spans: secrets.sourceSpans };
  const masked = maskText(text, numbers, rules).text;
  // An image's text contains its path.
  const isSameName = path === entry.path || entry.kind !== 'image';
  if (masked === text && isSameName && isMetaSame) return undefined;
  const bytes = masked === text ? (await readBytes(options.open, entry)).slice() : toUtf8(masked);
  return makeOne(deps.leafMaker, { path, bytes, settings, ...meta });
}

/** Masks titles and addresses of pages, which come from the web and can contain a token like their text. */
function maskMeta(meta: PageMeta | undefined, numbers: SecretNumbers): Pick<FileEntry, 'meta'> {
  if (meta === undefined) return {};
  return { meta: Object.fromEntries(Object.entries(meta).map(([key, value]) => [key, maskText(value, numbers).text])) };
}

/** Collects the values at allowed places in `allowedValues`, and allows them elsewhere in the file. */
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

/** Returns the file as text; empty for documents, images other than svg, and imports, which have only their chunks. */
export async function readSourceText(
  open: CollectionFiles,
  entry: FileEntry,
  read: () => Promise<Uint8Array>,
): Promise<string> {
  if (
    entry.refused !== undefined ||
    entry.kind === 'document' ||
    (entry.kind !== 'image' && isImported(open, entry)) ||
    (entry.kind === 'image' && !/\.svg$/i.test(entry.path))
  )
    return '';
  const bytes = await read();
  if (entry.warnings.some(({ code }) => code === 'encoding')) return fromUtf8(readLegacy(entry.path, bytes).bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return fromUtf8(bytes);
}

async function readBytes(open: OpenCollection, entry: FileEntry): Promise<Uint8Array> {
  const { original, contents } = await open.readStored(entry);
  return original ?? contents;
}
