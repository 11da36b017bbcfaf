import type { EventDetails, MilestoneKind, ProblemKind, SiteOptions } from '../../model/site.ts';
import type { CrawlPorts } from '../contract.ts';
import type { Robots } from '../discover/robots.ts';
import type { Requester } from '../fetch/request.ts';
import type { Frontier } from '../queue/frontier.ts';
import type { Scope } from '../queue/scope.ts';

/** What the parts of one run share. */
export interface JobContext {
  readonly site: SiteOptions;
  readonly start: URL;
  readonly ports: CrawlPorts;
  readonly scope: Scope;
  readonly frontier: Frontier;
  readonly requester: Requester;
  readonly signal: AbortSignal;
  /** Read once per host and run; never rejects. */
  robotsFor(origin: string): Promise<Robots>;
  problem(problem: { kind: ProblemKind; target: string; message: string; details?: EventDetails }): void;
  /** Once per job; later ones are ignored. */
  milestone(milestone: { kind: MilestoneKind; target: string; message: string; details?: EventDetails }): void;
  drop(url: string, reason: import('../../model/site.ts').SkipCode): void;
}
