import { createQueue } from '../../lib/async/queue.ts';
import { LIMITS } from '../../model/limits.ts';
import type { CollectionWriter } from '../collection/collection-writer.ts';
import type { EngineDeps, FileTask, Settled } from '../deps.ts';
import type { FileEntry } from '../file-table/file-entry.ts';
import type { Job } from '../jobs.ts';
import { toFileBatches } from './file-batches.ts';
import { passBatches } from './pass-batches.ts';
import { isWorkerDeath, tryAgain } from './worker-death.ts';

export interface OutlineRun {
  readonly deps: EngineDeps;
  readonly job: Job;
  readonly writer: CollectionWriter;
  readonly settings: FileTask['settings'];
}

const BATCHES_A_WORKER = 2;
/** Until they are committed, leaves wait in memory. A commit here merges files again that the end merges once more, so it comes late. */
const COMMIT_BYTES = LIMITS.checkpointBytes * 4;
const COMMIT_FILES = LIMITS.checkpointFiles * 4;

/**
 * The second step of a reading: outlines of the files that were cut as text, from the bytes that are kept. Files stay searchable all the while.
 * Cancelled, it keeps what it has. Answers how many files are another than before; whoever calls publishes them.
 */
export async function makeOutlines(run: OutlineRun): Promise<number> {
  const { job, writer, deps } = run;
  const rows = listIncomplete(run);
  if (rows.length === 0) return 0;
  job.phase('outline');
  job.expectMore(
    rows.length,
    rows.reduce((sum, row) => sum + writer.entries.entry(row).bytes, 0),
  );
  const queue = createQueue();
  let changed = 0;
  await passBatches(toFileBatches(listEntries(run, rows), true), {
    maxItems: Math.max(1, deps.leafMaker.workers * BATCHES_A_WORKER),
    signal: job.signal,
    async take({ files }) {
      const entries = files.map(({ entry }) => entry);
      const settled = await outlineBatch(run, entries);
      await queue(async () => {
        changed += await keep(run, entries, settled);
      });
    },
    begun: (_, drain) => (isCommitDue(writer) ? commit(writer, drain) : undefined),
  });
  return changed;
}

function isCommitDue({ unpublishedBytes, unpublishedFiles }: CollectionWriter): boolean {
  return unpublishedBytes >= COMMIT_BYTES || unpublishedFiles >= COMMIT_FILES;
}

/** Bytes that are still to be read lie in the generation that ends with this. */
async function commit(writer: CollectionWriter, drain: () => Promise<void>): Promise<void> {
  await drain();
  await writer.publish('checkpoint', (collection) => collection);
}

/** A file that ended a worker waits for the next sync of its source. */
function listIncomplete({ writer: { entries } }: OutlineRun): number[] {
  if (entries.totals.incomplete === 0) return [];
  return [...entries.rows()].filter((row) => {
    const { incomplete } = entries.entry(row);
    return incomplete === 'later' || incomplete === 'reader-missing';
  });
}

function* listEntries({ writer }: OutlineRun, rows: readonly number[]): Generator<{ size: number; entry: FileEntry }> {
  for (const row of rows) {
    const entry = writer.entries.entry(row);
    yield { size: entry.bytes, entry };
  }
}

async function outlineBatch(run: OutlineRun, entries: readonly FileEntry[]): Promise<readonly Settled[]> {
  const { signal } = run.job;
  try {
    return await outlineAll(run, entries);
  } catch (error) {
    if (!isWorkerDeath(error)) throw error;
  }
  const settled: Settled[] = [];
  for (const entry of entries) {
    settled.push(await tryAgain(async () => (await outlineAll(run, [entry]))[0] as Settled, signal));
  }
  return settled;
}

async function outlineAll(
  { deps, job, writer, settings }: OutlineRun,
  entries: readonly FileEntry[],
): Promise<Settled[]> {
  const { leafMaker } = deps;
  const originals = await Promise.all(entries.map((entry) => writer.readOriginal(entry)));
  const tasks = entries.map(({ path, meta, bytes: size }, i): FileTask => {
    const bytes = originals[i] as Uint8Array;
    const from = { bytes, start: 0, end: bytes.length };
    return { path, settings, from, size, maxBytes: Number.MAX_SAFE_INTEGER, ...(meta === undefined ? {} : { meta }) };
  });
  if (leafMaker.makeAll !== undefined) return [...(await leafMaker.makeAll(tasks, job.signal))];
  const makeOne = async ({ path, meta }: FileTask, i: number): Promise<Settled> => {
    const bytes = (originals[i] as Uint8Array).slice();
    const task = { path, settings, bytes, ...(meta === undefined ? {} : { meta }) };
    const result = await leafMaker.make(task, job.signal);
    return { outcome: { type: 'made', bytes: bytes.length, result } };
  };
  return Promise.all(tasks.map(makeOne));
}

/** Answers how many changed. */
async function keep(
  { writer, job }: OutlineRun,
  entries: readonly FileEntry[],
  settled: readonly Settled[],
): Promise<number> {
  let changed = 0;
  const amend = (entry: FileEntry, incomplete: NonNullable<FileEntry['incomplete']>): void => {
    if (entry.incomplete === incomplete) return;
    writer.amend({ ...entry, incomplete });
    changed++;
  };
  for (const [i, one] of settled.entries()) {
    const entry = entries[i] as FileEntry;
    if ('error' in one) throw one.error;
    if (one.outcome.type === 'unfinished') {
      // What was cancelled did not end a worker.
      if (!job.signal.aborted) amend(entry, 'unfinished');
    } else if (one.outcome.type === 'made') {
      const { result } = one.outcome;
      if (result.incomplete !== undefined) amend(entry, result.incomplete);
      else {
        // Of a document without its reader there was no text.
        if (entry.kind === 'document') await writer.put(entry, result);
        else await writer.putLeaf(entry, result);
        changed++;
      }
    }
    job.step({ done: 1, doneBytes: entry.bytes, path: entry.path });
  }
  return changed;
}
