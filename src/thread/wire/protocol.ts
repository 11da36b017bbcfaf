import type { LeafMaker } from '../../engine/deps.ts';
import type { ErrorCode, ErrorDetails } from '../../model/app-error.ts';
import type { SeenRequest } from '../../model/page/request-log.ts';
import type { SiteJob } from '../../model/site/site-job.ts';

/** Messages between page and workers, apart from calls, which have their own ports. */
export type ToWorker =
  | {
      readonly type: 'start';
      /** Port for calls. */
      readonly port: MessagePort;
      /** Held by the worker as long as it lives. */
      readonly lockName: string;
      readonly ingestWorkers: number;
      /** Name of the engine's store, if it is not the app's. */
      readonly storeName?: string;
    }
  /** To engine and crawl worker: the two ends of one channel. */
  | { readonly type: 'site-port'; readonly port: MessagePort }
  /** The two ends of another channel: hosts of published collections on other origins, which only the crawl worker reaches. */
  | { readonly type: 'host-port'; readonly port: MessagePort }
  /** To the crawl worker: the browser extension, which only the page reaches. */
  | { readonly type: 'companion-port'; readonly port: MessagePort }
  /** To the engine worker: the worker that served the hosts is gone, or could not be started. */
  | { readonly type: 'hosts-lost'; readonly reason: string }
  /** To the engine worker: another ingest worker, or the news that none will come. */
  | { readonly type: 'ingest-port'; readonly index: number; readonly port: MessagePort }
  | { readonly type: 'ingest-failed'; readonly index: number; readonly reason: string };

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
  /** The worker hangs, or none has started: another takes its place. */
  | { readonly type: 'renew-ingest-worker'; readonly index: number }
  | { readonly type: 'violation'; readonly text: string }
  | { readonly type: 'requests'; readonly rows: readonly SeenRequest[] }
  | { readonly type: 'site-job'; readonly job: SiteJob };

/** Calls of the engine worker to an ingest worker. */
export type IngestService = Required<Pick<LeafMaker, 'make' | 'findColours'>>;
