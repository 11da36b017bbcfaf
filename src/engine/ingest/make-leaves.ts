import type { Mutable } from '../../lib/mutable.ts';
import type { FilePlace, FoundFile, PageMeta } from '../../model/raw-file.ts';
import { detect } from '../../read/detect.ts';
import { isInBundles } from '../collection/damage-notes.ts';
import type { FileOutcome, FileTask } from '../deps.ts';
import type { FileEntry } from '../file-table/file-entry.ts';
import { toFailure, toReadFailure, UNFINISHED } from './file-outcome.ts';
import type { IngestRun } from './ingest-run.ts';

/** A file to read, and its stored entry. */
export interface WantedFile {
  readonly file: FoundFile;
  readonly known: FileEntry | undefined;
  readonly outlineLater: boolean;
  /** Whether to retry it at the end if it is slow. */
  readonly canWait: boolean;
}

/** Reads the files here only if no other thread can. Never rejects. */
export async function makeLeaves(run: IngestRun, wanted: readonly WantedFile[]): Promise<readonly FileOutcome[]> {
  const found = await Promise.all(wanted.map(({ file }) => file.place ?? readHere(file)));
  const tasks = wanted.flatMap((one, i) => toTask(run, one, found[i] as FilePlace | Uint8Array | FileOutcome));
  try {
    const made = tasks.length === 0 ? [] : await run.deps.leafMaker.make(tasks, run.job.signal);
    let at = 0;
    return found.map((one) => ('type' in one ? one : (made[at++] as FileOutcome)));
  } catch (error) {
    return wanted.map(() => toFailure(error));
  }
}

async function readHere(file: FoundFile): Promise<Uint8Array | FileOutcome> {
  try {
    return await file.read();
  } catch (error) {
    return toReadFailure(error);
  }
}

/** Makes the last attempt for a file that failed in its own batch: code can still be chunked as text. */
export async function makeWithoutReader(run: IngestRun, one: WantedFile): Promise<FileOutcome> {
  if (run.job.signal.aborted || one.outlineLater || !isCode(one.file.path)) return UNFINISHED;
  const [outcome = UNFINISHED] = await makeLeaves(run, [{ ...one, outlineLater: true }]);
  if (outcome.type !== 'made') return UNFINISHED;
  // The next sync retries its outline.
  return { ...outcome, result: { ...outcome.result, incomplete: 'unfinished' } };
}

export function isCode(path: string): boolean {
  return detect(path).reader === 'code';
}

function toTask(
  run: IngestRun,
  { file, known, outlineLater, canWait }: WantedFile,
  from: FilePlace | Uint8Array | FileOutcome,
): FileTask[] {
  if ('type' in from) return [];
  const task: Mutable<FileTask> = {
    path: run.toPath(file.path),
    from,
    settings: run.collection.settings,
    maxBytes: run.scan.maxFileBytes,
  };
  if (file.meta !== undefined) task.meta = file.meta;
  if (outlineLater) task.outlineLater = true;
  if (canWait) task.canWait = true;
  if (known !== undefined && isUsable(run, known) && isSameMeta(known.meta, file.meta)) task.knownHash = known.sha256;
  return [task];
}

/** Whether equal bytes would give the stored leaf again. */
function isUsable(run: IngestRun, known: FileEntry): boolean {
  return !isLost(run, known) && !isMissingBytes(run, known);
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

function isLost({ damaged }: IngestRun, known: FileEntry): boolean {
  return isInBundles(known, damaged);
}

function isSameStamp(known: FileEntry, file: FoundFile): boolean {
  return file.mtimeMs !== undefined && known.mtimeMs === Math.floor(file.mtimeMs) && known.bytes === file.size;
}

function isSameMeta(a: PageMeta | undefined, b: PageMeta | undefined): boolean {
  return a?.title === b?.title && a?.description === b?.description && a?.source_url === b?.source_url;
}
