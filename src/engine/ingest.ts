import { compareUtf8 } from '../lib/bytes.ts';
import { createGate } from '../lib/gate.ts';
import { createQueue, type Queue } from '../lib/queue.ts';
import { type AppError, toAppError } from '../model/app-error.ts';
import type { Collection, Source } from '../model/collection.ts';
import type { JobSummary } from '../model/job.ts';
import { LIMITS } from '../model/limits.ts';
import type { PageMeta, ScannedFile } from '../model/raw-file.ts';
import type { Skip } from '../model/skip.ts';
import type { Warning } from '../model/warning.ts';
import type { FileSource } from '../sources/contract.ts';
import type { CollectionWriter } from './collection-writer.ts';
import { liesIn } from './damage-notes.ts';
import { type FileEntry, isKept } from './file-entry.ts';
import type { Job } from './jobs.ts';
import type { EngineParts, FileOutcome, FileTask, ScanRules } from './parts.ts';
import { type PlannedFiles, planScan, type ScanPlan } from './plan-scan.ts';
import { readAndMake } from './read-and-make.ts';
import { createScanList, type ScanList } from './scan-list.ts';

export interface IngestRun {
  readonly parts: EngineParts;
  readonly job: Job;
  readonly writer: CollectionWriter;
  readonly collection: Collection;
  readonly source: Source;
  readonly fileSource: FileSource;
  readonly scan: ScanRules;
  /** Full path of a file of this source. */
  readonly toPath: (relPath: string) => string;
  readonly verifyAll: boolean;
  /** Packs whose files are read again, whatever their stamps say. */
  readonly damaged: ReadonlySet<string>;
  /** `searchable`: checkpoints can be searched. `kept`: they only bound memory. */
  readonly checkpoints: 'searchable' | 'kept';
  readonly onCommit: () => Promise<void>;
  readonly now: () => number;
}

/** Brings a collection's source up to date with what is really there. Cancelled or incomplete, it removes nothing. */
export async function ingest(run: IngestRun): Promise<JobSummary> {
  const { job, writer, source } = run;
  const tally = { indexed: 0, unchanged: 0, removed: 0, failed: 0 };
  const { skips, warnings, unseen } = await scanAndRead(run, tally);
  run.parts.leafMaker.rest?.();
  const complete = !job.signal.aborted && !run.fileSource.incomplete;
  if (complete) tally.removed = removeRows(run, unseen);
  writer.setSkips(source.id, skips);
  writer.setScanWarnings(source.id, warnings);
  job.phase('index');
  await writer.publish('final', (collection) =>
    setSource(collection, { ...source, state: 'INDEXED', lastSyncAt: new Date().toISOString() }),
  );
  job.phase('save');
  await run.onCommit();
  return { ...tally, skipped: skips.length, elapsedMs: Math.round(job.elapsedMs) };
}

export function setSource(collection: Collection, source: Source): Collection {
  const known = collection.sources.some((other) => other.id === source.id);
  const sources = known
    ? collection.sources.map((other) => (other.id === source.id ? source : other))
    : [...collection.sources, source];
  return { ...collection, sources, changedAt: new Date().toISOString() };
}

/** What the scan found is not needed beyond this: the last commit has the room. */
async function scanAndRead(
  run: IngestRun,
  tally: Tally,
): Promise<{ skips: Skip[]; warnings: Warning[]; unseen: ReadonlySet<number> }> {
  const plan = await planFiles(run);
  run.job.expect(plan.files.length, plan.files.totalBytes);
  run.job.phase('read');
  const unseen = listRows(run);
  const late = await readAll(run, plan.files, { tally, unseen });
  const skips = [...plan.skips, ...late.skips].sort((a, b) => compareUtf8(a.path, b.path));
  return { skips, warnings: [...plan.warnings, ...late.warnings], unseen };
}

interface Found {
  readonly files: ScanList;
  readonly skips: Skip[];
  readonly warnings: Warning[];
}

async function planFiles(run: IngestRun): Promise<ScanPlan> {
  const found = await scanAll(run);
  const plan = await planScan(found.files, {
    maxTotalBytes: run.collection.settings.max_total_bytes,
    sha256: (bytes) => run.parts.kernel.sha256(bytes),
  });
  return {
    files: plan.files,
    skips: [...found.skips, ...plan.skips],
    warnings: [...found.warnings, ...plan.warnings],
  };
}

async function scanAll(run: IngestRun): Promise<Found> {
  const found: Found = { files: createScanList(), skips: [], warnings: [] };
  run.job.phase('scan');
  try {
    for await (const item of run.fileSource.scan({ ...run.scan, signal: run.job.signal })) {
      run.job.throwIfCancelled();
      if (item.type === 'file') found.files.add(item.file);
      else if (item.type === 'skip') found.skips.push(item.skip);
      else found.warnings.push({ ...item.warning, path: run.toPath(item.warning.path) });
      run.job.step({ done: 0, path: item.type === 'file' ? item.file.path : '' });
    }
  } catch (error) {
    // A source that hears of it first says so in its own words.
    run.job.throwIfCancelled();
    throw error;
  }
  return found;
}

interface Tally {
  indexed: number;
  unchanged: number;
  failed: number;
}

interface Outcomes {
  readonly tally: Tally;
  /** Rows of the source whose files were not met yet. */
  readonly unseen: Set<number>;
}

/** Workers that read files themselves are given several at once, and the next ones meanwhile. */
const BATCHED_ITEMS = 32;

/** Reads, makes leaves and keeps them, several files at a time, never more bytes in flight than the limit. */
async function readAll(
  run: IngestRun,
  files: PlannedFiles,
  { tally, unseen }: Outcomes,
): Promise<{ skips: Skip[]; warnings: Warning[] }> {
  const late = { skips: [] as Skip[], warnings: [] as Warning[] };
  const { workers } = run.parts.leafMaker;
  const itemsAWorker = files.arePlaced ? BATCHED_ITEMS : 4;
  const gate = createGate({ maxItems: Math.max(4, workers * itemsAWorker), maxWeight: LIMITS.inFlightBytes });
  const checkpoint = createCheckpoints(run);
  let failure: AppError | undefined;
  const take = async (file: ScannedFile): Promise<void> => {
    try {
      const outcome = await takeFile(run, file, { queue: checkpoint.queue, unseen });
      if (outcome.skip !== undefined) late.skips.push(outcome.skip);
      if (outcome.warning !== undefined) late.warnings.push(outcome.warning);
      tally[outcome.count]++;
      run.job.step({ done: 1, doneBytes: file.size, path: file.path });
    } catch (error) {
      failure = toAppError(error);
    } finally {
      gate.leave(file.size);
    }
  };
  for (const file of files) {
    if (run.job.signal.aborted || failure !== undefined) break;
    if (!gate.tryEnter(file.size)) await gate.enter(file.size);
    void take(file);
    if (checkpoint.isDue()) await checkpoint.commit();
  }
  await gate.empty();
  if (failure !== undefined) throw failure;
  return late;
}

interface Outcome {
  readonly count: 'indexed' | 'unchanged' | 'failed';
  readonly skip?: Skip;
  readonly warning?: Warning;
}

/** `queue` lets one writer at a time into the packs. */
async function takeFile(
  run: IngestRun,
  file: ScannedFile,
  { queue, unseen }: { queue: Queue; unseen: Set<number> },
): Promise<Outcome> {
  const path = run.toPath(file.path);
  const row = run.writer.entries.find(run.source.id, file.path);
  if (row !== undefined) unseen.delete(row);
  const known = row === undefined ? undefined : run.writer.entries.entry(row);
  const isLost = known !== undefined && liesIn(known, run.damaged);
  if (known !== undefined && !isLost && !run.verifyAll && isSameStamp(known, file) && isSameMeta(known.meta, file.meta))
    return { count: 'unchanged' };
  const mayBeSame = known !== undefined && !isLost && isSameMeta(known.meta, file.meta);
  const outcome = await makeLeaf(run, file, {
    path,
    settings: run.collection.settings,
    maxBytes: run.scan.maxFileBytes,
    ...(file.meta === undefined ? {} : { meta: file.meta }),
    ...(mayBeSame ? { knownHash: known.sha256 } : {}),
  });
  switch (outcome.type) {
    case 'unreadable': {
      const warning: Warning = outcome.isArchiveEntry
        ? { path, code: 'archive-entry', message: outcome.message }
        : { path, code: 'unreadable', message: 'The file could not be read.' };
      return { count: 'failed', warning };
    }
    case 'too-large': {
      const message = 'The file is larger than allowed.';
      const figures = { limit: run.scan.maxFileBytes, actual: outcome.bytes };
      return { count: 'failed', warning: { path, code: 'max-file-bytes', message, ...figures } };
    }
    case 'unchanged':
      if (known !== undefined && file.mtimeMs !== undefined) run.writer.amend({ ...known, mtimeMs: file.mtimeMs });
      return { count: 'unchanged' };
    case 'made': {
      const { result, bytes } = outcome;
      if (result.skip !== undefined) return { count: 'failed', skip: { ...result.skip, path: file.path } };
      const facts = { sourceId: run.source.id, relPath: file.path, path, bytes, mtimeMs: file.mtimeMs ?? -1 };
      await queue(() => run.writer.put(file.meta === undefined ? facts : { ...facts, meta: file.meta }, result));
      return { count: 'indexed' };
    }
  }
}

/** Where any thread can read the file, whoever makes the leaf does; then nothing but the leaf passes through this one. */
function makeLeaf(run: IngestRun, file: ScannedFile, task: Omit<FileTask, 'place' | 'size'>): Promise<FileOutcome> {
  const { leafMaker, kernel } = run.parts;
  const { place, size } = file;
  if (place !== undefined && leafMaker.makeOf !== undefined) return leafMaker.makeOf({ ...task, place, size });
  return readAndMake({ kernel, read: () => file.read(), make: (leafTask) => leafMaker.make(leafTask) }, task);
}

function isSameStamp(known: FileEntry, file: ScannedFile): boolean {
  return file.mtimeMs !== undefined && known.mtimeMs === Math.floor(file.mtimeMs) && known.bytes === file.size;
}

function isSameMeta(a: PageMeta | undefined, b: PageMeta | undefined): boolean {
  return a?.title === b?.title && a?.description === b?.description && a?.source_url === b?.source_url;
}

/** The table of all files is written with each checkpoint: of a large collection that takes seconds, so they come less often. */
const READING_SHARE = 9;

/** Commits what is done so far now and then: that is what can be searched during the job, and what a crash keeps. */
function createCheckpoints(run: IngestRun): {
  isDue(): boolean;
  commit(): Promise<void>;
  queue: Queue;
} {
  let lastMs = run.now();
  let dueMs: number = LIMITS.firstCheckpointMs;
  const queue = createQueue();
  const searchable = run.checkpoints === 'searchable';
  const dueBytes = searchable ? LIMITS.checkpointBytes : LIMITS.checkpointBytes * 4;
  return {
    queue,
    isDue() {
      const { unpublishedBytes } = run.writer;
      const timeIsUp = searchable && unpublishedBytes > 0 && run.now() - lastMs >= dueMs;
      return unpublishedBytes >= dueBytes || timeIsUp;
    },
    async commit() {
      const startMs = run.now();
      await queue(() =>
        run.writer.publish(searchable ? 'checkpoint' : 'keep-only', (collection) => setSource(collection, run.source)),
      );
      await run.onCommit();
      lastMs = run.now();
      dueMs = Math.max(LIMITS.checkpointMs, (lastMs - startMs) * READING_SHARE);
    },
  };
}

/** What is known of the source before it is read. */
function listRows({ writer, source }: IngestRun): Set<number> {
  const rows = new Set<number>();
  for (const row of writer.entries.rows()) if (writer.entries.entry(row).sourceId === source.id) rows.add(row);
  return rows;
}

function removeRows({ writer }: IngestRun, rows: ReadonlySet<number>): number {
  let removed = 0;
  for (const row of rows) {
    if (isKept(writer.entries.entry(row))) removed++;
    writer.remove(row);
  }
  return removed;
}
