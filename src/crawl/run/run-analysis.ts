import type { AnalysisStage, EventDetails, PageRow } from '../../model/site/site.ts';
import { type Analysis, analysePages, measureText } from '../page/page-class.ts';
import { putPages, type StoredPage } from '../records/page-rows.ts';
import { awardMissing } from './award-milestones.ts';
import { reportAnalysis } from './finish-run.ts';
import type { Run } from './run.ts';

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
