import type { ErrorDetails } from './app-error.ts';

export type JobType = 'ingest' | 'sync' | 'export' | 'import' | 'crawl' | 'verify' | 'analysis';
export type JobState = 'preparing' | 'running' | 'paused' | 'stopping' | 'stopped' | 'done' | 'failed';
export type Phase = 'scan' | 'read' | 'chunk' | 'index' | 'save' | 'fetch' | 'write';

/** Counts only ever grow; `etaMs` is absent while unknown. */
export interface Progress {
  readonly jobId: string;
  readonly collectionId: string;
  readonly type: JobType;
  readonly state: JobState;
  readonly phase: Phase;
  readonly done: number;
  /** 0 while unknown (the scan has not ended). */
  readonly total: number;
  readonly doneBytes: number;
  readonly totalBytes: number;
  readonly bytesPerSec: number;
  readonly currentPath: string;
  readonly etaMs?: number;
  readonly startedAt: string;
  readonly endedAt?: string;
  readonly summary?: JobSummary;
  readonly error?: { readonly code: string; readonly message: string; readonly details: ErrorDetails };
}

export interface JobSummary {
  readonly indexed: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly skipped: number;
  readonly failed: number;
  readonly elapsedMs: number;
}
