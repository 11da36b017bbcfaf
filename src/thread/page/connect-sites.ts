import { expose, wrap } from 'comlink';
import type { Companion } from '../../crawl/fetch/companion.ts';
import { createListeners } from '../../lib/listeners.ts';
import { AppError } from '../../model/app-error.ts';
import type { SeenRequest } from '../../model/page/request-log.ts';
import type { SiteJob } from '../../model/site/site-job.ts';
import type { SiteService } from '../../model/site/site-service.ts';
import { createRemoteService, type RemoteService, toService } from '../wire/remote-service.ts';
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
  const listeners = createListeners<SiteJob>();
  const openJobs = new Set<string>();
  const remote = createRemoteService((lost) => startCrawler(options, { takeJob, lose, lost }));

  function takeJob(job: SiteJob): void {
    const { jobId, endedAt } = job.status;
    if (endedAt === '') openJobs.add(jobId);
    else openJobs.delete(jobId);
    listeners.emit(job);
  }

  function lose(reason: string): void {
    remote.lose(crawlerEnded(reason));
    options.onLost([...openJobs]);
    openJobs.clear();
  }

  const call: RemoteService<SiteService>['call'] = (work) => remote.call(({ service }) => work(service));
  const { memory } = options;
  const own: Partial<SiteService> & Omit<Sites, keyof SiteService> = {
    start(site) {
      memory.write();
      return call((service) => service.start(site));
    },
    // A crawler that was never started has nothing to stop.
    stopPreview: async () => (remote.isOpen ? call((service) => service.stopPreview()) : undefined),
    resumeLeft: async () => (memory.read() ? call((service) => service.resumeLeft()) : undefined),
    finishLeft: async (id) => (memory.read() ? call((service) => service.finishLeft(id)) : undefined),
    listJobs: async (id) => (memory.read() ? call((service) => service.listJobs(id)) : []),
    problems: async (query) => (memory.read() ? call((service) => service.problems(query)) : { items: [], total: 0 }),
    subscribe: listeners.subscribe,
    openHostPort: () =>
      remote.call(async ({ worker }) => {
        const { port1, port2 } = new MessageChannel();
        worker.post({ type: 'host-port', port: port2 }, [port2]);
        return port1;
      }),
    rejoin: () => lose(REPLACED),
  };
  return toService(call, own);
}

const REPLACED = 'the engine was replaced';

function crawlerEnded(reason: string): AppError {
  return new AppError('thread/worker-died', `the crawler ended: ${reason}`, { reason });
}

async function startCrawler(
  { joinCrawler, onRequests, companion }: Options,
  hooks: { takeJob: (job: SiteJob) => void; lose: (reason: string) => void; lost: AbortSignal },
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
    onDeath: hooks.lose,
  });
  hooks.lost.addEventListener('abort', () => void worker.stop());
  if (hooks.lost.aborted) {
    await worker.stop();
    throw crawlerEnded(REPLACED);
  }
  return { worker, service: wrap<SiteService>(calls.port1) as unknown as SiteService };
}
