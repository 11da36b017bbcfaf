import type { AnalysisStage, EventDetails, PageRow } from '../../model/site/site.ts';
import { listKnown, removeGone } from '../keep/known-pages.ts';
import { type Analysis, analysePages, measureText } from '../page/page-class.ts';
import { sectionOf } from '../queue/plan-wave.ts';
import { deleteRemoved, putPages, type StoredPage } from '../records/page-rows.ts';
import { awardAnalysed, awardMissing, awardSections } from './award-milestones.ts';
import type { Run } from './run.ts';

/** A run with a larger share of failures has not seen the site [S18]. */
const MAX_FAILED = 0.2;
const MAX_REPORTED = 50;

/** Finishes a run: removes gone pages, computes classes and aliases, reports the coverage. */
export async function finishRun(run: Run): Promise<void> {
  run.state.phase = 'finish';
  await run.keeper.flush();
  if (sawWholeSite(run)) await deleteRemoved(run.ports.records, { sourceId: run.options.sourceId });
  if (run.options.mode === 'crawl' && sawWholeSite(run)) markUnlinked(run);
  await removeGone(run);
  const { start, frontier, ports } = run;
  const pages = [...run.rows.values()].filter(
    (page) => run.seenPaths.has(page.row.path) || run.known.has(page.row.path),
  );
  const analysis = analysePages(pages, { base: start.href, aliases: frontier.aliases });
  for (const page of analysis.changed) run.rows.set(page.row.path, page);
  awardAnalysed(
    run,
    pages.map(({ row }) => run.rows.get(row.path)?.row ?? row),
  );
  await putPages(ports.records, run.options.sourceId, [...run.rows.values()]);
  reportAnalysis(run, analysis);
  reportCoverage(run, analysis);
}

/** True when the run saw the whole site: pages it did not meet are no longer linked. */
function sawWholeSite({ options, state }: Run): boolean {
  return options.mode !== 'retry' && !state.isCut && state.hardErrors <= Math.max(1, state.visited) * MAX_FAILED;
}

function markUnlinked(run: Run): void {
  for (const page of listKnown(run)) {
    const { unlinked = 0, ...row } = page.row;
    const isMet = run.seenPaths.has(row.path) && !run.unmetPaths.has(row.path);
    if (row.source_type === 'llms_full' || (isMet && unlinked === 0)) continue;
    run.rows.set(row.path, { ...page, row: isMet ? row : { ...row, unlinked: unlinked + 1 } });
  }
}

/** Reports pages to check: sections without an index page, and uncertain classes. */
function reportAnalysis(run: Run, analysis: Analysis): void {
  const isPlanned = run.site.crawlType === 'intelligent' || run.options.mode === 'analysis';
  for (const hub of isPlanned ? analysis.missingHubs.slice(0, MAX_REPORTED) : []) {
    const message = 'pages are below this address, but it has no page of its own';
    run.problem('missing-hub', hub.url, message, { children: hub.children });
  }
  for (const { url, confidence, page_class } of analysis.unsure.slice(0, MAX_REPORTED))
    run.problem('low-confidence', url, `the page may be of class ${page_class}`, { confidence, page_class });
}

function reportCoverage(run: Run, analysis: Analysis): void {
  const { state } = run;
  if (run.options.mode !== 'crawl') return;
  reportSections(run, analysis);
  const pages = run.seenPaths.size;
  if (!state.isCut && state.errors === 0 && state.visited + state.fullPages > 0)
    run.milestone('complete-coverage', run.start.host, 'every page that was found was saved', { pages });
}

/** Reports sections even when the budget was too small for every page: the plan is to cover each section [S2]. */
function reportSections(run: Run, analysis: Analysis): void {
  const base = run.start.href;
  const covered = new Set(analysis.sections);
  const left = [...run.sparedKeys].filter((key) => URL.canParse(key) && run.scope.isSameSite(key));
  if (covered.size < 2 || left.some((key) => !covered.has(sectionOf(key, base)))) return;
  awardSections(run, covered.size);
}

/** Recomputes class, hubs, aliases and milestones of stored pages, without network; a dry run writes nothing [S21]. */
export async function runAnalysis(run: Run): Promise<void> {
  const { options, state } = run;
  const { pageLimit = Number.POSITIVE_INFINITY, dryRun = false } = options.analysis ?? {};
  state.phase = 'analyse';
  const all = [...run.rows.values()].filter((page) => run.known.has(page.row.path));
  const pages = await Promise.all(all.slice(0, pageLimit).map((page) => remeasure(run, page)));
  state.visited = pages.length;
  addStage(run, 'class', 'pages measured', { pages: pages.length, of: all.length });
  const analysis = analysePages(pages, { base: run.start.href, aliases: run.frontier.aliases });
  addStage(run, 'hubs', 'hubs found', { hubs: analysis.hubs, missing: analysis.missingHubs.length });
  const aliases = pages.reduce((sum, page) => sum + page.row.aliases.length, 0);
  addStage(run, 'aliases', 'aliases counted', { aliases });
  reportAnalysis(run, analysis);
  if (!dryRun) {
    await putPages(run.ports.records, options.sourceId, analysis.changed);
    await awardMissing(run, { rows: toRows(pages, analysis), sections: analysis.sections.length });
  }
  state.saved = dryRun ? 0 : analysis.changed.length;
  const written = dryRun ? 'nothing was written' : 'rows written';
  addStage(run, 'milestones', written, { changed: analysis.changed.length });
}

function addStage({ log }: Run, stage: AnalysisStage, message: string, details: EventDetails): void {
  log.add({ type: 'stage', stage, message, details });
}

function toRows(pages: readonly StoredPage[], { changed }: Analysis): PageRow[] {
  const byPath = new Map(changed.map(({ row }) => [row.path, row]));
  return pages.map(({ row }) => byPath.get(row.path) ?? row);
}

async function remeasure(run: Run, page: StoredPage): Promise<StoredPage> {
  const markdown = await run.ports.readPage?.(page.row.path);
  return markdown === undefined ? page : { ...page, ...measureText(markdown) };
}
