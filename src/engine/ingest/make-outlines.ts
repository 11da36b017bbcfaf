import type { Leaf } from '../../kernel/contract.ts';
import { createQueue } from '../../lib/async/queue.ts';
import { AppError } from '../../model/app-error.ts';
import { LIMITS } from '../../model/limits.ts';
import type { CollectionWriter } from '../collection/collection-writer.ts';
import { isDamage } from '../collection/damage-notes.ts';
import type { EngineDeps, FileTask, NoLeaf } from '../deps.ts';
import type { EngineContext } from '../engine-context.ts';
import type { FileEntry } from '../file-table/file-entry.ts';
import type { Job } from '../jobs.ts';
import { endsJob, isFailed, toFailure, UNFINISHED } from './file-outcome.ts';
import { type FilesInHand, isInSpans, toSpans, withFilesInHand } from './files-in-hand.ts';
import { passBatches, toFileBatches, toSingles } from './pass-batches.ts';

export interface OutlineRun {
  readonly deps: EngineDeps;
  readonly job: Job;
  readonly writer: CollectionWriter;
  readonly settings: FileTask['settings'];
  readonly collectionId: string;
  readonly inHand: FilesInHand;
}

const BATCHES_A_WORKER = 2;
/** Leaves stay in memory until they are committed. A commit here merges files that the last one merges again, so it comes late. */
const COMMIT_BYTES = LIMITS.checkpointBytes * 4;
const COMMIT_FILES = LIMITS.checkpointFiles * 4;

/**
 * The second step of an import: makes the outlines of files chunked as text, from their stored bytes. Files stay searchable meanwhile. If
 * cancelled, it keeps the outlines made. Returns the number of changed files; the caller commits them.
 */
export async function makeOutlines(run: OutlineRun): Promise<number> {
  const { job, writer, deps } = run;
  const { rows, suspects } = listIncomplete(run);
  const all = [...rows, ...suspects];
  if (all.length === 0) return 0;
  job.phase('outline');
  job.expectMore(
    all.length,
    all.reduce((sum, row) => sum + writer.entries.entry(row).bytes, 0),
  );
  const queue = createQueue();
  let changed = 0;
  const pass = (batches: Parameters<typeof passBatches<{ entry: FileEntry }>>[0], maxItems: number) =>
    passBatches(batches, {
      maxItems,
      signal: job.signal,
      async take({ files }) {
        const entries = files.map(({ entry }) => entry);
        const outcomes = await outlineBatch(run, entries);
        await queue(async () => {
          changed += await keep(run, entries, outcomes);
        });
      },
      begun: (_, drain) => (isCommitDue(writer) ? commit(writer, drain) : undefined),
    });
  await pass(toFileBatches(listEntries(run, rows), true), Math.max(1, deps.leafMaker.workers * BATCHES_A_WORKER));
  await pass(toSingles([...listEntries(run, suspects)]), 1);
  return changed;
}

function isCommitDue({ uncommittedBytes, uncommittedFiles }: CollectionWriter): boolean {
  return uncommittedBytes >= COMMIT_BYTES || uncommittedFiles >= COMMIT_FILES;
}

/** Drains first: unread bytes are in the generation that this commit replaces. */
async function commit(writer: CollectionWriter, drain: () => Promise<void>): Promise<void> {
  await drain();
  await writer.commit('checkpoint', (collection) => collection);
}

/** Leaves out files that ended a worker, until the source's next sync, and files that crashed a tab, until the user retries them. */
function listIncomplete({ writer: { entries }, inHand: { before } }: OutlineRun): {
  rows: number[];
  suspects: number[];
} {
  const rows: number[] = [];
  const suspects: number[] = [];
  for (const row of entries.totals.incomplete === 0 ? [] : entries.rows()) {
    const { incomplete, sourceId, relPath } = entries.entry(row);
    if (incomplete === undefined || incomplete === 'unfinished') continue;
    if (isInSpans(before.crashed, sourceId, relPath)) continue;
    (isInSpans(before.suspects, sourceId, relPath) ? suspects : rows).push(row);
  }
  return { rows, suspects };
}

function* listEntries({ writer }: OutlineRun, rows: readonly number[]): Generator<{ size: number; entry: FileEntry }> {
  for (const row of rows) {
    const entry = writer.entries.entry(row);
    yield { size: entry.bytes, entry };
  }
}

/** Retries the files of a failed batch once, one by one. */
async function outlineBatch(run: OutlineRun, entries: readonly FileEntry[]): Promise<readonly (Leaf | NoLeaf)[]> {
  const outcomes = await outlineInHand(run, entries);
  const final: (Leaf | NoLeaf)[] = [];
  for (const [i, entry] of entries.entries()) {
    const first = outcomes[i] ?? UNFINISHED;
    const [one = UNFINISHED] = isFailed(first) && !run.job.signal.aborted ? await outlineInHand(run, [entry]) : [first];
    if (isFailed(one) && endsJob(one)) throw new AppError(one.code, one.message, one.details);
    final.push(isFailed(one) ? UNFINISHED : one);
  }
  return final;
}

async function outlineInHand(run: OutlineRun, entries: readonly FileEntry[]): Promise<readonly (Leaf | NoLeaf)[]> {
  const spans = toSpans(entries.map(({ sourceId, relPath }) => ({ sourceId, path: relPath })));
  await run.inHand.take(spans);
  try {
    return await outlineAll(run, entries);
  } catch (error) {
    // The stored bytes can't be read, which isn't the reader's fault.
    if (isDamage(error)) throw error;
    return entries.map(() => toFailure(error));
  } finally {
    run.inHand.release(spans);
  }
}

async function outlineAll(
  { deps, job, writer, settings, collectionId }: OutlineRun,
  entries: readonly FileEntry[],
): Promise<readonly (Leaf | NoLeaf)[]> {
  const tasks = entries.map(async (entry): Promise<FileTask> => {
    const { path, meta } = entry;
    const bytes = (await writer.readOriginal(entry)).slice();
    return { path, settings, bytes, collectionId, ...(meta === undefined ? {} : { meta }) };
  });
  return deps.leafMaker.make(await Promise.all(tasks), job.signal);
}

/** Returns the number of changed files. */
async function keep(
  { writer, job }: OutlineRun,
  entries: readonly FileEntry[],
  outcomes: readonly (Leaf | NoLeaf)[],
): Promise<number> {
  let changed = 0;
  const amend = (entry: FileEntry, incomplete: NonNullable<FileEntry['incomplete']>): void => {
    if (entry.incomplete === incomplete) return;
    writer.amend({ ...entry, incomplete });
    changed++;
  };
  for (const [i, outcome] of outcomes.entries()) {
    const entry = entries[i] as FileEntry;
    if (!('leaf' in outcome)) {
      // A cancelled file did not end a worker.
      if (outcome.type === 'unfinished' && !job.signal.aborted) amend(entry, 'unfinished');
    } else if (outcome.incomplete !== undefined) amend(entry, outcome.incomplete);
    else {
      // A document had no text before its reader was there.
      if (entry.kind === 'document') await writer.put(entry, { ...outcome, bytes: entry.bytes });
      else await writer.putLeaf(entry, outcome);
      changed++;
    }
    job.step({ done: 1, doneBytes: entry.bytes, path: entry.path });
  }
  return changed;
}

interface Finished {
  /** Files that have their outline now. */
  readonly changed: number;
  /** Files still without an outline. */
  readonly left: number;
}

/** Makes the missing outlines, after the change that runs now. */
export function finishReading(
  { deps, collectionRecords, withCollection }: Pick<EngineContext, 'deps' | 'collectionRecords' | 'withCollection'>,
  collectionId: string,
  job: Job,
): Promise<Finished> {
  return withCollection(collectionId, { action: 'outline', job }, async ({ writer, collection }) => {
    const sourceIds = collection.sources.map(({ id }) => id);
    const { settings } = collection;
    const changed = await withFilesInHand(collectionRecords.of(collectionId), job, sourceIds, (inHand) =>
      makeOutlines({ deps, job, writer, settings, collectionId, inHand }),
    );
    job.phase('index');
    if (changed > 0) await writer.commit('final', (current) => ({ ...current, changedAt: new Date().toISOString() }));
    return { changed, left: writer.entries.totals.incomplete };
  });
}
