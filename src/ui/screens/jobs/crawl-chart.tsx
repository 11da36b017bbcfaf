import type { SiteJob } from '../../../model/site/site-job.ts';
import { TimeChart } from '../../parts/charts/time-chart.tsx';
import { usePoints } from '../../parts/charts/use-points.ts';
import { words } from '../../words/words.ts';

const NAMES = [words.jobs.saved, words.jobs.errorColumn];

/** Pages over time. A status arrives at most four times a second. */
export function CrawlChart({ job: { status } }: { readonly job: SiteJob }) {
  const ms = Date.parse(status.lastActivityAt) - Date.parse(status.startedAt);
  const points = usePoints({ ms, values: [status.saved, status.errors] }, 1_000);
  return <TimeChart label={words.jobs.chart} names={NAMES} points={points} />;
}
