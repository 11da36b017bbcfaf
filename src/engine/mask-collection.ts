import {
  collectSecrets,
  createSecretNumbers,
  type MaskedPlace,
  maskText,
  type SecretNumbers,
} from '../export/secrets/mask-text.ts';
import { fromUtf8, toUtf8 } from '../lib/bytes.ts';
import type { PageMeta } from '../model/raw-file.ts';
import type { Settings } from '../model/settings.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { createCollectionWriter } from './collection-writer.ts';
import type { SecretPlace } from './contract.ts';
import type { FileEntry } from './file-entry.ts';
import { EMPTY_TABLE } from './file-table.ts';
import type { Job } from './jobs.ts';
import { type OpenCollection, openCollection } from './open-collection.ts';
import type { EngineParts, LeafResult } from './parts.ts';

export interface MaskOptions {
  readonly open: OpenCollection;
  /** Places the person has allowed, as `path:line:kind`. */
  readonly allowed: ReadonlySet<string>;
  readonly job?: Job;
}

/** Where secrets are, without their values. */
export async function findSecretPlaces(options: MaskOptions): Promise<SecretPlace[]> {
  const numbers = createSecretNumbers();
  const places: SecretPlace[] = [];
  for (const entry of options.open.files) {
    for (const place of collectSecrets(await readSourceText(options.open, entry), numbers))
      places.push({ path: entry.path, ...place });
    options.job?.step({ done: 1, doneBytes: entry.bytes, path: entry.path });
    options.job?.throwIfCancelled();
  }
  return places;
}

/**
 * Calls `work` with the collection whose files have their secrets replaced, made anew in memory from the masked bytes: everything derived,
 * hashes and terms included, is of the masked text. Files without secrets keep their leaves.
 */
export async function withMasked<T>(
  parts: EngineParts,
  options: MaskOptions,
  work: (masked: OpenCollection) => Promise<T>,
): Promise<T> {
  const { open } = options;
  const numbers = createSecretNumbers();
  for (const entry of open.files) collectSecrets(await readSourceText(open, entry), numbers, toRules(options, entry));
  const store = createMemoryStore();
  const { collection } = open.generation.row;
  const settings: Settings = { ...collection.settings, mask_secrets: true };
  const inMemory: EngineParts = { ...parts, store };
  const writer = createCollectionWriter(inMemory, {
    collection: { ...collection, settings },
    table: EMPTY_TABLE,
    generation: undefined,
  });
  try {
    for (const entry of open.table.entries) {
      options.job?.throwIfCancelled();
      const { sourceId, relPath, path, mtimeMs } = entry;
      const { bytes, meta, result } = await maskFile(inMemory, options, { entry, numbers, settings });
      await writer.put({ sourceId, relPath, path, bytes, mtimeMs, ...(meta === undefined ? {} : { meta }) }, result);
    }
    for (const [sourceId, warnings] of Object.entries(open.table.scanWarnings))
      writer.setScanWarnings(sourceId, warnings);
    await writer.publish('final', (base) => base);
  } finally {
    await writer.abort();
  }
  const masked = await openCollection(parts.kernel, await store.openGeneration(collection.id), undefined);
  try {
    return await work(masked);
  } finally {
    masked.release();
  }
}

async function maskFile(
  parts: EngineParts,
  options: MaskOptions,
  file: { entry: FileEntry; numbers: SecretNumbers; settings: Settings },
): Promise<{ bytes: number; meta: PageMeta | undefined; result: LeafResult }> {
  const { entry } = file;
  const text = await readSourceText(options.open, entry);
  const masked = maskText(text, file.numbers, toRules(options, entry)).text;
  const meta = maskMeta(entry.meta, file.numbers);
  if (masked === text && JSON.stringify(meta) === JSON.stringify(entry.meta)) {
    return { bytes: entry.bytes, meta, result: await readResult(options.open, entry) };
  }
  const bytes =
    masked === text ? (await options.open.readSpan(entry.original ?? entry.contents)).slice() : toUtf8(masked);
  const size = bytes.length;
  const task = { path: entry.path, bytes, settings: file.settings };
  const result = await parts.leafMaker.make(meta === undefined ? task : { ...task, meta });
  return { bytes: size, meta, result };
}

/** Titles and addresses of pages are of the web, and can hold a token as well as their text. */
function maskMeta(meta: PageMeta | undefined, numbers: SecretNumbers): PageMeta | undefined {
  if (meta === undefined) return undefined;
  return Object.fromEntries(Object.entries(meta).map(([key, value]) => [key, maskText(value, numbers).text]));
}

function toRules({ allowed }: MaskOptions, entry: FileEntry) {
  const isAllowed = (place: Pick<MaskedPlace, 'line' | 'kind'>): boolean =>
    allowed.has(`${entry.path}:${place.line}:${place.kind}`);
  return { isAllowed };
}

/** The file as text; images other than svg have none. */
async function readSourceText(open: OpenCollection, entry: FileEntry): Promise<string> {
  if (entry.refused !== undefined || (entry.kind === 'image' && !/\.svg$/i.test(entry.path))) return '';
  const bytes = await open.readSpan(entry.original ?? entry.contents);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return fromUtf8(bytes);
}

/** What the leaf maker gave for the file when it was taken in. */
async function readResult(open: OpenCollection, entry: FileEntry): Promise<LeafResult> {
  return {
    leaf: await open.readSpan(entry.leaf),
    contents: await open.readSpan(entry.contents),
    fileHash: entry.sha256,
    summary: entry,
    ...(entry.original === undefined ? {} : { original: await open.readSpan(entry.original) }),
  };
}
