import type { Leaf } from '../../kernel/contract.ts';
import { within } from '../../lib/async/within.ts';
import { AppError, isAppError, toAppError } from '../../model/app-error.ts';
import { LIMITS } from '../../model/limits.ts';
import type { FoundFile, PageMeta } from '../../model/raw-file.ts';
import { detect } from '../../read/detect.ts';
import { isInBundles } from '../collection/damage-notes.ts';
import type { FileTask, NoLeaf } from '../deps.ts';
import type { FileEntry } from '../file-table/file-entry.ts';
import { toFailure, toReadFailure, UNFINISHED } from './file-outcome.ts';
import type { IngestRun } from './ingest-run.ts';

type TaskOptions = Required<Pick<FileTask, 'outlineLater' | 'canWait'>>;

/** Reads the files and makes their leaves. Never rejects. */
export async function makeLeaves(
  run: IngestRun,
  files: readonly FoundFile[],
  options: TaskOptions,
): Promise<readonly (Leaf | NoLeaf)[]> {
  try {
    const read = await orStopped(run.job.signal, within(LIMITS.readerMs, readTogether(files)));
    const tasks = files.flatMap((file, i) => {
      const bytes = read[i] as Uint8Array | AppError;
      return isAppError(bytes) ? [] : [toTask(run, file, bytes, options)];
    });
    const made = tasks.length === 0 ? [] : await run.deps.leafMaker.make(tasks, run.job.signal);
    let at = 0;
    return read.map((one) => (isAppError(one) ? toReadFailure(one) : (made[at++] as Leaf | NoLeaf)));
  } catch (error) {
    return files.map(() => toFailure(error));
  }
}

/** Time that a cancelled job waits for a read: files take milliseconds, a disk that no longer answers takes for ever. */
const STOP_MS = 500;

function orStopped<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      timer = setTimeout(() => reject(new AppError('engine/cancelled', 'the job was stopped')), STOP_MS);
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', stop);
      clearTimeout(timer);
    });
  });
}

/** Makes the last attempt for a file that failed in its own batch: code can still be chunked as text. */
export async function makeWithoutReader(run: IngestRun, file: FoundFile, options: TaskOptions): Promise<Leaf | NoLeaf> {
  if (run.job.signal.aborted || options.outlineLater || !isCode(file.path)) return UNFINISHED;
  const [made = UNFINISHED] = await makeLeaves(run, [file], { ...options, outlineLater: true });
  // The next sync retries its outline.
  return 'leaf' in made ? { ...made, incomplete: 'unfinished' } : UNFINISHED;
}

export function isCode(path: string): boolean {
  return detect(path).reader === 'code';
}

function toTask(run: IngestRun, file: FoundFile, bytes: Uint8Array, { outlineLater, canWait }: TaskOptions): FileTask {
  const known = findKnown(run, file);
  const isComparable = known !== undefined && isUsable(run, known) && isSameMeta(known.meta, file.meta);
  return {
    path: run.toPath(file.path),
    bytes,
    settings: run.collection.settings,
    collectionId: run.collection.id,
    maxBytes: run.scan.maxFileBytes,
    outlineLater: outlineLater && isCode(file.path),
    canWait,
    ...(file.meta && { meta: file.meta }),
    ...(isComparable && { knownHash: known.sha256 }),
  };
}

/** Returns the file's stored entry. */
export function findKnown({ writer: { entries }, source }: IngestRun, { path }: FoundFile): FileEntry | undefined {
  const row = entries.find(source.id, path);
  return row === undefined ? undefined : entries.entry(row);
}

/** Whether equal bytes would give the stored leaf again. */
function isUsable(run: IngestRun, known: FileEntry): boolean {
  return !isInBundles(known, run.damaged) && !isMissingBytes(run, known);
}

/** Whether the stored leaf belongs to the current file. */
export function isSame(run: IngestRun, known: FileEntry, file: FoundFile): boolean {
  if (run.verifyAll || !isUsable(run, known)) return false;
  return isSameStamp(known, file) && isSameMeta(known.meta, file.meta);
}

/** Whether a document should be stored but is not, or was chunked with other settings. */
function isMissingBytes({ collection }: IngestRun, { kind, original, refused, incomplete }: FileEntry): boolean {
  if (kind !== 'document' || original !== undefined || refused !== undefined) return false;
  return collection.textsOnly !== true || incomplete === 'unfinished';
}

function isSameStamp(known: FileEntry, file: FoundFile): boolean {
  return file.mtimeMs !== undefined && known.mtimeMs === Math.floor(file.mtimeMs) && known.bytes === file.size;
}

function isSameMeta(a: PageMeta | undefined, b: PageMeta | undefined): boolean {
  return a?.title === b?.title && a?.description === b?.description && a?.source_url === b?.source_url;
}

/**
 * Reads files, if possible as one Blob: in Chromium that takes half the time. If that fails, because a file has changed or is gone, each one is read
 * separately. Never rejects.
 */
async function readTogether(files: readonly FoundFile[]): Promise<readonly (Uint8Array | AppError)[]> {
  const joined = await readJoined(files).catch(() => undefined);
  return joined ?? Promise.all(files.map((file) => file.read().catch(toAppError)));
}

/** Returns undefined if the bytes cannot be told apart. */
async function readJoined(files: readonly FoundFile[]): Promise<Uint8Array[] | undefined> {
  const blobs = await Promise.all(files.map((file) => file.openBlob?.()));
  if (!blobs.every((blob) => blob !== undefined)) return undefined;
  const bytes = await new Blob(blobs).arrayBuffer();
  let end = 0;
  const cut = blobs.map(({ size }) => {
    end += size;
    // Each has a buffer of its own, which can be transferred.
    return new Uint8Array(bytes.slice(end - size, end));
  });
  return end === bytes.byteLength ? cut : undefined;
}
