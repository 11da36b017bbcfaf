import { expose, wrap } from 'comlink';
import type { Companion } from '../../crawl/fetch/companion.ts';
import { AppError } from '../../model/app-error.ts';
import type { SiteJob } from '../../model/site/site-job.ts';
import type { SiteService } from '../../model/site/site-service.ts';
import { createOpenCalls } from '../wire/open-calls.ts';
import type { SeenRequest } from '../wire/protocol.ts';
import crawlWorkerUrl from '../workers/crawl-worker.ts?worker&url';
import { type StartedWorker, startWorker } from './start-worker.ts';

/** Remembers whether there ever was a site: without one, the crawler does not start with the page. */
export interface SitesMemory {
  read(): boolean;
  write(): void;
}

export interface Sites extends SiteService {
  subscribe(listener: (job: SiteJob) => void): () => void;
  /** Ends the crawler because its engine is gone; its jobs wait, paused, and the next call joins the new engine. */
  rejoin(): void;
  /** Starts the crawler if needed and opens a port to hosts of published collections on other origins. */
  openHostPort(): Promise<MessagePort>;
}

interface Options {
  joinCrawler: (port: MessagePort) => void;
  onRequests: (rows: readonly SeenRequest[]) => void;
  /** Called when the crawler is gone: these jobs will deliver no more files, and the engine must not wait for them. */
  onLost: (jobIds: readonly string[]) => void;
  memory: SitesMemory;
  companion?: Companion;
}

/**
 * Connects to the crawl worker, which starts on first use, by URL: only this worker may reach other hosts. When it dies, open calls fail with
 * `thread/worker-died`, its jobs become paused, and the next call starts another.
 */
export function connectSites(options: Options): Sites {
  const listeners = new Set<(job: SiteJob) => void>();
  const openCalls = createOpenCalls();
  const openJobs = new Set<string>();
  let starting: Promise<SiteService> | undefined;
  let worker: StartedWorker | undefined;

  /** One start at a time. A start that fails, or whose engine was replaced meanwhile, does not affect the next one. */
  function open(): Promise<SiteService> {
    const mine: Promise<SiteService> = startCrawler(options, { takeJob, dropWorker }).then(async (crawler) => {
      if (starting === mine) {
        worker = crawler.worker;
        return crawler.service;
      }
      await crawler.worker.stop();
      throw crawlerEnded('the engine was replaced');
    });
    starting = mine;
    mine.catch(() => {
      if (starting === mine) starting = undefined;
    });
    return mine;
  }

  function takeJob(job: SiteJob): void {
    const { jobId, endedAt } = job.status;
    if (endedAt === '') openJobs.add(jobId);
    else openJobs.delete(jobId);
    for (const listener of listeners) listener(job);
  }

  function dropWorker(reason: string): void {
    starting = undefined;
    worker = undefined;
    options.onLost([...openJobs]);
    openJobs.clear();
    openCalls.failAll(crawlerEnded(reason));
  }

  const call = <Name extends keyof SiteService>(name: Name) =>
    ((...args: unknown[]) => {
      const service = starting ?? open();
      type Call = (...args: unknown[]) => Promise<unknown>;
      return openCalls.track(service.then((sites) => (sites[name] as unknown as Call)(...args)));
    }) as unknown as SiteService[Name];

  const start = call('start');
  const listJobs = call('listJobs');
  const resumeLeft = call('resumeLeft');
  const finishLeft = call('finishLeft');
  const problems = call('problems');
  const stopPreview = call('stopPreview');
  return {
    start(site) {
      options.memory.write();
      return start(site);
    },
    previewSite: call('previewSite'),
    previewRepo: call('previewRepo'),
    // A crawler that was never started has nothing to stop.
    stopPreview: async () => (starting ? stopPreview() : undefined),
    pause: call('pause'),
    resume: call('resume'),
    resumeLeft: async () => (options.memory.read() ? resumeLeft() : undefined),
    finishLeft: async (collectionId) => (options.memory.read() ? finishLeft(collectionId) : undefined),
    stop: call('stop'),
    retryFailed: call('retryFailed'),
    answerHeld: call('answerHeld'),
    restoreRemoved: call('restoreRemoved'),
    listJobs: async (collectionId) => (options.memory.read() ? listJobs(collectionId) : []),
    status: call('status'),
    events: call('events'),
    problems: async (query) => (options.memory.read() ? problems(query) : []),
    pages: call('pages'),
    options: call('options'),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async openHostPort() {
      starting ??= open();
      starting.catch(() => {
        starting = undefined;
      });
      await starting;
      const { port1, port2 } = new MessageChannel();
      worker?.post({ type: 'host-port', port: port2 }, [port2]);
      return port1;
    },
    rejoin() {
      worker?.stop();
      dropWorker('the engine was replaced');
    },
  };
}

function crawlerEnded(reason: string): AppError {
  return new AppError('thread/worker-died', `the crawler ended: ${reason}`, { reason });
}

async function startCrawler(
  { joinCrawler, onRequests, companion }: Options,
  hooks: { takeJob: (job: SiteJob) => void; dropWorker: (reason: string) => void },
): Promise<{ worker: StartedWorker; service: SiteService }> {
  const calls = new MessageChannel();
  const pages = new MessageChannel();
  const worker = await startWorker({
    spawn: () => new Worker(crawlWorkerUrl, { type: 'module', name: 'quire crawl' }),
    port: calls.port2,
    locks: navigator.locks,
    onHello: (post) => {
      post({ type: 'site-port', port: pages.port2 }, [pages.port2]);
      joinCrawler(pages.port1);
      if (!companion) return;
      const extension = new MessageChannel();
      expose(companion, extension.port1);
      post({ type: 'companion-port', port: extension.port2 }, [extension.port2]);
    },
    onMessage(message) {
      if (message.type === 'requests') onRequests(message.rows);
      if (message.type === 'site-job') hooks.takeJob(message.job);
    },
    onDeath: hooks.dropWorker,
  });
  return { worker, service: wrap<SiteService>(calls.port1) as unknown as SiteService };
}
