import type { Mutable } from '../../lib/mutable.ts';
import { toAppError } from '../../model/app-error.ts';
import type { FilePlace, PageMeta, ScannedFile } from '../../model/raw-file.ts';
import { detect } from '../../read/detect.ts';
import { isInBundles } from '../collection/damage-notes.ts';
import type { FileTask, LeafTask, Settled } from '../deps.ts';
import type { FileEntry } from '../file-table/file-entry.ts';
import { UNFINISHED } from './file-failure.ts';
import type { IngestRun } from './ingest-run.ts';
import { readAndMake, settle } from './read-and-make.ts';

/** A file to read, and its stored entry. */
export interface WantedFile {
  readonly file: ScannedFile;
  readonly known: FileEntry | undefined;
  readonly outlineLater: boolean;
  /** Whether to retry it at the end if it is slow. */
  readonly canWait: boolean;
}

/** Lets the leaf maker read the files too if any thread can, so that only leaves pass through this one. Never rejects. */
export async function makeLeaves(run: IngestRun, wanted: readonly WantedFile[]): Promise<Iterable<Settled>> {
  const { leafMaker } = run.deps;
  const [first] = wanted;
  if (first === undefined) return [];
  if (leafMaker.makeAll === undefined || first.file.place === undefined) {
    return Promise.all(wanted.map((one) => makeOne(run, one)));
  }
  try {
    return await leafMaker.makeAll(
      wanted.map((one) => toFileTask(run, one)),
      run.job.signal,
    );
  } catch (error) {
    return wanted.map(() => ({ error: toAppError(error) }));
  }
}

/** Makes the last attempt for a file that failed in its own batch: code can still be chunked as text. */
export async function makeWithoutReader(run: IngestRun, one: WantedFile): Promise<Settled> {
  if (run.job.signal.aborted || one.outlineLater || !isCode(one.file.path)) return UNFINISHED;
  const [settled = UNFINISHED] = await makeLeaves(run, [{ ...one, outlineLater: true }]);
  if ('error' in settled || settled.outcome.type !== 'made') return UNFINISHED;
  const { outcome } = settled;
  // The next sync retries its outline.
  return { outcome: { ...outcome, result: { ...outcome.result, incomplete: 'unfinished' } } };
}

export function isCode(path: string): boolean {
  return detect(path).reader === 'code';
}

function makeOne(run: IngestRun, one: WantedFile): Promise<Settled> {
  const { leafMaker, kernel } = run.deps;
  const make = (task: LeafTask) => leafMaker.make(task, run.job.signal);
  return settle(readAndMake({ kernel, read: () => one.file.read(), make }, toTask(run, one)));
}

type ReadTask = Omit<FileTask, 'from' | 'size'>;

function toFileTask(run: IngestRun, wanted: WantedFile): FileTask {
  const { ahead, place, size } = wanted.file;
  return { ...toTask(run, wanted), from: ahead ?? (place as FilePlace), size };
}

function toTask(run: IngestRun, { file, known, outlineLater, canWait }: WantedFile): ReadTask {
  const task: Mutable<ReadTask> = {
    path: run.toPath(file.path),
    settings: run.collection.settings,
    maxBytes: run.scan.maxFileBytes,
  };
  if (file.meta !== undefined) task.meta = file.meta;
  if (outlineLater) task.outlineLater = true;
  if (canWait) task.canWait = true;
  if (known !== undefined && isUsable(run, known) && isSameMeta(known.meta, file.meta)) task.knownHash = known.sha256;
  return task;
}

/** Whether equal bytes would give the stored leaf again. */
function isUsable(run: IngestRun, known: FileEntry): boolean {
  return !isLost(run, known) && !isMissingBytes(run, known);
}

/** Whether the stored leaf belongs to the current file. */
export function isSame(run: IngestRun, known: FileEntry, file: ScannedFile): boolean {
  if (run.verifyAll || !isUsable(run, known)) return false;
  return isSameStamp(known, file) && isSameMeta(known.meta, file.meta);
}

/** Whether a document should be stored but is not, or was chunked with other settings. */
function isMissingBytes({ collection }: IngestRun, { kind, original, refused, incomplete }: FileEntry): boolean {
  if (kind !== 'document' || original !== undefined || refused !== undefined) return false;
  return collection.textsOnly !== true || incomplete === 'unfinished';
}

function isLost({ damaged }: IngestRun, known: FileEntry): boolean {
  return isInBundles(known, damaged);
}

function isSameStamp(known: FileEntry, file: ScannedFile): boolean {
  return file.mtimeMs !== undefined && known.mtimeMs === Math.floor(file.mtimeMs) && known.bytes === file.size;
}

function isSameMeta(a: PageMeta | undefined, b: PageMeta | undefined): boolean {
  return a?.title === b?.title && a?.description === b?.description && a?.source_url === b?.source_url;
}
