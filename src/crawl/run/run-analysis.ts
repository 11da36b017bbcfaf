import type { PageRow } from '../../model/site/site.ts';
import { type Analysis, analysePages } from '../page/analyse-pages.ts';
import { measureText } from '../page/page-class.ts';
import type { NewEvent } from '../records/event-log.ts';
import type { StoredPage } from '../records/page-rows.ts';
import { putPages } from '../records/page-rows.ts';
import { awardMissing } from './award-milestones.ts';
import { reportAnalysis } from './finish-run.ts';
import type { OpenedRun } from './open-run.ts';

/** Recomputes class, hubs, aliases and milestones of stored pages, without network; a dry run writes nothing [S21]. */
export async function runAnalysis(run: OpenedRun, addEvent: (event: NewEvent) => void): Promise<void> {
  const { context, options, state } = run;
  const { pageLimit = Number.POSITIVE_INFINITY, dryRun = false } = options.analysis ?? {};
  state.phase = 'analyse';
  const all = [...run.rows.values()].filter((page) => run.known.has(page.row.path));
  const pages = await Promise.all(all.slice(0, pageLimit).map((page) => remeasure(run, page)));
  state.visited = pages.length;
  addEvent({
    type: 'stage',
    stage: 'class',
    message: 'pages measured',
    details: { pages: pages.length, of: all.length },
  });
  const analysis = analysePages(pages, { base: context.start.href, aliases: context.frontier.aliases });
  addEvent({
    type: 'stage',
    stage: 'hubs',
    message: 'hubs found',
    details: { hubs: analysis.hubs, missing: analysis.missingHubs.length },
  });
  const aliases = pages.reduce((sum, page) => sum + page.row.aliases.length, 0);
  addEvent({ type: 'stage', stage: 'aliases', message: 'aliases counted', details: { aliases } });
  reportAnalysis(run, analysis);
  if (!dryRun) {
    await putPages(context.ports.records, options.sourceId, analysis.changed);
    await awardMissing(run, { rows: toRows(pages, analysis), sections: analysis.sections.length });
  }
  state.saved = dryRun ? 0 : analysis.changed.length;
  addEvent({
    type: 'stage',
    stage: 'milestones',
    message: dryRun ? 'nothing was written' : 'rows written',
    details: { changed: analysis.changed.length },
  });
}

function toRows(pages: readonly StoredPage[], { changed }: Analysis): PageRow[] {
  const byPath = new Map(changed.map(({ row }) => [row.path, row]));
  return pages.map(({ row }) => byPath.get(row.path) ?? row);
}

async function remeasure(run: OpenedRun, page: StoredPage): Promise<StoredPage> {
  const markdown = await run.context.ports.readPage?.(page.row.path);
  return markdown === undefined ? page : { ...page, ...measureText(markdown) };
}
