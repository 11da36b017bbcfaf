import type { SiteServiceDeps } from '../contract.ts';
import type { JobRunner } from './job-runner.ts';
import type { KnownSites } from './known-sites.ts';
import type { SiteLocks } from './site-locks.ts';
import type { Tokens } from './tokens.ts';

/** State shared by the calls of the service. */
export interface ServiceContext {
  readonly deps: SiteServiceDeps;
  readonly known: KnownSites;
  readonly locks: SiteLocks;
  readonly runner: JobRunner;
  readonly tokens: Tokens;
  /** Settles when sites left unfinished by a closed tab are finished. Never rejects. */
  readonly leftFinished: Promise<void>;
}
