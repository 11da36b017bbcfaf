import { useEffect, useRef, useState } from 'react';
import type { SiteJob } from '../../../model/site/site-job.ts';
import { formatCount } from '../../text/format.ts';
import { words } from '../../words/words.ts';

interface Point {
  readonly seconds: number;
  readonly saved: number;
  readonly errors: number;
}

const MAX_POINTS = 240;
const WIDTH = 600;
const HEIGHT = 96;

/** Pages over time since this place was opened, with the table behind it. */
export function CrawlChart({ job }: { readonly job: SiteJob }) {
  const points = usePoints(job);
  const last = points.at(-1);
  if (points.length < 3 || last === undefined) return null;
  const maxX = Math.max(1, last.seconds);
  const maxY = Math.max(1, ...points.map((point) => point.saved));
  const line = (key: 'saved' | 'errors') =>
    points
      .map((point) => `${(point.seconds / maxX) * WIDTH},${HEIGHT - 2 - (point[key] / maxY) * (HEIGHT - 4)}`)
      .join(' ');
  return (
    <figure className="stack">
      <svg
        className="chart"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.jobs.chart}
      >
        <polyline
          points={line('saved')}
          fill="none"
          stroke="var(--rubric)"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
        <polyline
          points={line('errors')}
          fill="none"
          stroke="var(--edge-strong)"
          strokeWidth="2"
          strokeDasharray="4 3"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <details>
        <summary className="small">{words.jobs.chartTable}</summary>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">s</th>
              <th scope="col">{words.jobs.saved}</th>
              <th scope="col">{words.jobs.errorColumn}</th>
            </tr>
          </thead>
          <tbody>
            {points
              .filter((_, i) => i % Math.ceil(points.length / 12) === 0)
              .map((point) => (
                <tr key={point.seconds}>
                  <td>{formatCount(point.seconds)}</td>
                  <td>{formatCount(point.saved)}</td>
                  <td>{formatCount(point.errors)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** A status comes at most four times a second; points are kept a second apart, then every second one is dropped. */
function usePoints({ status }: SiteJob): readonly Point[] {
  const [points, setPoints] = useState<readonly Point[]>([]);
  const lastAt = useRef(-1);
  useEffect(() => {
    const seconds = Math.round((Date.parse(status.lastActivityAt) - Date.parse(status.startedAt)) / 1000);
    if (!(seconds > lastAt.current)) return;
    lastAt.current = seconds;
    setPoints((now) => {
      const next = [...now, { seconds, saved: status.saved, errors: status.errors }];
      return next.length > MAX_POINTS ? next.filter((_, i) => i % 2 === 0) : next;
    });
  }, [status]);
  return points;
}
