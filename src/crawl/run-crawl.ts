import { discover } from './discover.ts';
import { finishRun } from './finish-run.ts';
import { keepFullPages } from './keep-full-pages.ts';
import type { OpenedRun } from './open-run.ts';
import type { Run } from './run.ts';
import { runWaves } from './run-waves.ts';
import { noteUnreadable } from './visit-page.ts';

/** Discovery, waves, end: each picks up where the journal says the last one stopped. */
export async function runCrawl(run: OpenedRun): Promise<void> {
  if (!(await run.gate())) return;
  if (!run.isDiscovered) {
    run.state.phase = 'discover';
    const isReady = run.options.mode === 'refresh' ? queueKnown(run) : await prepare(run);
    if (!isReady || !(await run.gate())) return;
  }
  run.state.phase = 'fetch';
  await runWaves(run);
  if (await run.gate()) await finishRun(run);
}

/** False when the job cannot go on. */
async function prepare(run: Run): Promise<boolean> {
  const { context } = run;
  if (run.reader && !(await run.reader.isHealthy())) {
    run.fail('the reader service does not answer');
    return false;
  }
  const found = await discover(context);
  if (!found.isReadable) {
    noteUnreadable(run, context.start.host);
    run.fail('crawl/unreadable');
    return false;
  }
  if (!(await run.gate())) return false;
  const paths = await keepFullPages(run, found.files);
  if (!(await run.gate())) return false;
  run.journal.add({
    type: 'discovered',
    seeds: found.seeds,
    covered: found.files.flatMap((file) => file.pages.map((page) => page.key)).filter((key) => key !== ''),
    paths,
    adopted: adoptedOf(run),
    aliases: [...context.frontier.takeAliases()],
    isComplete: true,
  });
  await run.journal.flush();
  const sections = new Set(found.seeds.map((seed) => seed.host)).size;
  context.milestone({
    kind: 'seeds-prepared',
    target: context.start.host,
    message: 'the first pages are queued',
    details: { seeds: found.seeds.length, fullPages: paths.length, hosts: sections },
  });
  return true;
}

function adoptedOf(run: Run): (readonly [string, string])[] {
  const { start, scope } = run.context;
  const home = new URL(scope.toHome(`${start.origin}/`)).origin;
  return home === start.origin ? [] : [[start.origin, home]];
}

/** A refresh visits the pages that are known, and nothing else [S18]. */
function queueKnown(run: Run): boolean {
  const { frontier, start } = run.context;
  const rows = [...run.rows.values()].map((page) => page.row).filter((row) => run.known.has(row.path));
  const pages = rows.filter((row) => row.source_type !== 'llms_full').sort((a, b) => (a.path < b.path ? -1 : 1));
  const seeds = pages.flatMap((row, order) => {
    const from = row.source_type === 'llms_page' ? ('llms' as const) : ('known' as const);
    const item = frontier.consider({ url: row.url, base: start.href, from, depth: 0, order, allowQuery: true });
    return item ? [item] : [];
  });
  const paths = rows.filter((row) => row.source_type === 'llms_full').map((row) => row.path);
  for (const path of paths) run.seenPaths.add(path);
  run.journal.add({ type: 'discovered', seeds, covered: [], paths, adopted: [], aliases: [], isComplete: false });
  return true;
}
