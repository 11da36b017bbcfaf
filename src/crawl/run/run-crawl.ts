import { discover } from '../discover/discover.ts';
import { keepFullPages } from '../keep/keep-full-pages.ts';
import { askAgain, listKnown, queueKnown, queueUnmet } from '../keep/known-pages.ts';
import { listFailed } from '../records/job-records.ts';
import { finishRun } from './finish-run.ts';
import type { Run } from './run.ts';
import { runWaves } from './run-waves.ts';
import { noteUnreadable } from './visit-page.ts';

/** Runs discovery, waves and finish; each continues where the journal stops. */
export async function runCrawl(run: Run): Promise<void> {
  if (!(await run.gate())) return;
  if (!run.state.isDiscovered) {
    run.state.phase = 'discover';
    if (!(await fillQueue(run)) || !(await run.gate())) return;
  }
  run.state.phase = 'fetch';
  await visitAll(run);
  if (!(await run.gate())) return;
  const failure = findFailure(run);
  if (failure === undefined) await finishRun(run);
  else run.fail(failure);
}

/** Returns why a run that met no page, or only pages known from before, is not done [S15]. */
function findFailure(run: Run): string | undefined {
  const [first] = run.state.failed;
  const isMet = [...run.seenPaths].some((path) => !run.unmetPaths.has(path));
  if (run.options.mode === 'retry' || isMet) return undefined;
  if (!first) return run.options.mode === 'crawl' && run.known.size === 0 ? findNoPages(run) : undefined;
  if (first.code === 'unreadable' || first.code === 'cors') return 'crawl/unreadable';
  const what = run.failedItems.get(first.url)?.from === 'start' ? 'the start page' : 'no page';
  return `${what} could ${what === 'no page' ? '' : 'not '}be read (${first.message})`;
}

function findNoPages({ state }: Run): string {
  const has = (isReason: (reason: string) => boolean) => state.filteredUrls.some(({ reason }) => isReason(reason));
  if (has((reason) => reason === 'not-allowed' || reason.startsWith('blocked:'))) return 'crawl/no-match';
  return has((reason) => reason === 'robots-disallow') ? 'crawl/robots' : 'crawl/no-pages';
}

/** Visits discovered pages, then known pages that discovery missed, then, a second time, pages that seem gone. */
async function visitAll(run: Run): Promise<void> {
  for (;;) {
    await runWaves(run);
    if (!(await run.gate())) return;
    if (queueUnmet(run)) continue;
    await askAgain(run);
    if (!(await run.gate()) || run.frontier.nextOrigins().length === 0) return;
  }
}

/** Returns false when the job cannot continue. */
async function fillQueue(run: Run): Promise<boolean> {
  if (run.options.mode === 'crawl') return prepare(run);
  if (run.options.mode === 'retry') await queueFailed(run);
  else queueKnown(run);
  return true;
}

async function prepare(run: Run): Promise<boolean> {
  const found = await discover(run);
  if (!found.isReadable) {
    noteUnreadable(run, run.start.host);
    run.fail('crawl/unreadable');
    return false;
  }
  if (!(await run.gate())) return false;
  const paths = await keepFullPages(run, found.files);
  if (found.areFilesWhole) for (const { url } of found.files) run.readFiles.add(url);
  if (!(await run.gate())) return false;
  run.journal.add({
    type: 'discovered',
    seeds: found.seeds,
    covered: found.files.flatMap((file) => file.pages.map((page) => page.key)).filter((key) => key !== ''),
    paths,
    aliases: [...run.frontier.drainAliases()],
    files: found.areFilesWhole ? found.files.map(({ url }) => url) : [],
  });
  await run.journal.flush();
  const sections = new Set(found.seeds.map((seed) => seed.host)).size;
  run.milestone({
    kind: 'seeds-prepared',
    target: run.start.host,
    message: 'the first pages are queued',
    details: { seeds: found.seeds.length, fullPages: paths.length, hosts: sections },
  });
  return true;
}

/** Queues only the failed URLs of another job. Pages in the collection count as covered, whatever links to them. */
async function queueFailed(run: Run): Promise<void> {
  const { frontier, start, ports } = run;
  const { retryOf = '' } = run.options;
  const failed = await listFailed(ports.records, retryOf);
  const keys = new Set(failed.map((item) => item.key));
  const covered = listKnown(run)
    .map(({ row }) => row.url)
    .filter((url) => !keys.has(url));
  for (const key of covered) frontier.cover(key);
  const seeds = failed.flatMap((item, order) => {
    const { depth, title, description, isOptional } = item;
    const from = item.isLlms ? 'llms' : item.from === 'start' ? 'start' : 'retry';
    const found = { url: item.request, base: start.href, from, depth, order, title, description, isOptional } as const;
    const seed = frontier.consider({ ...found, allowQuery: true });
    if (!seed) return [];
    const whole = { ...seed, ignoreCanonical: item.ignoreCanonical };
    frontier.add(whole);
    return [whole];
  });
  run.journal.add({ type: 'discovered', seeds, covered, paths: [], aliases: [], files: [] });
}
