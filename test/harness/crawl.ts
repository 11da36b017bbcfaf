import { readFileSync } from 'node:fs';
import { UsageError } from '../../src/cli/problems.ts';
import type { CrawlPorts } from '../../src/crawl/contract.ts';
import { createHosts } from '../../src/crawl/fetch/hosts.ts';
import { listPages } from '../../src/crawl/records/page-rows.ts';
import { createCrawl } from '../../src/crawl/run/create-crawl.ts';
import type { CrawlStatus, SiteOptions } from '../../src/model/site/site.ts';
import { toSiteOptions } from '../../src/site/site-options.ts';
import { fakeCollection, memoryRecords, realClock, virtualClock } from '../support/crawl-kit.ts';
import { getOnly, parseArguments } from './arguments.ts';

type Values = Readonly<Record<string, unknown>>;

/** One entry of a `--runs` file. */
interface RunPlan {
  readonly mode: 'crawl' | 'refresh';
  readonly site: SiteOptions;
  readonly full: boolean;
  /** URL to GET before the run; its answer is not used. */
  readonly before: string | undefined;
}

/** Loopback answers arrive well before this; the clock passes over requests that hang longer. */
const PATIENCE_MS = 1_000;

/**
 * `crawl <url> [--scope file.json] [--runs runs.json] [--virtual] [--json]`: prints events as they come, then the pages and the status, as
 * JSON lines. Several runs share one collection; the last one decides the exit code.
 */
export async function runCrawl(args: readonly string[]): Promise<number> {
  const parsed = parseArguments(args, ['json', 'virtual'], ['scope', 'runs']);
  const runsFile = parsed.options.get('runs');
  const plans = readPlans(getOnly(parsed, 'URL'), { scopeFile: parsed.options.get('scope'), runsFile });
  const virtual = parsed.options.has('virtual') ? virtualClock(1, PATIENCE_MS) : undefined;
  const collection = fakeCollection();
  const clock = virtual ?? realClock();
  const ports: CrawlPorts = {
    fetch: virtual?.watch(fetch) ?? fetch,
    clock,
    hosts: createHosts(clock),
    records: memoryRecords(),
    keepPages: collection.keepPages,
    removePages: collection.removePages,
    knownPages: collection.knownPages,
  };
  try {
    let last: CrawlStatus | undefined;
    for (const [i, plan] of plans.entries()) {
      if (runsFile !== undefined) print({ type: 'run', n: i + 1 });
      if (plan.before !== undefined) await (await fetch(plan.before)).arrayBuffer();
      const began = clock.ticks();
      last = await runOnce(plan, ports, i === 0 ? 'harness' : `harness-${i + 1}`);
      print({ type: 'status', ...last, ...(virtual ? { virtualMs: Math.round(clock.ticks() - began) } : {}) });
      if (runsFile !== undefined) print({ type: 'files', paths: [...collection.files.keys()].sort() });
    }
    return toExitCode(last);
  } finally {
    virtual?.close();
  }
}

async function runOnce({ site, mode, full }: RunPlan, ports: CrawlPorts, jobId: string): Promise<CrawlStatus> {
  const crawl = createCrawl({ sourceId: 'harness', jobId, site, mode, full }, ports);
  crawl.subscribe((message) => {
    if (message.type === 'event') print(message.event);
  });
  const stop = () => void crawl.stop();
  process.once('SIGINT', stop);
  const status = await crawl.start();
  process.off('SIGINT', stop);
  for (const { row } of await listPages(ports.records, 'harness')) print({ type: 'page', ...row });
  return status;
}

function toExitCode(status: CrawlStatus | undefined): number {
  if (status?.status === 'done') return 0;
  process.stderr.write(`${status?.status}: ${status?.reason}\n`);
  return 1;
}

function readPlans(
  url: string,
  files: { readonly scopeFile: string | undefined; readonly runsFile: string | undefined },
): RunPlan[] {
  const scope = files.scopeFile === undefined ? {} : readJson(files.scopeFile);
  if (!isFields(scope)) throw new UsageError('--scope: the file must contain an object');
  if (files.runsFile === undefined) return [toPlan(url, scope, {})];
  const runs = readJson(files.runsFile);
  if (!Array.isArray(runs) || runs.length === 0) throw new UsageError('--runs: the file must contain a list of runs');
  return runs.map((run, i) => {
    const problem = findProblem(run);
    if (problem !== undefined) throw new UsageError(`--runs: run ${i + 1}: ${problem}`);
    return toPlan(url, scope, run as Values);
  });
}

function toPlan(url: string, scope: Values, run: Values): RunPlan {
  const { full, ...options } = { ...scope, ...(run.options as Values | undefined) };
  const before = run.before as string | undefined;
  return {
    mode: run.mode === 'refresh' ? 'refresh' : 'crawl',
    site: toSiteOptions(url, options),
    full: full === true,
    before: before === undefined ? undefined : new URL(before, url).href,
  };
}

/** Returns what is wrong with an entry of a `--runs` file. */
function findProblem(run: unknown): string | undefined {
  if (!isFields(run)) return 'it must be an object';
  const unknown = Object.keys(run).find((name) => !['mode', 'options', 'before'].includes(name));
  if (unknown !== undefined) return `unknown field ${unknown}`;
  if (!['crawl', 'recrawl', 'refresh', undefined].includes(run.mode as string)) return `unknown mode ${run.mode}`;
  if (run.options !== undefined && !isFields(run.options)) return 'options must be an object';
  return run.before === undefined || URL.canParse(String(run.before)) ? undefined : 'before must be a URL';
}

function readJson(path: string): unknown {
  const text = readFileSync(path, 'utf8');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${path}: ${(error as Error).message}`);
  }
}

function isFields(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function print(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
