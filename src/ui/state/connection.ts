import type { Engine } from '../../engine/contract.ts';
import type { SourceInput } from '../../sources/contract.ts';
import type { Problem } from './read-error.ts';
import type { SiteControl } from './site-control.ts';

/** Everything the screens may use. Created once by the composition root; screens cannot tell whether a worker is behind it. */
export interface Connection {
  readonly engine: Engine;
  /** Where the engine runs and with what, for the status *Engine*: `worker, wasm simd`. */
  readonly where: string;
  /** Why it does not run where it should. */
  readonly reason?: string;
  /** Absent without workers: then there is no crawling, and the page says so with `sitesReason`. */
  readonly sites?: SiteControl;
  readonly sitesReason?: string;
  readonly requests: RequestLog;
  readonly pwa: PwaState;
  /** The handle remembered for a source, to ask for permission and sync. Undefined when there is none. */
  findHandle(collectionId: string, sourceId: string): Promise<FileSystemDirectoryHandle | undefined>;
  /** Our own docs as a source. Rejects with `app/unexpected` when they are not there (offline before the second visit). */
  loadSample(): Promise<SourceInput>;
  /** The app's own files, which a published folder has too. */
  readApp(): Promise<readonly { readonly path: string; readonly bytes: Blob }[]>;
  /** What another app shared with this one when it opened the page; undefined when nothing was, and after it was taken. */
  takeShared(): Promise<{ readonly files: readonly File[]; readonly text: string } | undefined>;
  /** Why the collection that this page was published with could not be opened. */
  readonly besideProblem?: Problem;
  /** WebMCP, where the browser has it. */
  readonly agent?: AgentSwitch;
}

export interface RequestRow {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly url: string;
  /** 0 when no answer could be read. */
  readonly status: number;
  readonly bytes: number;
  /** From the question to the last byte of the answer. */
  readonly ms: number;
  /** Why it was made: `app`, `llms.txt`, `page`… */
  readonly reason: string;
}

/** Requests beyond the app's own files, and those too, each with its reason. Snapshots keep their identity until something changes. */
export interface RequestLog {
  /** Requests that left the app's own files: what the person watches. */
  readonly count: number;
  list(): readonly RequestRow[];
  subscribe(listener: () => void): () => void;
}

export interface PwaSnapshot {
  readonly offlineReady: boolean;
  readonly updateReady: boolean;
  /** What is fetched when it is first needed, or when nothing else happens; absent until it is known. */
  readonly later?: {
    readonly missing: readonly { readonly url: string; readonly bytes: number }[];
    readonly total: number;
  };
}

export interface PwaState {
  /** The same object until something changes. */
  snapshot(): PwaSnapshot;
  subscribe(listener: () => void): () => void;
  applyUpdate(): Promise<void>;
  keepEverything(): void;
}

export interface AgentSwitch {
  isEnabled(collectionId: string): boolean;
  setEnabled(collectionId: string, enabled: boolean): Promise<void>;
  /** Calls of agents since the page was opened, newest first; the same list until there is another. */
  readonly calls: { list(): readonly AgentCallRow[]; subscribe(listener: () => void): () => void };
}

export interface AgentCallRow {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly tool: string;
  /** Where a collection was named that is open to agents. */
  readonly collectionId?: string;
  readonly ms: number;
  /** Of the answer. */
  readonly chars: number;
  readonly outcome: 'answered' | 'bad-input' | 'refused' | 'failed';
}
