import type { Engine } from '../../engine/contract.ts';
import type { SiteJob } from '../../model/site/site-job.ts';
import type { SiteService } from '../../model/site/site-service.ts';
import type { SourceInput } from '../../sources/contract.ts';
import type { Problem } from './read-error.ts';

/** Everything the screens may use. Created once by the composition root; screens don't know whether a worker answers. */
export interface Connection {
  readonly engine: Engine;
  /** The engine's place and mode, for the status *Engine*: `worker, wasm simd`. */
  readonly where: string;
  /** Why the engine runs in its fallback. */
  readonly reason?: string;
  /** Absent without workers: then crawling is not available. */
  readonly sites?: SiteControl;
  /** The page is one file with its collection: it fetches and stores nothing. */
  readonly isSinglePage?: true;
  readonly requests: RequestLog;
  readonly pwa: PwaState;
  /** Returns the remembered folder of a source, to ask for permission and sync; undefined when there isn't one. */
  findHandle(collectionId: string, sourceId: string): Promise<FileSystemDirectoryHandle | undefined>;
  /** Loads our own docs as a source. Rejects with `app/unexpected` when they are missing (offline before the second visit). */
  loadSample(): Promise<SourceInput>;
  /** Reads the app's own files, which a published folder also contains. */
  readApp(): Promise<readonly { readonly path: string; readonly bytes: Blob }[]>;
  /** Reads the app's MCP server, which is part of an MCP bundle. */
  readAgentServer(): Promise<Blob>;
  /** Returns the content that another app shared when it opened the page; undefined without any, or on a second call. */
  takeShared(): Promise<{ readonly files: readonly File[]; readonly text: string } | undefined>;
  /** Address of the collection published with this page. */
  readonly beside?: string;
  /** Why the collection published with this page could not be opened. */
  readonly besideProblem?: Problem;
  /** The companion extension, which may be absent. */
  readonly companion?: CompanionControl;
  /** WebMCP, where the browser has it. */
  readonly agent?: AgentSwitch;
}

/** The crawl service with a subscription, as the screens use it. */
export interface SiteControl extends SiteService {
  /** Calls the listener at once for each open job, then with every new status, at most four times a second per job. */
  subscribe(listener: (job: SiteJob) => void): () => void;
}

export interface RequestRow {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly url: string;
  /** 0 when no answer could be read. */
  readonly status: number;
  readonly bytes: number;
  /** From the request to the last byte of the answer. */
  readonly ms: number;
  /** Purpose: `app`, `llms.txt`, `page`… */
  readonly reason: string;
}

/** All requests with their reasons, including those for the app's own files. Snapshots keep their identity until something changes. */
export interface RequestLog {
  /** Number of requests other than those for the app's own files. */
  readonly count: number;
  list(): readonly RequestRow[];
  subscribe(listener: () => void): () => void;
}

export interface PwaSnapshot {
  readonly offlineReady: boolean;
  readonly updateReady: boolean;
  /** Files that are loaded when first needed, or when idle; absent until known. */
  readonly later?: {
    readonly missing: readonly { readonly url: string; readonly bytes: number }[];
    readonly total: number;
  };
}

export interface PwaState {
  /** Returns the same object until something changes. */
  snapshot(): PwaSnapshot;
  subscribe(listener: () => void): () => void;
  applyUpdate(): Promise<void>;
  keepEverything(): void;
}

export interface AgentSwitch {
  isEnabled(collectionId: string): boolean;
  setEnabled(collectionId: string, enabled: boolean): Promise<void>;
  /** Reports every change of the switch, in this tab and in others. */
  subscribe(listener: () => void): () => void;
  /** Agent calls in this session, newest first; the same list until there is another. */
  readonly calls: { list(): readonly AgentCallRow[]; subscribe(listener: () => void): () => void };
}

export interface AgentCallRow {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly tool: string;
  /** The named collection, if agents may use it. */
  readonly collectionId?: string;
  readonly ms: number;
  /** Length of the answer. */
  readonly chars: number;
  readonly outcome: 'answered' | 'bad-input' | 'refused' | 'failed';
}

export interface CompanionControl {
  /** Undefined without the extension. */
  status(): Promise<{ readonly version: string; readonly origins: readonly string[] } | undefined>;
  /** Reports pages the user sends from the toolbar. */
  onPage(
    listener: (page: { readonly url: string; readonly html: string; readonly withLinks: boolean }) => void,
  ): () => void;
}
