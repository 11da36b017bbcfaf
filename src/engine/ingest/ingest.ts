import { compareUtf8 } from '../../lib/bytes.ts';
import type { Collection, Source } from '../../model/collection.ts';
import type { JobSummary } from '../../model/job.ts';
import type { Skip } from '../../model/skip.ts';
import { countSkips } from '../../model/skip.ts';
import type { Warning } from '../../model/warning.ts';
import { isKept } from '../file-table/file-entry.ts';
import { toSummary } from '../jobs.ts';
import { type IngestRun, setSource } from './ingest-run.ts';
import { makeOutlines } from './make-outlines.ts';
import { readFiles, type Tally } from './read-files.ts';
import { scanAhead } from './scan-ahead.ts';

/** Syncs a collection with its source. If it is cancelled or incomplete, it removes nothing. */
export async function ingest(run: IngestRun): Promise<JobSummary> {
  const { job, writer, source } = run;
  const { tally, removed, skips, warnings } = await scanAndRead(run);
  const stopped = job.signal.aborted;
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
): Promise<{ tally: Tally; removed: number; skips: readonly Skip[]; warnings: readonly Warning[] }> {
  const { job, writer, source } = run;
  const unseen = listRows(run);
  const isFirst = unseen.size === 0;
  const tally = { indexed: 0, unchanged: 0, withoutText: 0 };
  const found = scanAhead(run);
  const late = await readFiles(run, found, { tally, unseen });
  // Before anything is stored, a cancelled job leaves the collection as it was.
  if (!found.isWhole && late.stored === 0) job.throwIfCancelled();
  const skips = [...found.skips, ...late.skips].sort((a, b) => compareUtf8(a.path, b.path));
  const warnings = [...found.listWarnings(), ...late.warnings];
  if (found.isWhole || isFirst) {
    writer.setSkips(source.id, skips);
    writer.setScanWarnings(source.id, warnings);
  }
  const removed = job.signal.aborted || run.fileSource.incomplete ? 0 : removeRows(run, unseen);
  return { tally, removed, skips, warnings };
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
