import type { Progress } from '../../../model/job.ts';
import { TimeChart } from '../../parts/charts/time-chart.tsx';
import { usePoints } from '../../parts/charts/use-points.ts';
import { words } from '../../words/words.ts';

const NAMES = [words.jobs.readColumn, words.jobs.foundColumn];

/** Files over time: indexed and found. */
export function ReadingChart({ job }: { readonly job: Progress }) {
  const found = Math.max(job.found, job.total, job.done);
  const points = usePoints({ ms: Date.now() - Date.parse(job.startedAt), values: [job.done, found] }, 250);
  return <TimeChart label={words.jobs.readingChart} names={NAMES} points={points} />;
}
