import type { ErrorCode, ErrorDetails } from '../../model/app-error.ts';
import type { SiteJob } from '../../model/site/site-job.ts';

/** What page and workers say to each other beside the calls themselves, which go through ports of their own. */
export type ToWorker =
  | {
      readonly type: 'start';
      /** Calls come in here. */
      readonly port: MessagePort;
      /** Held by the worker as long as it lives. */
      readonly lockName: string;
      readonly ingestWorkers: number;
      /** Of the engine's store, where it is not that of the app. */
      readonly storeName?: string;
    }
  /** To engine and crawl worker: the two ends of one channel. */
  | { readonly type: 'site-port'; readonly port: MessagePort }
  /** The two ends of another channel: hosts of published collections on other origins, which only the crawl worker reaches. */
  | { readonly type: 'host-port'; readonly port: MessagePort }
  /** To the engine worker: whoever served the hosts is gone, or could not be started. */
  | { readonly type: 'hosts-lost'; readonly reason: string }
  /** To the engine worker: one more ingest worker, or word that there will be none. */
  | { readonly type: 'ingest-port'; readonly index: number; readonly port: MessagePort }
  | { readonly type: 'ingest-failed'; readonly index: number; readonly reason: string }
  /** It was asked to end, and is gone. */
  | { readonly type: 'ingest-ended'; readonly index: number };

export type FromWorker =
  /** The module has loaded and listens. */
  | { readonly type: 'hello' }
  | { readonly type: 'ready' }
  | {
      readonly type: 'failed';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: ErrorDetails;
    }
  | { readonly type: 'want-hosts' }
  | { readonly type: 'want-ingest-workers' }
  /** It has nothing to do, and has done enough: another takes its place, now or when there is more to do. */
  | { readonly type: 'renew-ingest-worker'; readonly index: number }
  | { readonly type: 'end-ingest-worker'; readonly index: number }
  | { readonly type: 'violation'; readonly text: string }
  | { readonly type: 'requests'; readonly rows: readonly SeenRequest[] }
  | { readonly type: 'site-job'; readonly job: SiteJob };

export interface SeenRequest {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly url: string;
  readonly status: number;
  readonly bytes: number;
  /** From the question to the last byte of the answer. */
  readonly ms: number;
  /** Absent for the app's own files. */
  readonly reason?: string;
}
