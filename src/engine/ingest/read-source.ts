import type { Source } from '../../model/collection.ts';
import type { JobSummary } from '../../model/job.ts';
import type { FileSource } from '../../sources/contract.ts';
import { readDamage } from '../collection/damage-notes.ts';
import { remakeLostLeaves } from '../collection/remake-leaf.ts';
import { renamePaths, toPathOf } from '../collection/sources.ts';
import type { Change } from '../collection/with-collection.ts';
import type { ScanRules } from '../deps.ts';
import type { EngineContext } from '../engine-context.ts';
import type { Job } from '../jobs.ts';
import { ingest } from './ingest.ts';
import { setSource } from './ingest-run.ts';

export interface SourceReading {
  readonly job: Job;
  /** As it will stand in the collection. */
  readonly source: Source;
  readonly fileSource: FileSource;
  readonly rules: Omit<ScanRules, 'maxFileBytes'>;
  readonly verifyAll: boolean;
}

/** Reads a source into a collection that is being changed, whatever the source is made of. */
export async function readSource(
  { deps }: EngineContext,
  change: Change,
  { job, source, fileSource, rules, verifyAll }: SourceReading,
): Promise<JobSummary> {
  const { collection, writer } = change;
  const { sources } = setSource(collection, source);
  await renamePaths(deps, { ...change, sources });
  const damaged = await readDamage(deps.store, collection.id);
  await remakeLostLeaves(deps, { ...change, settings: collection.settings, damaged, syncedId: source.id });
  return ingest({
    deps,
    job,
    writer,
    collection,
    source,
    fileSource,
    scan: { ...rules, maxFileBytes: collection.settings.max_file_bytes },
    toPath: (relPath) => toPathOf(sources, source.id, relPath),
    verifyAll,
    damaged,
    checkpoints: deps.checkpoints ?? 'searchable',
    now: deps.now ?? (() => performance.now()),
  });
}
