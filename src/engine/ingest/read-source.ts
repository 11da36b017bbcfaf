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
import { withFilesInHand } from './files-in-hand.ts';
import { ingest } from './ingest.ts';
import { setSource } from './ingest-run.ts';

export interface SourceReading {
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
