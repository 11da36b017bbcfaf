import { toBaseName } from '../../lib/base-name.ts';
import { Gunzip } from '../../lib/deflate.ts';
import { AppError, isAppError } from '../../model/app-error.ts';
import { ZIP_LIMITS } from '../../zip/expansion-budget.ts';
import type { FileSource, ScanItem } from '../contract.ts';
import { MemoryTree } from '../memory-tree.ts';
import { toCleanName, toSegments } from '../to-path.ts';
import { createWalkedSource } from '../walk-folder.ts';
import { archiveEntry, badPath } from '../warnings.ts';
import { type ArchiveEntry, type ArchiveListing, badArchive } from './archive-entry.ts';
import { listTar } from './list-tar.ts';
import { listZip } from './list-zip.ts';
import { isTarHeader } from './tar-header.ts';

/** Zip files that people see as one document, so their entries are of no use. */
const DOCUMENTS = /\.(?:docx|xlsx|pptx|odt|ods|odp|epub|jar|apk|whl|vsix|xpi)$/i;
const EXTENSIONS = /\.(?:zip|tar\.gz|tgz|tar)$/i;

/** Reads a zip, tar or compressed tar like a folder. Throws `source/bad-archive` if none of it can be read. */
export function createArchiveSource(name: string, blob: Blob): FileSource {
  return createWalkedSource(name, async function* ({ signal }) {
    const whole: ArchiveListing = { entries: [{ rawPath: name, kind: 'file', file: blob }] };
    const { entries, cutOff } = DOCUMENTS.test(name) ? whole : await listNamed(name, blob, signal);
    const root = new MemoryTree(name);
    yield* plant(root, entries, toCleanName(toBaseName(name).replace(EXTENSIONS, '')));
    if (cutOff !== undefined) yield { type: 'warning', warning: archiveEntry(name, cutOff) };
    return { root, isCutOff: cutOff !== undefined };
  });
}

async function listNamed(name: string, blob: Blob, signal: AbortSignal): Promise<ArchiveListing> {
  try {
    return await listArchive(blob, signal);
  } catch (error) {
    if (!isAppError(error)) throw error;
    throw new AppError(error.code, error.message, { path: name, bytes: blob.size, ...error.details });
  }
}

/** Detects the format by the first bytes, not by the name. */
async function listArchive(blob: Blob, signal: AbortSignal): Promise<ArchiveListing> {
  const start = new Uint8Array(await blob.slice(0, 512).arrayBuffer());
  if (start[0] === 0x1f && start[1] === 0x8b) return listCompressedTar(blob, signal);
  if (isTarHeader(start)) return listTar(blob);
  return listZip(blob);
}

async function listCompressedTar(blob: Blob, signal: AbortSignal): Promise<ArchiveListing> {
  const { blob: tar, cutOff } = await gunzipBlob(blob, signal);
  if (tar.size === 0) throw badArchive(cutOff ?? 'the archive is empty');
  const listing = await listTar(tar);
  return cutOff === undefined ? listing : { entries: listing.entries, cutOff };
}

function* plant(tree: MemoryTree, entries: readonly ArchiveEntry[], stem: string): Generator<ScanItem> {
  const planted = entries
    .filter((entry) => entry.kind !== 'directory')
    .map((entry) => ({ entry, segments: toSegments(entry.rawPath) }));
  const strip = hasLoneTop(entries, stem) ? 1 : 0;
  let skippedMac = false;
  for (const { entry, segments } of planted) {
    const inner = segments?.slice(strip);
    if (!segments || !inner || inner.length === 0) {
      yield { type: 'warning', warning: badPath(entry.rawPath) };
    } else if (segments[0] === MAC_JUNK) {
      if (!skippedMac)
        yield {
          type: 'skip',
          skip: { path: MAC_JUNK, isDirectory: true, reason: 'default', rule: `default ${MAC_JUNK}` },
        };
      skippedMac = true;
    } else if (entry.problem !== undefined) {
      tree.addRefused(inner, entry.size ?? 0, entry.problem);
    } else if (entry.file) {
      tree.addFile(inner, entry.file);
    } else {
      tree.addOther(inner, entry.kind === 'symlink' ? 'symlink' : 'other');
    }
  }
}

/** Folder of resource forks that the Finder adds. The original folder does not have it, so paths ignore it [E2]. */
const MAC_JUNK = '__MACOSX';

/** Returns whether everything is in one directory named like the archive. Empty directories count, bad paths do not. */
function hasLoneTop(entries: readonly ArchiveEntry[], stem: string): boolean {
  let found = false;
  for (const entry of entries) {
    const segments = toSegments(entry.rawPath);
    if (!segments || segments[0] === MAC_JUNK) continue;
    if (toCleanName(segments[0] as string) !== stem) return false;
    if (segments.length === 1 && entry.kind !== 'directory') return false;
    found = true;
  }
  return found;
}

/** Expanded bytes go to the browser as blobs of this size, which it may keep on disk. */
const PART_BYTES = 8_000_000;
/** A compressed tar is expanded completely before it is read. */
const MAX_TAR_BYTES = 2_000_000_000;

interface Expanded {
  readonly blob: Blob;
  readonly cutOff?: string;
}

/** Expands a gzip; keeps what came before damage or a limit. */
async function gunzipBlob(blob: Blob, signal: AbortSignal): Promise<Expanded> {
  const parts: Blob[] = [];
  let open: Uint8Array<ArrayBuffer>[] = [];
  let openBytes = 0;
  let total = 0;
  const closePart = () => {
    if (openBytes > 0) parts.push(new Blob(open));
    open = [];
    openBytes = 0;
  };
  const gunzip = new Gunzip((chunk) => {
    // fflate reuses its buffer for the next chunk.
    open.push(chunk.slice());
    openBytes += chunk.length;
    total += chunk.length;
  });
  let cutOff: string | undefined;
  for (let at = 0; at < blob.size && cutOff === undefined; at += STEP_BYTES) {
    signal.throwIfAborted();
    const bytes = new Uint8Array(await blob.slice(at, at + STEP_BYTES).arrayBuffer());
    cutOff = push(gunzip, bytes, at + STEP_BYTES >= blob.size) ?? findExcess(total, blob.size);
    if (openBytes >= PART_BYTES) closePart();
  }
  closePart();
  const whole = new Blob(parts);
  return cutOff === undefined ? { blob: whole } : { blob: whole, cutOff };
}

/** Input per step. Small, because one step may expand a thousandfold before it can be stopped. */
const STEP_BYTES = 16_384;

function push(gunzip: Gunzip, bytes: Uint8Array, isLast: boolean): string | undefined {
  try {
    gunzip.push(bytes, isLast);
    return undefined;
  } catch {
    return 'The compressed bytes of the archive are damaged or cut off.';
  }
}

function findExcess(expandedBytes: number, archiveBytes: number): string | undefined {
  if (expandedBytes > MAX_TAR_BYTES) return 'The archive expands to too much.';
  const isBomb = expandedBytes > ZIP_LIMITS.ratioFromBytes && expandedBytes / archiveBytes > ZIP_LIMITS.maxRatio;
  return isBomb ? 'The archive expands far more than text does.' : undefined;
}
