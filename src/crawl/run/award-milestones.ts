import type { MilestoneKind, PageRow } from '../../model/site/site.ts';
import { listJobs } from '../records/job-records.ts';
import type { JobContext } from './job-context.ts';
import type { Run } from './run.ts';

/** Pages two links from the start that show how a site is built. */
const DEPTH2_PAGES = 10;

type Award = readonly [kind: MilestoneKind, least: number, message: string];

const DOWNLOADS: readonly Award[] = [
  ['downloads-100', 100, '100 pages downloaded'],
  ['downloads-1k', 1_000, '1,000 pages downloaded'],
];
const ARTICLES: readonly Award[] = [
  ['articles-identified-1k', 1_000, '1,000 articles identified'],
  ['articles-identified-10k', 10_000, '10,000 articles identified'],
];
const DEPTH2: readonly Award[] = [['depth2-coverage', DEPTH2_PAGES, 'ten pages two links from the start analysed']];

export function awardDownloads(context: JobContext, pages: number): void {
  award(context, DOWNLOADS, pages);
}

/** Awards milestones that depend on the classes and depths of all stored pages, or on the links this run has met. */
export function awardAnalysed(context: Run, rows: readonly PageRow[]): void {
  const { twice } = context.linked;
  award(context, ARTICLES, rows.filter((row) => row.page_class === 'article').length);
  award(context, DEPTH2, rows.filter((row) => row.depth === 2 || twice.has(row.url)).length);
}

/** Awards what the stored pages deserve and no earlier job of the source has: its pages may be older than the milestones [S21]. */
export async function awardMissing(
  run: Run,
  { rows, sections }: { readonly rows: readonly PageRow[]; readonly sections: number },
): Promise<void> {
  const jobs = await listJobs(run.ports.records, run.options.sourceId);
  const earlier = new Set(jobs.flatMap(({ jobId, status }) => (jobId === run.options.jobId ? [] : status.milestones)));
  const context: Run = {
    ...run,
    milestone(kind, ...others) {
      if (!earlier.has(kind)) run.milestone(kind, ...others);
    },
  };
  awardDownloads(context, rows.filter((row) => row.source_type !== 'llms_full').length);
  awardAnalysed(context, rows);
  if (sections >= 2) awardSections(context, sections);
}

export function awardSections(context: JobContext, sections: number): void {
  context.milestone('sections-covered', context.start.host, 'every section has pages', { sections });
}

function award(context: JobContext, awards: readonly Award[], pages: number): void {
  for (const [kind, least, message] of awards) {
    if (pages >= least) context.milestone(kind, context.start.host, message, { pages });
  }
}
