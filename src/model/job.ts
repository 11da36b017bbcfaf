import type { ErrorDetails } from './app-error.ts';

export type JobType =
  | 'ingest'
  | 'sync'
  | 'export'
  | 'import'
  | 'crawl'
  | 'verify'
  | 'analysis'
  | 'outline'
  | 'pack'
  | 'ocr';
export type JobState = 'preparing' | 'running' | 'paused' | 'stopping' | 'stopped' | 'done' | 'failed';
export type Phase = 'scan' | 'read' | 'chunk' | 'outline' | 'index' | 'save' | 'fetch' | 'write' | 'recognise';

/** Exclusive changes to a collection. */
export type ChangeAction =
  | 'make'
  | 'add-source'
  | 'sync'
  | 'remove-source'
  | 'settings'
  | 'repair'
  | 'site'
  | 'outline'
  | 'ocr'
  | 'backup'
  | 'restore';

/** Jobs that add to their collection. */
const IMPORTS: ReadonlySet<JobType> = new Set(['ingest', 'sync', 'outline', 'crawl']);

export function isImport({ type }: Pick<Progress, 'type'>): boolean {
  return IMPORTS.has(type);
}

export function isOpen({ endedAt }: Pick<Progress, 'endedAt'>): boolean {
  return endedAt === undefined;
}

/** A job of the engine or, with more details, of the crawler (`SiteJob`). Counts only ever grow; `etaMs` is absent while unknown. */
export interface Progress {
  readonly jobId: string;
  readonly collectionId: string;
  readonly type: JobType;
  readonly state: JobState;
  readonly phase: Phase;
  readonly found: number;
  readonly done: number;
  /** 0 while unknown (the scan is still running). */
  readonly total: number;
  readonly doneBytes: number;
  readonly totalBytes: number;
  readonly bytesPerSec: number;
  readonly currentPath: string;
  /** The `ChangeAction` of another job or tab that this job waits for; empty if unknown. */
  readonly waitsFor?: string;
  readonly etaMs?: number;
  readonly startedAt: string;
  readonly endedAt?: string;
  readonly summary?: JobSummary;
  readonly error?: { readonly code: string; readonly message: string; readonly details: ErrorDetails };
}

/** Counts of an import: all but `removed` add up to the files found. A skipped folder counts once, since it was not entered. */
export interface JobSummary {
  readonly indexed: number;
  readonly unchanged: number;
  /** Binary, not decodable or empty, so nothing to search; counted whether or not they changed. */
  readonly withoutText: number;
  /** Documents whose reader is not on this device yet. */
  readonly waiting?: number;
  /** No longer in the source. */
  readonly removed: number;
  /** Skipped by a rule or a limit. */
  readonly skipped: number;
  /** Included, but unreadable. */
  readonly failed: number;
  readonly elapsedMs: number;
}
