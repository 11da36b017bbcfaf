import type { ErrorDetails } from './app-error.ts';

export type JobType = 'ingest' | 'sync' | 'export' | 'import' | 'crawl' | 'verify' | 'analysis' | 'outline' | 'pack';
export type JobState = 'preparing' | 'running' | 'paused' | 'stopping' | 'stopped' | 'done' | 'failed';
export type Phase = 'scan' | 'read' | 'chunk' | 'outline' | 'index' | 'save' | 'fetch' | 'write';

/** What can be done to a collection, one at a time. */
export type ChangeAction =
  | 'make'
  | 'add-source'
  | 'sync'
  | 'remove-source'
  | 'settings'
  | 'repair'
  | 'site'
  | 'outline';

/** Counts only ever grow; `etaMs` is absent while unknown. */
export interface Progress {
  readonly jobId: string;
  readonly collectionId: string;
  readonly type: JobType;
  readonly state: JobState;
  readonly phase: Phase;
  /** Files a scan has come across so far. */
  readonly found: number;
  readonly done: number;
  /** 0 while unknown (the scan has not ended). */
  readonly total: number;
  readonly doneBytes: number;
  readonly totalBytes: number;
  readonly bytesPerSec: number;
  readonly currentPath: string;
  /** The job waits until this, a `ChangeAction` of another job or tab, has ended; empty where that is not known. */
  readonly waitsFor?: string;
  readonly etaMs?: number;
  readonly startedAt: string;
  readonly endedAt?: string;
  readonly summary?: JobSummary;
  readonly error?: { readonly code: string; readonly message: string; readonly details: ErrorDetails };
}

/** Of a reading: every file found counts once, so all but `removed` add up to the files found. A left-out folder is one: it was not entered. */
export interface JobSummary {
  readonly indexed: number;
  readonly unchanged: number;
  /** Binary, not decodable or empty: known, and nothing to search. Whether they changed is not told. */
  readonly withoutText: number;
  /** No longer in the source. */
  readonly removed: number;
  /** Left out by a rule or a limit. */
  readonly skipped: number;
  /** Wanted, and could not be read. */
  readonly failed: number;
  readonly elapsedMs: number;
}
