import type { Collection, Source } from '../../model/collection.ts';
import type { FileSource } from '../../sources/contract.ts';
import type { CollectionWriter } from '../collection/collection-writer.ts';
import type { EngineDeps, ScanRules } from '../deps.ts';
import type { Job } from '../jobs.ts';
import type { FilesInHand } from './files-in-hand.ts';

export interface IngestRun {
  readonly deps: EngineDeps;
  readonly job: Job;
  readonly writer: CollectionWriter;
  readonly collection: Collection;
  readonly source: Source;
  readonly fileSource: FileSource;
  readonly scan: ScanRules;
  /** Returns the full path of a file of this source. */
  readonly toPath: (relPath: string) => string;
  readonly verifyAll: boolean;
  readonly inHand: FilesInHand;
  /** Bundles whose files are read again, even if unchanged. */
  readonly damaged: ReadonlySet<string>;
  /** `searchable`: checkpoints can be searched. `kept`: they only bound memory. */
  readonly checkpoints: 'searchable' | 'kept';
  readonly now: () => number;
}

export function setSource({ awaitsSource: _, ...collection }: Collection, source: Source): Collection {
  const known = collection.sources.some((other) => other.id === source.id);
  const sources = known
    ? collection.sources.map((other) => (other.id === source.id ? source : other))
    : [...collection.sources, source];
  return { ...collection, sources, changedAt: new Date().toISOString() };
}
