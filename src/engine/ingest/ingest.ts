import { isUnseenByHandles } from '../../kinds/unseen-names.ts';
import { compareUtf8 } from '../../lib/bytes.ts';
import type { Collection, Source } from '../../model/collection.ts';
import type { JobSummary } from '../../model/job.ts';
import type { Skip } from '../../model/skip.ts';
import { countSkips } from '../../model/skip.ts';
import type { Warning } from '../../model/warning.ts';
import type { FileSource } from '../../sources/contract.ts';
import { hiddenName } from '../../sources/warnings.ts';
import { readDamage } from '../collection/damage-notes.ts';
import { remakeLostLeaves } from '../collection/remake-leaf.ts';
import { renamePaths, toPathOf } from '../collection/sources.ts';
import type { Change } from '../collection/with-collection.ts';
import type { ScanRules } from '../deps.ts';
import type { EngineContext } from '../engine-context.ts';
import { isKept } from '../file-table/file-entry.ts';
import { type Job, toSummary } from '../jobs.ts';
import { withFilesInHand } from './files-in-hand.ts';
import { type IngestRun, setSource } from './ingest-run.ts';
import { makeOutlines } from './make-outlines.ts';
import { readFiles, type Tally } from './read-files.ts';
import { scanAhead } from './scan-ahead.ts';

interface SourceReading {
  readonly job: Job;
  readonly source: Source;
  readonly fileSource: FileSource;
  readonly rules: Omit<ScanRules, 'maxFileBytes'>;
  readonly verifyAll: boolean;
}

/** Imports a source of any type into a collection that is being changed. */
export async function readSource(
  { deps, collectionRecords }: EngineContext,
  change: Change,
  { job, source, fileSource, rules, verifyAll }: SourceReading,
): Promise<JobSummary> {
  const { collection, writer } = change;
  const { sources } = setSource(collection, source);
  await renamePaths(deps, { ...change, sources });
  const damaged = await readDamage(deps.store, collection.id);
  await remakeLostLeaves(deps, { ...change, settings: collection.settings, damaged, syncedId: source.id });
  return withFilesInHand(collectionRecords.of(collection.id), job, [source.id], (inHand) =>
    ingest({
      deps,
      job,
      writer,
      collection,
      source,
      fileSource,
      scan: { ...rules, maxFileBytes: collection.settings.max_file_bytes },
      toPath: (relPath) => toPathOf(sources, source.id, relPath),
      verifyAll,
      inHand,
      damaged,
      checkpoints: deps.checkpoints ?? 'searchable',
      now: deps.now ?? (() => performance.now()),
    }),
  );
}

/** Syncs a collection with its source. If it is cancelled or incomplete, it removes nothing. */
async function ingest(run: IngestRun): Promise<JobSummary> {
  const { job, writer, source } = run;
  const { tally, removed, skips, warnings } = await scanAndRead(run);
  const stopped = job.signal.aborted;
  const read = toReadSource(source, { stopped });
  const toNext = (collection: Collection): Collection => setSource(collection, read);
  if (!stopped && writer.entries.totals.incomplete > 0) {
    await writer.commit('checkpoint', toNext);
    await makeOutlines({ ...run, settings: run.collection.settings, collectionId: run.collection.id });
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
  const hidden = run.fileSource.hidesNames ? takeHidden(run, unseen) : [];
  const warnings = [...found.listWarnings(), ...late.warnings, ...hidden];
  if (found.isWhole || isFirst) {
    writer.setSkips(source.id, skips, (path) => !isCovered(run, path));
    writer.setScanWarnings(source.id, warnings, (path) => !isCovered(run, path));
  }
  const removed = job.signal.aborted || run.fileSource.incomplete ? 0 : removeRows(run, unseen);
  return { tally, removed, skips, warnings };
}

/** Lists the source's rows before the import, except those that the scan does not cover. */
function listRows(run: IngestRun): Set<number> {
  const { entries } = run.writer;
  const rows = new Set<number>();
  for (const row of entries.rows()) {
    const { sourceId, relPath } = entries.entry(row);
    if (sourceId === run.source.id && isCovered(run, relPath)) rows.add(row);
  }
  return rows;
}

function isCovered({ fileSource: { roots } }: IngestRun, path: string): boolean {
  return roots === undefined || roots.includes(path.split('/', 1)[0] as string);
}

/** Takes the files that the source may still have, although it doesn't list them. */
function takeHidden({ writer }: IngestRun, rows: Set<number>): readonly Warning[] {
  return [...rows].flatMap((row) => {
    const { relPath } = writer.entries.entry(row);
    if (!isUnseenByHandles(relPath)) return [];
    rows.delete(row);
    return [hiddenName(relPath)];
  });
}

function removeRows({ writer }: IngestRun, rows: ReadonlySet<number>): number {
  let removed = 0;
  for (const row of rows) {
    if (isKept(writer.entries.entry(row))) removed++;
    writer.remove(row);
  }
  return removed;
}
