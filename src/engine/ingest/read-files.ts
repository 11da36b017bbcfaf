import type { Leaf } from '../../kernel/contract.ts';
import type { Queue } from '../../lib/async/queue.ts';
import { AppError } from '../../model/app-error.ts';
import { findDocumentFormat, toMaxBytes } from '../../model/kind.ts';
import type { FoundFile } from '../../model/raw-file.ts';
import type { Skip } from '../../model/skip.ts';
import type { Warning } from '../../model/warning.ts';
import type { SourceFacts } from '../collection/collection-writer.ts';
import type { NoLeaf } from '../deps.ts';
import { type FileEntry, hasText } from '../file-table/file-entry.ts';
import type { ScanPlan } from '../scan/plan-scan.ts';
import { createCheckpoints } from './checkpoints.ts';
import { type FileBatch, toFileBatches, toSingles } from './file-batches.ts';
import { endsJob } from './file-outcome.ts';
import { isInSpans, toSpans } from './files-in-hand.ts';
import type { IngestRun } from './ingest-run.ts';
import { findKnown, isCode, isSame, makeLeaves, makeWithoutReader } from './make-leaves.ts';
import { passBatches } from './pass-batches.ts';

/** Counts of files by outcome. */
export interface Tally {
  indexed: number;
  unchanged: number;
  withoutText: number;
}

/** Skips and warnings found only while reading. */
export interface LateFindings {
  readonly skips: Skip[];
  readonly warnings: Warning[];
}

/** One batch at the worker and the next one waiting. */
const BATCHES_A_WORKER = 2;
const FILES_A_WORKER = 4;

/**
 * Reads files, makes leaves and stores them, several at once, within the limit of bytes in flight. Text and code come first, then documents, one
 * per batch, then a retry of failed or slow files; files that may have crashed a tab come last, one at a time. `unseen` are the source's rows
 * whose files have not been found yet.
 */
export async function readFiles(
  run: IngestRun,
  { files, totalBytes }: Pick<ScanPlan, 'files' | 'totalBytes'>,
  { tally, unseen, outlinesLater }: Pick<Reading, 'tally' | 'unseen' | 'outlinesLater'>,
): Promise<LateFindings> {
  const { leafMaker } = run.deps;
  // All files of a source are read the same way.
  const inBatches = files[0]?.place !== undefined;
  const maxItems = inBatches
    ? Math.max(1, leafMaker.workers * BATCHES_A_WORKER)
    : Math.max(run.fileSource.readAtOnce ?? 4, leafMaker.workers * FILES_A_WORKER);
  const checkpoints = createCheckpoints(run);
  const late = { skips: [], warnings: [] };
  const { queue } = checkpoints;
  const reading: Reading = { ...run, queue, tally, unseen, late, outlinesLater, again: [], suspects: [] };
  let filesLeft = files.length;
  let bytesLeft = totalBytes;
  const pass = (batches: Iterable<FileBatch<FoundFile>>, options: { maxItems: number; isLast: boolean }) =>
    passBatches(batches, {
      maxItems: options.maxItems,
      signal: run.job.signal,
      take: (batch) => takeBatch(reading, batch.files, options),
      begun(batch) {
        filesLeft -= batch.files.length;
        bytesLeft -= batch.bytes;
        return checkpoints.isDue({ filesLeft, bytesLeft }) ? checkpoints.commit() : undefined;
      },
    });
  const stopTimer = checkpoints.startTimer();
  try {
    await pass(toReadingOrder(reading, files, inBatches), { maxItems, isLast: false });
    // One file per worker: a file that ends its worker does not take others along.
    await pass(toSingles(reading.again), { maxItems: Math.max(1, leafMaker.workers), isLast: true });
    await pass(toSingles(reading.suspects), { maxItems: 1, isLast: true });
  } finally {
    await stopTimer();
  }
  return late;
}

interface Reading extends IngestRun {
  /** Lets one write into the bundles run at a time. */
  readonly queue: Queue;
  readonly tally: Tally;
  readonly unseen: Set<number>;
  readonly late: LateFindings;
  /** Whether the source has much code to read. */
  readonly outlinesLater: boolean;
  /** Files to retry after all others. */
  readonly again: FoundFile[];
  readonly suspects: FoundFile[];
}

/** Puts documents last: one can take minutes, and no other file should wait for it. */
function* toReadingOrder(
  reading: Reading,
  files: Iterable<FoundFile>,
  together: boolean,
): Generator<FileBatch<FoundFile>> {
  const documents: FoundFile[] = [];
  function* listOthers(): Generator<FoundFile> {
    for (const file of files) {
      if (isInSpans(reading.inHand.before.suspects, reading.source.id, file.path)) reading.suspects.push(file);
      else if (findDocumentFormat(file.path) !== undefined) documents.push(file);
      else yield file;
    }
  }
  yield* toFileBatches(listOthers(), together);
  yield* toSingles(documents);
}

async function takeBatch(
  reading: Reading,
  files: readonly FoundFile[],
  { isLast }: { readonly isLast: boolean },
): Promise<void> {
  const wanted = files.filter((file) => isToRead(reading, file));
  if (wanted.length === 0) return;
  const options = { outlineLater: reading.outlinesLater, canWait: !isLast };
  const spans = toSpans(wanted.map(({ path }) => ({ sourceId: reading.source.id, path })));
  await reading.inHand.take(spans);
  try {
    const failed = await store(reading, wanted, await makeLeaves(reading, wanted, options));
    if (!isLast && !reading.job.signal.aborted) reading.again.push(...failed);
    else for (const file of failed) await store(reading, [file], [await makeWithoutReader(reading, file, options)]);
  } finally {
    reading.inHand.release(spans);
  }
}

/** Returns the files that failed. */
function store(reading: Reading, files: readonly FoundFile[], made: readonly (Leaf | NoLeaf)[]): Promise<FoundFile[]> {
  return reading.queue(async () => {
    const stored: [SourceFacts, Leaf][] = [];
    const failed: FoundFile[] = [];
    let failure: AppError | undefined;
    for (const [i, one] of made.entries()) {
      const file = files[i] as FoundFile;
      if ('leaf' in one) {
        stored.push([toFacts(reading, file), one]);
        count(reading, file, hasText(one.facts) ? 'indexed' : 'withoutText');
      } else if (one.type !== 'failed') takeNoLeaf(reading, file, one);
      else if (endsJob(one)) failure ??= new AppError(one.code, one.message, one.details);
      else failed.push(file);
    }
    await reading.writer.putAll(stored);
    if (failure !== undefined) throw failure;
    return failed;
  });
}

/** Counts a file that need not be read. */
function isToRead(reading: Reading, file: FoundFile): boolean {
  const row = reading.writer.entries.find(reading.source.id, file.path);
  if (row !== undefined) reading.unseen.delete(row);
  const known = findKnown(reading, file);
  const hasCrashed = isInSpans(reading.inHand.before.crashed, reading.source.id, file.path);
  if (known !== undefined && isSame(reading, known, file)) {
    if (!hasCrashed && known.incomplete === 'unfinished') reading.writer.amend(toRetried(known));
    count(reading, file, hasText(known) ? 'unchanged' : 'withoutText');
    return false;
  }
  if (!hasCrashed) return true;
  reading.late.skips.push({ path: file.path, isDirectory: false, reason: 'crashed' });
  count(reading, file, 'failed');
  return false;
}

/** Whether the file is code that will be read. */
export function isCodeToRead(run: IngestRun, file: FoundFile): boolean {
  if (!isCode(file.path)) return false;
  const known = findKnown(run, file);
  return known === undefined || !isSame(run, known, file);
}

/** Every sync retries files that ended a worker. */
function toRetried(known: FileEntry): FileEntry {
  return known.incomplete === 'unfinished' ? { ...known, incomplete: 'later' } : known;
}

/** Failed files are counted by their warnings and skips. */
function count({ tally, job }: Reading, { size, path }: FoundFile, as: keyof Tally | 'failed'): void {
  if (as !== 'failed') tally[as]++;
  job.step({ done: 1, doneBytes: size, path });
}

function takeNoLeaf(reading: Reading, file: FoundFile, why: Exclude<NoLeaf, { type: 'failed' }>): void {
  const { late, writer } = reading;
  const { path } = file;
  const known = findKnown(reading, file);
  switch (why.type) {
    case 'unreadable':
      late.warnings.push(
        why.isArchiveEntry
          ? { path, code: 'archive-entry', message: why.message }
          : { path, code: 'unreadable', message: 'The file could not be read.' },
      );
      break;
    case 'unfinished':
      late.skips.push({ path, isDirectory: false, reason: 'unfinished' });
      break;
    case 'too-large': {
      // It has grown since the scan.
      const bounds = { limit: toMaxBytes(path, reading.scan.maxFileBytes), actual: why.bytes };
      late.skips.push({ path, isDirectory: false, reason: 'too-large', ...bounds });
      break;
    }
    case 'unchanged':
      if (known !== undefined && file.mtimeMs !== undefined)
        writer.amend({ ...toRetried(known), mtimeMs: Math.floor(file.mtimeMs) });
      count(reading, file, known !== undefined && hasText(known) ? 'unchanged' : 'withoutText');
      return;
  }
  count(reading, file, 'failed');
}

function toFacts({ source, toPath }: Reading, { path, mtimeMs = -1, meta }: FoundFile): SourceFacts {
  const facts = { sourceId: source.id, relPath: path, path: toPath(path), mtimeMs: Math.floor(mtimeMs) };
  return meta === undefined ? facts : { ...facts, meta };
}
