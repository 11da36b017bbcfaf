import type { KnownPage } from '../contract.ts';
import type { Analysis } from '../page/analyse-pages.ts';
import { analysePages } from '../page/analyse-pages.ts';
import { sectionOf } from '../queue/plan-wave.ts';
import { toPageUrl } from '../queue/url.ts';
import { deletePages, putPages } from '../records/page-rows.ts';
import type { Run } from './run.ts';

/** A run with more failures than this has not seen the site: nothing is removed because of it [S18]. */
const MOST_FAILED = 0.2;
const MAX_REPORTED = 50;

/** After the last page: removes what is gone, computes classes and aliases, reports the coverage. */
export async function finishRun(run: Run): Promise<void> {
  run.state.phase = 'finish';
  await run.keeper.flush();
  const gone = findGone(run);
  if (gone.length > 0) {
    await run.context.ports.removePages(gone);
    await deletePages(run.context.ports.records, run.options.sourceId, gone);
    for (const path of gone) run.rows.delete(path);
    run.state.removed = gone.length;
  }
  const { start, frontier, ports } = run.context;
  const pages = [...run.rows.values()].filter(
    (page) => run.seenPaths.has(page.row.path) || run.known.has(page.row.path),
  );
  const analysis = analysePages(pages, { base: start.href, aliases: frontier.aliases });
  for (const page of analysis.changed) run.rows.set(page.row.path, page);
  await putPages(ports.records, run.options.sourceId, [...run.rows.values()]);
  reportAnalysis(run, analysis);
  reportCoverage(run, analysis);
}

/** Pages the collection has and this run would have met, had they still been there. */
export function findGone(run: Run): string[] {
  const { state } = run;
  // A retry saw what failed before and nothing else: a page is judged by runs that mean to see it.
  if (run.options.mode === 'retry') return [];
  const endedWell = state.hardErrors <= Math.max(1, state.visited) * MOST_FAILED;
  const isDiscovering = run.options.mode === 'crawl';
  const gone: string[] = [];
  for (const known of run.known.values()) {
    if (run.seenPaths.has(known.path)) continue;
    const key = keyOf(known);
    if (key !== '' && run.goneKeys.has(key)) gone.push(known.path);
    else if (isDiscovering && endedWell && !run.isCut && key !== '' && couldBeReached(run, key)) gone.push(known.path);
  }
  return gone.sort();
}

function keyOf(known: KnownPage): string {
  const answer = toPageUrl(known.meta.source_url ?? '', { allowQuery: true });
  return 'page' in answer ? answer.page.key : '';
}

function couldBeReached(run: Run, key: string): boolean {
  const { scope, ports } = run.context;
  if (run.sparedKeys.has(key) || ports.hosts.isUnreadable(new URL(key).host)) return false;
  return scope.check(key) === undefined || /\.txt$/.test(new URL(key).pathname);
}

function reportAnalysis(run: Run, analysis: Analysis): void {
  const { context } = run;
  for (const hub of context.site.crawlType === 'intelligent' ? analysis.missingHubs.slice(0, MAX_REPORTED) : []) {
    context.problem({
      kind: 'missing-hub',
      target: hub.url,
      message: 'pages lie below this URL, and it is no page itself',
      details: { children: hub.children },
    });
  }
  for (const row of analysis.unsure.slice(0, MAX_REPORTED)) {
    context.problem({
      kind: 'low-confidence',
      target: row.url,
      message: `the page may be of class ${row.page_class}`,
      details: { confidence: row.confidence, page_class: row.page_class },
    });
  }
}

function reportCoverage(run: Run, analysis: Analysis): void {
  const { context, state } = run;
  const target = context.start.host;
  if (run.options.mode !== 'crawl') return;
  reportSections(run, analysis);
  if (run.isCut) return;
  if (state.visited > 0) {
    context.milestone({
      kind: 'depth2-coverage',
      target,
      message: 'every page up to two links away was visited',
      details: { visited: state.visited },
    });
  }
  if (state.errors === 0 && state.visited + state.fullPages > 0) {
    context.milestone({
      kind: 'complete-coverage',
      target,
      message: 'every page that was found was kept',
      details: { pages: run.seenPaths.size },
    });
  }
}

/** Also when the budget was too small for every page: that every section has some is what the plan is for [S2]. */
function reportSections(run: Run, analysis: Analysis): void {
  const { context } = run;
  const base = context.start.href;
  const covered = new Set(analysis.sections);
  const left = [...run.sparedKeys].filter((key) => URL.canParse(key) && context.scope.isSameSite(key));
  if (covered.size < 2 || left.some((key) => !covered.has(sectionOf(key, base)))) return;
  context.milestone({
    kind: 'sections-covered',
    target: context.start.host,
    message: 'every section has pages',
    details: { sections: covered.size },
  });
}
