import type { Queue } from '../../lib/async/queue.ts';
import type { Mutable } from '../../lib/mutable.ts';
import type { AppError } from '../../model/app-error.ts';
import { toMaxBytes } from '../../model/kind.ts';
import type { FilePlace, PageMeta, ScannedFile } from '../../model/raw-file.ts';
import type { Skip } from '../../model/skip.ts';
import type { Warning } from '../../model/warning.ts';
import { detect } from '../../read/detect.ts';
import type { MadeFile } from '../collection/collection-writer.ts';
import { isInBundles } from '../collection/damage-notes.ts';
import type { FileOutcome, FileTask, LeafTask, Settled } from '../deps.ts';
import { type FileEntry, hasText } from '../file-table/file-entry.ts';
import type { PlannedFiles } from '../scan/plan-scan.ts';
import { createCheckpoints } from './checkpoints.ts';
import { toFileBatches } from './file-batches.ts';
import type { IngestRun } from './ingest-run.ts';
import { passBatches } from './pass-batches.ts';
import { readAndMake, settle } from './read-and-make.ts';
import { isWorkerDeath, tryAgain, UNFINISHED } from './worker-death.ts';

/** What became of files, counted on. */
export interface Tally {
  indexed: number;
  unchanged: number;
  withoutText: number;
}

/** What a scan did not know. */
export interface LateFindings {
  readonly skips: Skip[];
  readonly warnings: Warning[];
}

/** Of batches: one is with the worker and the next is there when it is done. */
const BATCHES_A_WORKER = 2;
const FILES_A_WORKER = 4;

/** Reads, makes leaves and keeps them, several files at a time, never more bytes in flight than the limit. `unseen` are rows of the source whose files were not met yet. */
export async function readFiles(
  run: IngestRun,
  files: PlannedFiles,
  { tally, unseen, outlinesLater }: Pick<Reading, 'tally' | 'unseen' | 'outlinesLater'>,
): Promise<LateFindings> {
  const { leafMaker } = run.deps;
  const inBatches = files.arePlaced && leafMaker.makeAll !== undefined;
  const maxItems = inBatches
    ? Math.max(1, leafMaker.workers * BATCHES_A_WORKER)
    : Math.max(run.fileSource.readAtOnce ?? 4, leafMaker.workers * FILES_A_WORKER);
  const checkpoints = createCheckpoints(run);
  const reading: Reading = {
    ...run,
    queue: checkpoints.queue,
    tally,
    unseen,
    late: { skips: [], warnings: [] },
    outlinesLater,
  };
  let filesLeft = files.length;
  let bytesLeft = files.totalBytes;
  await passBatches(toFileBatches(files, inBatches), {
    maxItems,
    signal: run.job.signal,
    take: (batch) => takeBatch(reading, batch.files),
    begun(batch) {
      filesLeft -= batch.files.length;
      bytesLeft -= batch.bytes;
      return checkpoints.isDue({ filesLeft, bytesLeft }) ? checkpoints.commit() : undefined;
    },
  });
  return reading.late;
}

interface Reading extends IngestRun {
  /** Lets one at a time write into the bundles. */
  readonly queue: Queue;
  readonly tally: Tally;
  readonly unseen: Set<number>;
  readonly late: LateFindings;
  /** There is much code to be read. */
  readonly outlinesLater: boolean;
}

/** A file that is to be read, and what is kept of it. */
interface Wanted {
  readonly file: ScannedFile;
  readonly known: FileEntry | undefined;
  readonly outlineLater: boolean;
}

async function takeBatch(reading: Reading, files: readonly ScannedFile[]): Promise<void> {
  const wanted = files.map((file) => toWanted(reading, file)).filter((one) => one !== undefined);
  const settled = await makeLeaves(reading, wanted);
  await reading.queue(async () => {
    const made: MadeFile[] = [];
    let failure: AppError | undefined;
    let at = 0;
    for (const one of settled) {
      const asked = wanted[at++] as Wanted;
      if ('error' in one) failure ??= one.error;
      else takeOutcome(reading, asked, { outcome: one.outcome, made });
    }
    await reading.writer.putAll(made);
    if (failure !== undefined) throw failure;
  });
}

/** `undefined` where nothing need be read. */
function toWanted(reading: Reading, file: ScannedFile): Wanted | undefined {
  const { entries } = reading.writer;
  const row = entries.find(reading.source.id, file.path);
  if (row !== undefined) reading.unseen.delete(row);
  const known = row === undefined ? undefined : entries.entry(row);
  if (known === undefined || !isSame(reading, known, file)) {
    return { file, known, outlineLater: reading.outlinesLater && isCode(file.path) };
  }
  if (known.incomplete === 'unfinished') reading.writer.amend(toRetried(known));
  count(reading, file, hasText(known) ? 'unchanged' : 'withoutText');
  return undefined;
}

/** What is kept is of the file as it is now. */
function isSame(run: IngestRun, known: FileEntry, file: ScannedFile): boolean {
  if (run.verifyAll || isLost(run, known) || isMissingBytes(run, known)) return false;
  return isSameStamp(known, file) && isSameMeta(known.meta, file.meta);
}

/** A document that is to be kept and is not, or that settings would have cut another way. */
function isMissingBytes({ collection }: IngestRun, { kind, original, refused, incomplete }: FileEntry): boolean {
  if (kind !== 'document' || original !== undefined || refused !== undefined) return false;
  return collection.textsOnly !== true || incomplete === 'unfinished';
}

/** Whether it is code that will be read. */
export function isCodeToRead(run: IngestRun, file: ScannedFile): boolean {
  if (!isCode(file.path)) return false;
  const { entries } = run.writer;
  const row = entries.find(run.source.id, file.path);
  return row === undefined || !isSame(run, entries.entry(row), file);
}

/** Every sync tries again what ended a worker. */
function toRetried(known: FileEntry): FileEntry {
  return known.incomplete === 'unfinished' ? { ...known, incomplete: 'later' } : known;
}

function isCode(path: string): boolean {
  return detect(path).reader === 'code';
}

/** Files that failed are counted by their warnings and skips. */
function count({ tally, job }: Reading, { size, path }: ScannedFile, as: keyof Tally | 'failed'): void {
  if (as !== 'failed') tally[as]++;
  job.step({ done: 1, doneBytes: size, path });
}

/**
 * Where any thread can read the files, whoever makes the leaves does; then nothing but leaves passes through this one. When a worker ended
 * with files in hand, each is read again by itself, and the one that ends another once more, as text.
 */
async function makeLeaves(reading: Reading, wanted: readonly Wanted[]): Promise<Iterable<Settled>> {
  const { leafMaker } = reading.deps;
  const { makeAll } = leafMaker;
  const [first] = wanted;
  if (first === undefined) return [];
  if (makeAll === undefined || first.file.place === undefined) {
    return Promise.all(wanted.map((one) => makeOne(reading, one)));
  }
  const makeSome = (some: readonly Wanted[]) => {
    const tasks = some.map((one) => toFileTask(reading, one));
    return makeAll.call(leafMaker, tasks, reading.job.signal);
  };
  try {
    return await makeSome(wanted);
  } catch (error) {
    if (!isWorkerDeath(error)) throw error;
    return tryEach(reading, wanted, async (one) => [...(await makeSome([one]))][0] as Settled);
  }
}

async function makeOne(reading: Reading, one: Wanted): Promise<Settled> {
  const { leafMaker, kernel } = reading.deps;
  const read = () => one.file.read();
  const make = (task: LeafTask) => leafMaker.make(task, reading.job.signal);
  const attempt = (asked: Wanted) => settle(readAndMake({ kernel, read, make }, toTask(reading, asked)));
  const first = await attempt(one);
  if (!('error' in first) || !isWorkerDeath(first.error)) return first;
  const [second] = await tryEach(reading, [one], attempt);
  return second ?? UNFINISHED;
}

type Attempt = (one: Wanted) => Promise<Settled>;

async function tryEach(reading: Reading, wanted: readonly Wanted[], attempt: Attempt): Promise<Settled[]> {
  const settled: Settled[] = [];
  for (const one of wanted) {
    const first = await tryAgain(() => attempt(one), reading.job.signal);
    const isLast = first !== UNFINISHED || one.outlineLater || !isCode(one.file.path);
    const asText = () => attempt({ ...one, outlineLater: true });
    settled.push(isLast ? first : toUnfinished(await tryAgain(asText, reading.job.signal)));
  }
  return settled;
}

/** Its outline is tried again with the next sync, not before. */
function toUnfinished(settled: Settled): Settled {
  if (!('outcome' in settled) || settled.outcome.type !== 'made') return settled;
  const { outcome } = settled;
  return { outcome: { ...outcome, result: { ...outcome.result, incomplete: 'unfinished' } } };
}

type ReadTask = Omit<FileTask, 'from' | 'size'>;

function toFileTask(reading: Reading, wanted: Wanted): FileTask {
  const { ahead, place, size } = wanted.file;
  return { ...toTask(reading, wanted), from: ahead ?? (place as FilePlace), size };
}

function toTask(reading: Reading, { file, known, outlineLater }: Wanted): ReadTask {
  const task: Mutable<ReadTask> = {
    path: reading.toPath(file.path),
    settings: reading.collection.settings,
    maxBytes: reading.scan.maxFileBytes,
  };
  if (file.meta !== undefined) task.meta = file.meta;
  if (outlineLater) task.outlineLater = true;
  if (known !== undefined && isUsable(reading, known) && isSameMeta(known.meta, file.meta))
    task.knownHash = known.sha256;
  return task;
}

/** With the same bytes, what is kept of it is what would be made. */
function isUsable(reading: Reading, known: FileEntry): boolean {
  return !isLost(reading, known) && !isMissingBytes(reading, known);
}

/** Files that are to be kept are added to `made`. */
function takeOutcome(
  reading: Reading,
  { file, known }: Wanted,
  { outcome, made }: { outcome: FileOutcome; made: MadeFile[] },
): void {
  const { late, source, writer } = reading;
  const { path } = file;
  switch (outcome.type) {
    case 'unreadable':
      late.warnings.push(
        outcome.isArchiveEntry
          ? { path, code: 'archive-entry', message: outcome.message }
          : { path, code: 'unreadable', message: 'The file could not be read.' },
      );
      break;
    case 'unfinished':
      late.skips.push({ path, isDirectory: false, reason: 'unfinished' });
      break;
    case 'too-large': {
      // It has grown since the scan saw it.
      const bounds = { limit: toMaxBytes(path, reading.scan.maxFileBytes), actual: outcome.bytes };
      late.skips.push({ path, isDirectory: false, reason: 'too-large', ...bounds });
      break;
    }
    case 'unchanged':
      if (known !== undefined && file.mtimeMs !== undefined)
        writer.amend({ ...toRetried(known), mtimeMs: file.mtimeMs });
      break;
    case 'made': {
      const { result, bytes } = outcome;
      const given = {
        sourceId: source.id,
        relPath: path,
        path: reading.toPath(path),
        bytes,
        mtimeMs: file.mtimeMs ?? -1,
      };
      made.push({ source: file.meta === undefined ? given : { ...given, meta: file.meta }, result });
    }
  }
  count(reading, file, toTallied(outcome, known));
}

function toTallied(outcome: FileOutcome, known: FileEntry | undefined): keyof Tally | 'failed' {
  if (outcome.type === 'unchanged') return known !== undefined && hasText(known) ? 'unchanged' : 'withoutText';
  if (outcome.type !== 'made') return 'failed';
  return hasText(outcome.result.facts) ? 'indexed' : 'withoutText';
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
