import { compareBytes, compareUtf8 } from '../lib/bytes.ts';
import { createGate } from '../lib/gate.ts';
import { createQueue, type Queue } from '../lib/queue.ts';
import { type AppError, toAppError } from '../model/app-error.ts';
import type { Collection, Source } from '../model/collection.ts';
import type { JobSummary } from '../model/job.ts';
import { LIMITS } from '../model/limits.ts';
import type { PageMeta, ScannedFile } from '../model/raw-file.ts';
import type { Skip } from '../model/skip.ts';
import type { Warning } from '../model/warning.ts';
import type { FileSource, ScanOptions } from '../sources/contract.ts';
import type { CollectionWriter } from './collection-writer.ts';
import { liesIn } from './damage-notes.ts';
import { type FileEntry, isKept } from './file-entry.ts';
import type { Job } from './jobs.ts';
import type { EngineParts } from './parts.ts';
import { planScan, type ScanPlan } from './plan-scan.ts';

export interface IngestRun {
  readonly parts: EngineParts;
  readonly job: Job;
  readonly writer: CollectionWriter;
  readonly collection: Collection;
  readonly source: Source;
  readonly fileSource: FileSource;
  readonly scan: Omit<ScanOptions, 'signal'>;
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
  const plan = await planFiles(run);
  job.expect(
    plan.files.length,
    plan.files.reduce((sum, file) => sum + file.size, 0),
  );
  job.phase('read');
  const unseen = listRows(run);
  const late = await readAll(run, plan.files, { tally, unseen });
  run.parts.leafMaker.rest?.();
  const complete = !job.signal.aborted && !run.fileSource.incomplete;
  if (complete) tally.removed = removeRows(run, unseen);
  const skips = [...plan.skips, ...late.skips].sort((a, b) => compareUtf8(a.path, b.path));
  writer.setSkips(source.id, skips);
  writer.setScanWarnings(source.id, [...plan.warnings, ...late.warnings]);
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

interface Found {
  readonly files: ScannedFile[];
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
  const found: Found = { files: [], skips: [], warnings: [] };
  run.job.phase('scan');
  for await (const item of run.fileSource.scan({ ...run.scan, signal: run.job.signal })) {
    run.job.throwIfCancelled();
    if (item.type === 'file') found.files.push(item.file);
    else if (item.type === 'skip') found.skips.push(item.skip);
    else found.warnings.push({ ...item.warning, path: run.toPath(item.warning.path) });
    run.job.step({ done: 0, path: item.type === 'file' ? item.file.path : '' });
  }
  return found;
}

interface Outcomes {
  readonly tally: { indexed: number; unchanged: number; failed: number };
  /** Rows of the source whose files were not met yet. */
  readonly unseen: Set<number>;
}

/** Reads, makes leaves and keeps them, several files at a time, never more bytes in flight than the limit. `files` is emptied by it. */
async function readAll(
  run: IngestRun,
  files: ScannedFile[],
  { tally, unseen }: Outcomes,
): Promise<{ skips: Skip[]; warnings: Warning[] }> {
  const late = { skips: [] as Skip[], warnings: [] as Warning[] };
  const gate = createGate({ maxItems: Math.max(4, run.parts.leafMaker.workers * 4), maxWeight: LIMITS.inFlightBytes });
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
  files.reverse();
  for (let file = files.pop(); file !== undefined; file = files.pop()) {
    if (run.job.signal.aborted || failure !== undefined) break;
    await gate.enter(file.size);
    void take(file);
    await checkpoint.whenDue();
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
  let bytes: Uint8Array;
  try {
    bytes = await file.read();
  } catch (error) {
    const { code, message, details } = toAppError(error);
    if (code === 'source/permission') throw error;
    const isEntry = details.warning === 'archive-entry';
    const warning: Warning = isEntry
      ? { path, code: 'archive-entry', message }
      : { path, code: 'unreadable', message: 'The file could not be read.' };
    return { count: 'failed', warning };
  }
  if (bytes.length > run.scan.maxFileBytes) {
    const warning: Warning = {
      path,
      code: 'max-file-bytes',
      message: 'The file is larger than allowed.',
      limit: run.scan.maxFileBytes,
      actual: bytes.length,
    };
    return { count: 'failed', warning };
  }
  if (known !== undefined && !isLost && isSameMeta(known.meta, file.meta) && hasHash(run.parts, bytes, known.sha256)) {
    if (file.mtimeMs !== undefined) run.writer.amend({ ...known, mtimeMs: file.mtimeMs });
    return { count: 'unchanged' };
  }
  const size = bytes.length;
  const result = await run.parts.leafMaker.make({
    path,
    bytes,
    settings: run.collection.settings,
    ...(file.meta === undefined ? {} : { meta: file.meta }),
  });
  if (result.skip !== undefined) return { count: 'failed', skip: { ...result.skip, path: file.path } };
  const facts = { sourceId: run.source.id, relPath: file.path, path, bytes: size, mtimeMs: file.mtimeMs ?? -1 };
  await queue(() => run.writer.put(file.meta === undefined ? facts : { ...facts, meta: file.meta }, result));
  return { count: 'indexed' };
}

function isSameStamp(known: FileEntry, file: ScannedFile): boolean {
  return file.mtimeMs !== undefined && known.mtimeMs === Math.floor(file.mtimeMs) && known.bytes === file.size;
}

function isSameMeta(a: PageMeta | undefined, b: PageMeta | undefined): boolean {
  return a?.title === b?.title && a?.description === b?.description && a?.source_url === b?.source_url;
}

function hasHash(parts: EngineParts, bytes: Uint8Array, hash: Uint8Array): boolean {
  return compareBytes(parts.kernel.sha256(bytes), hash) === 0;
}

/** Commits what is done so far now and then: that is what can be searched during the job, and what a crash keeps. */
function createCheckpoints(run: IngestRun): {
  whenDue(): Promise<void>;
  queue: Queue;
} {
  let lastMs = run.now();
  let dueMs: number = LIMITS.firstCheckpointMs;
  const queue = createQueue();
  const searchable = run.checkpoints === 'searchable';
  const dueBytes = searchable ? LIMITS.checkpointBytes : LIMITS.checkpointBytes * 4;
  return {
    queue,
    async whenDue() {
      const { unpublishedBytes } = run.writer;
      const timeIsUp = searchable && unpublishedBytes > 0 && run.now() - lastMs >= dueMs;
      if (unpublishedBytes < dueBytes && !timeIsUp) return;
      await queue(() =>
        run.writer.publish(searchable ? 'checkpoint' : 'keep-only', (collection) => setSource(collection, run.source)),
      );
      await run.onCommit();
      lastMs = run.now();
      dueMs = LIMITS.checkpointMs;
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
