import { compareUtf8 } from '../../lib/bytes.ts';
import type { Collection, Source } from '../../model/collection.ts';
import type { JobSummary } from '../../model/job.ts';
import { LIMITS } from '../../model/limits.ts';
import type { FoundFile } from '../../model/raw-file.ts';
import { countSkips, type Skip } from '../../model/skip.ts';
import type { Warning } from '../../model/warning.ts';
import { isKept } from '../file-table/file-entry.ts';
import { toSummary } from '../jobs.ts';
import { planScan, type ScanPlan } from '../scan/plan-scan.ts';
import { type IngestRun, setSource } from './ingest-run.ts';
import { makeOutlines } from './make-outlines.ts';
import { isCodeToRead, readFiles, type Tally } from './read-files.ts';
import { createWarningList } from './warning-list.ts';

/** Syncs a collection with its source. If it is cancelled or incomplete, it removes nothing. */
export async function ingest(run: IngestRun): Promise<JobSummary> {
  const { job, writer, source } = run;
  const tally = { indexed: 0, unchanged: 0, withoutText: 0 };
  const { skips, warnings, unseen } = await scanAndRead(run, tally);
  const stopped = job.signal.aborted;
  const removed = stopped || run.fileSource.incomplete ? 0 : removeRows(run, unseen);
  writer.setSkips(source.id, skips);
  writer.setScanWarnings(source.id, warnings);
  const read = toReadSource(source, { stopped });
  const toNext = (collection: Collection): Collection => setSource(collection, read);
  if (!stopped && writer.entries.totals.incomplete > 0) {
    await writer.commit('checkpoint', toNext);
    await makeOutlines({ ...run, settings: run.collection.settings });
  }
  job.phase('index');
  await writer.commit('final', toNext);
  job.phase('save');
  return toSummary(job, { ...tally, removed, ...countSkips(skips, warnings) });
}

/** A stopped import has not seen its whole source, so it does not count as synced. */
function toReadSource({ reason: _, ...source }: Source, { stopped }: { stopped: boolean }): Source {
  if (stopped) return { ...source, state: 'INDEXED', reason: 'engine/stopped-early' };
  return { ...source, state: 'INDEXED', lastSyncAt: new Date().toISOString() };
}

/** A function of its own, so that the scan's memory is free during the last commit. */
async function scanAndRead(
  run: IngestRun,
  tally: Tally,
): Promise<{ skips: Skip[]; warnings: Warning[]; unseen: ReadonlySet<number> }> {
  const plan = await planFiles(run);
  run.job.expect(plan.files.length, plan.totalBytes);
  run.job.phase('read');
  const unseen = listRows(run);
  const late = await readFiles(run, plan, { tally, unseen, outlinesLater: plan.outlinesLater });
  const skips = [...plan.skips, ...late.skips].sort((a, b) => compareUtf8(a.path, b.path));
  return { skips, warnings: [...plan.warnings, ...late.warnings], unseen };
}

interface Found extends Outlines {
  readonly files: readonly FoundFile[];
  readonly skips: Skip[];
  readonly warnings: Warning[];
}

interface Outlines {
  /** Whether the source has much code to read. */
  readonly outlinesLater: boolean;
}

async function planFiles(run: IngestRun): Promise<ScanPlan & Outlines> {
  const found = await scanAll(run);
  const plan = await planScan(found.files, {
    maxTotalBytes: run.collection.settings.max_total_bytes,
    sha256: (bytes) => run.deps.kernel.sha256(bytes),
  });
  return {
    ...plan,
    outlinesLater: found.outlinesLater,
    skips: [...found.skips, ...plan.skips],
    warnings: [...found.warnings, ...plan.warnings],
  };
}

async function scanAll(run: IngestRun): Promise<Found> {
  const files: FoundFile[] = [];
  const skips: Skip[] = [];
  const warnings = createWarningList(run.source.name);
  let codeBytes = 0;
  run.job.phase('scan');
  try {
    for await (const item of run.fileSource.scan({ ...run.scan, signal: run.job.signal })) {
      run.job.throwIfCancelled();
      if (item.type === 'file') {
        files.push(item.file);
        if (isCodeToRead(run, item.file)) codeBytes += item.file.size;
      } else if (item.type === 'skip') skips.push(item.skip);
      else warnings.add(item.warning);
      run.job.step(item.type === 'file' ? { found: 1, path: item.file.path } : { path: '' });
    }
  } catch (error) {
    // Cancellation comes first: a source may report it as an error of its own.
    run.job.throwIfCancelled();
    throw error;
  }
  return { files, skips, warnings: warnings.all(), outlinesLater: codeBytes > LIMITS.outlineAtOnceBytes };
}

/** Lists the source's rows before the import. */
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
