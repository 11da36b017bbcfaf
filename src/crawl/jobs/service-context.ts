import type { JobRunner } from './job-runner.ts';
import type { KnownSites } from './known-sites.ts';
import type { SiteServiceDeps } from './service-deps.ts';
import type { SiteLocks } from './site-locks.ts';
import type { Tokens } from './tokens.ts';

/** What the calls of the service share. */
export interface ServiceContext {
  readonly deps: SiteServiceDeps;
  readonly known: KnownSites;
  readonly locks: SiteLocks;
  readonly runner: JobRunner;
  readonly tokens: Tokens;
  /** Settled when sites that a closed tab left without their final form have got it. Never rejects. */
  readonly leftFinished: Promise<void>;
}
