import { holdLock } from '../../lib/async/hold-lock.ts';
import { type AppError, isGone, toAppError } from '../../model/app-error.ts';
import type { RepoRef } from '../../model/site/repo.ts';
import type { CrawlStatus } from '../../model/site/site.ts';
import { type SourceName, toSourceKey } from '../../model/source-key.ts';
import { toSiteJob } from '../../site/runs.ts';
import type { CrawlClock } from '../clock.ts';
import type { Crawl, CrawlOptions, CrawlPorts, SiteEnd, SiteServiceDeps } from '../contract.ts';
import type { Hosts } from '../fetch/hosts.ts';
import { alreadyRunning, isDiscovered, isOpen, listFailed, listJobs } from '../records/job-records.ts';
import { toApiHost } from '../repo/api.ts';
import { createCrawl } from '../run/create-crawl.ts';
import type { KnownSites, MarkedSite } from './known-sites.ts';

type RunOptions = CrawlOptions & MarkedSite;

/** Runs the jobs of this tab, one per site, and finishes their sites. */
type JobRunner = ReturnType<typeof createJobRunner>;

interface RunnerContext {
  readonly deps: SiteServiceDeps;
  readonly known: KnownSites;
  readonly locks: SiteLocks;
  readonly hosts: Hosts;
  readonly tokens: Tokens;
}

/** State shared by the calls of the service. */
export interface ServiceContext extends RunnerContext {
  readonly runner: JobRunner;
  /** Settles when sites left unfinished by a closed tab are finished. Never rejects. */
  readonly leftFinished: Promise<void>;
}

export function createJobRunner(context: RunnerContext) {
  const { deps, known, locks, hosts } = context;
  const { sites } = deps;
  const live = new Map<string, Crawl & Pick<SourceName, 'collectionId'>>();
  const ending = new Map<string, Promise<void>>();

  /** Resolves when the job has started. Rejects with `crawl/already-running` while another job holds the site, here or in another tab. */
  async function run(options: RunOptions): Promise<void> {
    const { collectionId, sourceId, jobId } = options;
    const unlock = await locks.acquire(options);
    if (!unlock) throw alreadyRunning(jobId);
    try {
      await resetUnreadableHosts(options);
      await known.mark(options, true);
      const crawl = createCrawl(options, toPorts(options, context));
      live.set(jobId, { ...crawl, collectionId });
      const pages = await sites.knownPages(collectionId, sourceId);
      await sites.setSiteState(collectionId, sourceId, pages.length > 0 ? 'UPDATING' : 'CRAWLING');
      // Every job reported from here on is also reported as ended.
      crawl.subscribe((message) => {
        if (message.type === 'status') deps.onJob(toSiteJob(collectionId, message.status));
      });
      const ended = crawl
        .start()
        .then((status) => finish(options, status))
        .catch((error: unknown) =>
          isGone(error) ? emitStopped(options, crawl) : markFailed(options, crawl.status(), toAppError(error)),
        )
        .catch(() => undefined)
        .finally(() => {
          live.delete(jobId);
          ending.delete(jobId);
          unlock();
        });
      ending.set(jobId, ended);
    } catch (error) {
      live.delete(jobId);
      unlock();
      throw error;
    }
  }

  /** Gives hosts that could not be read another try, because the user retries. */
  async function resetUnreadableHosts({ site, retryOf, ...name }: RunOptions): Promise<void> {
    const failed = retryOf === undefined ? [] : await listFailed(known.recordsOf(name), retryOf);
    for (const host of [new URL(site.url).host, ...failed.map((item) => item.host)]) {
      if (hosts.isUnreadable(host)) hosts.reset(host);
    }
  }

  /** Reports the end of a job whose source or collection was removed. Nothing of the job is stored, but listeners must not wait forever. */
  function emitStopped({ collectionId }: RunOptions, crawl: Crawl): void {
    const last = crawl.status();
    if (last.endedAt === '') deps.onJob(toSiteJob(collectionId, toStopped(last, deps.clock)));
  }

  async function markFailed(
    { collectionId, sourceId }: RunOptions,
    status: CrawlStatus,
    { code: reason }: AppError,
  ): Promise<void> {
    deps.onJob(toSiteJob(collectionId, { ...status, status: 'failed', reason }));
    await sites.setSiteState(collectionId, sourceId, 'ERROR', reason);
  }

  /** Finishes the site of a job that has ended. The caller holds the lock of the site. */
  async function finish(site: MarkedSite, status: CrawlStatus): Promise<void> {
    const { collectionId, sourceId } = site;
    if (status.status === 'failed' && (await sites.dropAwaiting(collectionId))) return known.mark(site, false);
    // Also after a stop, so that stored pages get their final shards. The engine does this itself for trees.
    if (site.site.repo === undefined) await sites.finishSite(collectionId, sourceId, await toEnd(site, status));
    else if (status.status === 'stopped')
      await sites.setSiteState(collectionId, sourceId, 'INDEXED', 'engine/stopped-early');
    if (status.status === 'failed') await sites.setSiteState(collectionId, sourceId, 'ERROR', status.reason);
    await known.mark(site, false);
  }

  /** A site counts as synced only after a successful run that has discovered all of it. */
  async function toEnd({ collectionId, sourceId }: SourceName, status: CrawlStatus): Promise<SiteEnd> {
    const isComplete = status.status === 'done' && (await isDiscovered(known.recordsOf({ collectionId }), sourceId));
    return isComplete && status.mode !== 'analysis' ? { isComplete, syncedAt: status.endedAt } : { isComplete };
  }

  /** Finishes sites, of one collection or of all, whose tab was closed after the job ended and before the site was finished. */
  async function finishAbandonedSites(collectionId?: string): Promise<void> {
    for (const site of await known.list(collectionId)) {
      if (!site.isUnfinished) continue;
      const [newest] = await listJobs(known.recordsOf(site), site.sourceId);
      if (!newest || isOpen(newest)) continue;
      const unlock = await locks.acquire(site);
      if (!unlock) continue;
      await finish(site, newest.status).finally(unlock);
    }
  }

  return {
    run,
    /** Returns the crawl of a job that runs in this tab. It may not have a record yet. */
    find: (jobId: string) => live.get(jobId),
    /** Resolves when the job no longer runs in this tab and its site is finished. */
    whenEnded: async (jobId: string) => ending.get(jobId),
    finish,
    /** The engine's port, limited to this site. */
    portsOf: (site: SourceName) => toPorts({ ...site, jobId: '' }, context),
    finishAbandonedSites,
  };
}

/** Limits the engine's port to one site. */
function toPorts(
  { collectionId, sourceId, jobId }: SourceName & { readonly jobId: string },
  { deps, known, hosts, tokens }: RunnerContext,
): CrawlPorts {
  const { sites } = deps;
  return {
    fetch: deps.fetch,
    companion: deps.companion,
    clock: deps.clock,
    records: known.recordsOf({ collectionId }),
    hosts,
    secure: deps.secure,
    isOnline: () => globalThis.navigator?.onLine !== false,
    keepPages: (pages) => sites.keepPages(collectionId, sourceId, pages),
    removePages: (paths) => sites.removePages(collectionId, sourceId, paths),
    knownPages: () => sites.knownPages(collectionId, sourceId),
    readPage: (path) => sites.readPage(collectionId, sourceId, path),
    readTree: (tree, reader) => sites.readTree({ collectionId, sourceId }, tree, reader),
    stopTree: () => sites.stopTree(jobId),
    ...tokens,
  };
}

/** Returns the status of a job that ends now, before its regular end. */
export function toStopped(status: CrawlStatus, clock: CrawlClock): CrawlStatus {
  const endedAt = new Date(clock.now()).toISOString();
  return { ...status, status: 'stopped', phase: 'ended', paused: false, endedAt };
}

/** Locks that let one tab run the job of a site [S15]. The browser releases a lock when the worker ends, for whatever reason. */
type SiteLocks = ReturnType<typeof createSiteLocks>;

/** Without the Locks API, only the jobs of this tab are known. */
export function createSiteLocks(locks: LockManager | undefined) {
  const here = new Set<string>();
  return {
    /** Resolves to a release function, or undefined when another tab holds the lock. */
    async acquire(site: SourceName): Promise<(() => void) | undefined> {
      const name = toName(site);
      if (here.has(name)) return undefined;
      here.add(name);
      const release = locks
        ? await holdLock(locks, name, { ifAvailable: true }).catch(() => undefined)
        : () => undefined;
      if (!release) {
        here.delete(name);
        return undefined;
      }
      return () => {
        here.delete(name);
        release();
      };
    },
    async listHeld() {
      const held = new Set([...here, ...((await locks?.query())?.held ?? []).map(({ name }) => name)]);
      return { has: (site: SourceName) => held.has(toName(site)) };
    },
  };
}

function toName(site: SourceName): string {
  return `quire-crawl-${toSourceKey(site)}`;
}

/** Tokens the user gave in this session, by API host. They exist only in this memory [R3]. */
type Tokens = ReturnType<typeof createTokens>;

export function createTokens() {
  const tokens = new Map<string, string>();
  return {
    /** Stores a token. An empty one deletes the stored token; undefined keeps it. */
    keep(repo: RepoRef, token: string | undefined): void {
      if (token === '') tokens.delete(toApiHost(repo));
      else if (token !== undefined) tokens.set(toApiHost(repo), token);
    },
    findToken: (host: string) => tokens.get(host),
    forgetToken: (host: string) => void tokens.delete(host),
  };
}
