import type { Leaf } from '../../kernel/contract.ts';
import { findDocumentFormat, toMaxBytes } from '../../kinds/document-format.ts';
import { createQueue, type Queue } from '../../lib/async/queue.ts';
import { AppError } from '../../model/app-error.ts';
import { LIMITS } from '../../model/limits.ts';
import type { FoundFile } from '../../model/raw-file.ts';
import type { Skip } from '../../model/skip.ts';
import { UNREAD_MESSAGE, type Warning } from '../../model/warning.ts';
import type { SourceFacts } from '../collection/collection-writer.ts';
import type { NoLeaf } from '../deps.ts';
import { type FileEntry, hasText, isWaiting } from '../file-table/file-entry.ts';
import { endsJob } from './file-outcome.ts';
import { isInSpans, toSpans } from './files-in-hand.ts';
import { type IngestRun, setSource } from './ingest-run.ts';
import { findKnown, isCode, isSame, makeLeaves, makeWithoutReader } from './make-leaves.ts';
import { type FileBatch, passBatches, toFileBatches, toSingles } from './pass-batches.ts';
import type { FoundFiles } from './scan-ahead.ts';

/** Counts of files by outcome. */
export interface Tally {
  indexed: number;
  unchanged: number;
  withoutText: number;
  waiting?: number;
}

/** Skips and warnings found only while reading. */
interface LateFindings {
  readonly skips: Skip[];
  readonly warnings: Warning[];
  /** Number of files stored. */
  stored: number;
}

/** One batch at the worker and the next one waiting. */
const BATCHES_A_WORKER = 2;
const FILES_A_WORKER = 4;

/**
 * Reads files while they are found, makes leaves and stores them, several at once, within the limit of bytes in flight. Text and code come first, then
 * documents, one per batch, then a retry of failed or slow files; files that may have crashed a tab come last, one at a time. `unseen` are the
 * source's rows whose files have not been found yet.
 */
export async function readFiles(
  run: IngestRun,
  found: FoundFiles,
  { tally, unseen }: Pick<Reading, 'tally' | 'unseen'>,
): Promise<LateFindings> {
  const { leafMaker } = run.deps;
  const checkpoints = createCheckpoints(run);
  const late = { skips: [], warnings: [], stored: 0 };
  const { queue } = checkpoints;
  const reading: Reading = { ...run, found, queue, tally, unseen, late, again: [], suspects: [] };
  let files = 0;
  let bytes = 0;
  const pass = (batches: Batches, options: { maxItems: number; isLast: boolean }) =>
    passBatches(batches, {
      maxItems: options.maxItems,
      signal: run.job.signal,
      take: (batch) => takeBatch(reading, batch.files, options),
      begun(batch) {
        files += batch.files.length;
        bytes += batch.bytes;
        const left = { filesLeft: found.files - files, bytesLeft: found.bytes - bytes };
        return checkpoints.isDue(found.isWhole ? left : MANY) ? checkpoints.commit() : undefined;
      },
    });
  const stopTimer = checkpoints.startTimer();
  try {
    // All files of a source are read the same way.
    const together = (await found.first())?.openBlob !== undefined;
    const maxItems = together
      ? Math.max(1, leafMaker.workers * BATCHES_A_WORKER)
      : Math.max(run.fileSource.readAtOnce ?? 4, leafMaker.workers * FILES_A_WORKER);
    await pass(toReadingOrder(reading, together), { maxItems, isLast: false });
    // One file per worker: a file that ends its worker does not take others along.
    await pass(toSingles(reading.again), { maxItems: Math.max(1, leafMaker.workers), isLast: true });
    await pass(toSingles(reading.suspects), { maxItems: 1, isLast: true });
  } finally {
    await stopTimer();
  }
  return late;
}

type Batches = Parameters<typeof passBatches<FoundFile>>[0];

/** While the scan runs, the end is far. */
const MANY = { filesLeft: Number.POSITIVE_INFINITY, bytesLeft: Number.POSITIVE_INFINITY };

interface Reading extends IngestRun {
  /** Lets one write into the bundles run at a time. */
  readonly queue: Queue;
  readonly tally: Tally;
  readonly unseen: Set<number>;
  readonly found: FoundFiles;
  readonly late: LateFindings;
  /** Files to retry after all others. */
  readonly again: FoundFile[];
  readonly suspects: FoundFile[];
}

/** Puts documents last: one can take minutes, and no other file should wait for it. Code waits until it is known whether its outlines are made later. */
async function* toReadingOrder(reading: Reading, together: boolean): AsyncGenerator<FileBatch<FoundFile>> {
  const { found, suspects, inHand, source } = reading;
  const documents: FoundFile[] = [];
  const code: FoundFile[] = [];
  async function* listOthers(): AsyncGenerator<FoundFile> {
    for await (const file of found.take()) {
      if (found.isWhole || found.hasMuchCode) yield* code.splice(0);
      if (isInSpans(inHand.before.suspects, source.id, file.path)) suspects.push(file);
      else if (findDocumentFormat(file.path) !== undefined) documents.push(file);
      else if (!found.isWhole && !found.hasMuchCode && isCode(file.path)) code.push(file);
      else yield file;
    }
    yield* code;
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
  const options = { outlineLater: reading.found.hasMuchCode, canWait: !isLast };
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
        count(reading, file, toOutcome({ ...one, ...one.facts }, 'indexed'));
      } else if (one.type !== 'failed') takeNoLeaf(reading, file, one);
      else if (endsJob(one)) failure ??= new AppError(one.code, one.message, one.details);
      else failed.push(file);
    }
    await reading.writer.putAll(stored);
    reading.late.stored += stored.length;
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
    count(reading, file, toOutcome(known, 'unchanged'));
    return false;
  }
  if (!hasCrashed) return true;
  reading.late.skips.push({ path: file.path, isDirectory: false, reason: 'crashed' });
  count(reading, file, 'failed');
  return false;
}

function toOutcome(file: Parameters<typeof isWaiting>[0], readable: 'indexed' | 'unchanged'): keyof Tally {
  if (hasText(file)) return readable;
  return isWaiting(file) ? 'waiting' : 'withoutText';
}

/** Every sync retries files that ended a worker. */
function toRetried(known: FileEntry): FileEntry {
  return known.incomplete === 'unfinished' ? { ...known, incomplete: 'later' } : known;
}

/** Failed files are counted by their warnings and skips. */
function count({ tally, job }: Reading, { size, path }: FoundFile, as: keyof Tally | 'failed'): void {
  if (as !== 'failed') tally[as] = (tally[as] ?? 0) + 1;
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
          : { path, code: 'unreadable', message: UNREAD_MESSAGE },
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
      count(reading, file, known === undefined ? 'withoutText' : toOutcome(known, 'unchanged'));
      return;
  }
  count(reading, file, 'failed');
}

function toFacts({ source, toPath }: Reading, { path, mtimeMs = -1, meta }: FoundFile): SourceFacts {
  const facts = { sourceId: source.id, relPath: path, path: toPath(path), mtimeMs: Math.floor(mtimeMs) };
  return meta === undefined ? facts : { ...facts, meta };
}

/** Time between checkpoints as a multiple of the last commit's: each writes the table of all files, which takes seconds for a large collection. */
const READING_SHARE = 9;

/** Share of a full checkpoint that the last commit may take along. */
const NEAR_END = 0.25;

const TIMER_MS = 1_000;

/** Commits finished files from time to time, so that they can be searched during the job and survive a crash. */
function createCheckpoints(run: IngestRun) {
  let lastMs = run.now();
  let dueMs: number = LIMITS.firstCheckpointMs;
  const queue = createQueue();
  const searchable = run.checkpoints === 'searchable';
  const times = searchable ? 1 : 4;
  const dueBytes = LIMITS.checkpointBytes * times;
  const dueFiles = LIMITS.checkpointFiles * times;
  const isTimeUp = (): boolean => searchable && run.writer.uncommittedBytes > 0 && run.now() - lastMs >= dueMs;

  let committing: Promise<void> | undefined;
  const commit = (): Promise<void> => {
    committing ??= commitNow().finally(() => {
      committing = undefined;
    });
    return committing;
  };

  async function commitNow(): Promise<void> {
    const startMs = run.now();
    await queue(() =>
      run.writer.commit(searchable ? 'checkpoint' : 'keep-only', (collection) => setSource(collection, run.source)),
    );
    lastMs = run.now();
    dueMs = Math.max(LIMITS.checkpointMs, (lastMs - startMs) * READING_SHARE);
  }

  return {
    /** Lets one write run at a time: a commit, or files. */
    queue,
    /** Takes the files and bytes left to read. */
    isDue({ filesLeft, bytesLeft }: { readonly filesLeft: number; readonly bytesLeft: number }): boolean {
      const { uncommittedBytes, uncommittedFiles } = run.writer;
      // With little left, the last commit follows soon.
      const isNearEnd = filesLeft < dueFiles * NEAR_END && bytesLeft < dueBytes * NEAR_END;
      const isFull = uncommittedBytes >= dueBytes || uncommittedFiles >= dueFiles;
      return isTimeUp() || (isFull && !isNearEnd);
    },
    commit,
    /** Commits on time even while no file finishes: otherwise a slow one holds the others back. Await the returned function to stop it. */
    startTimer(): () => Promise<void> {
      let failure: unknown;
      const timer = setInterval(() => {
        if (committing !== undefined || failure !== undefined || !isTimeUp()) return;
        commit().catch((error: unknown) => {
          failure = error;
        });
      }, TIMER_MS);
      return async () => {
        clearInterval(timer);
        await committing?.catch(() => undefined);
        if (failure !== undefined) throw failure;
      };
    },
  };
}
