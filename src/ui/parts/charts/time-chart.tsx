import { useEffect, useRef, useState } from 'react';
import * as look from '../../kit/look.module.css';
import { TableHead } from '../../kit/table-head.tsx';
import { formatCount } from '../../text/format.ts';
import { jobsWords } from '../../words/jobs.ts';
import * as css from './charts.module.css';

interface TimePoint {
  readonly seconds: number;
  readonly values: readonly number[];
}

interface Props {
  readonly label: string;
  /** One name per value of a point; the first is the main one. */
  readonly names: readonly string[];
  readonly points: readonly TimePoint[];
}

const WIDTH = 600;
const HEIGHT = 96;
const TABLE_ROWS = 12;

/** A line chart of counts over time, with a table for assistive technology. */
export function TimeChart({ label, names, points }: Props) {
  const last = points.at(-1);
  if (points.length < 3 || last === undefined) return null;
  const maxX = Math.max(1, last.seconds);
  const maxY = Math.max(1, ...points.flatMap(({ values }) => values));
  const toLine = (at: number) =>
    points
      .map(({ seconds, values }) => {
        const y = HEIGHT - 2 - ((values[at] ?? 0) / maxY) * (HEIGHT - 4);
        return `${((seconds / maxX) * WIDTH).toFixed(1)},${y.toFixed(1)}`;
      })
      .join(' ');
  return (
    <figure className={look.stack}>
      <svg
        className={css.chart}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <polygon
          points={`0,${HEIGHT} ${toLine(0)} ${WIDTH},${HEIGHT}`}
          fill="color-mix(in srgb, var(--rubric) 10%, transparent)"
        />
        {names.map((name, i) => (
          <polyline
            key={name}
            points={toLine(i)}
            fill="none"
            stroke={i === 0 ? 'var(--rubric)' : 'var(--edge-strong)'}
            strokeWidth="2"
            strokeDasharray={i === 0 ? undefined : '4 3'}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <details>
        <summary className={look.small}>{jobsWords.chartTable}</summary>
        <table className={look.table}>
          <TableHead columns={[jobsWords.chartSeconds, ...names]} />
          <tbody>
            {points
              .filter((_, i) => i % Math.ceil(points.length / TABLE_ROWS) === 0)
              .map(({ seconds, values }) => (
                <tr key={seconds}>
                  <td>{formatCount(seconds)}</td>
                  {names.map((name, i) => (
                    <td key={name}>{formatCount(values[i] ?? 0)}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

const MAX_POINTS = 240;

/** Collects points since the screen was opened, at least a step apart; drops every second one when there are too many. */
export function usePoints(
  now: { readonly ms: number; readonly values: readonly number[] },
  stepMs: number,
): readonly TimePoint[] {
  const [points, setPoints] = useState<readonly TimePoint[]>([]);
  const last = useRef(Number.NEGATIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: adds one point per time
  useEffect(() => {
    if (!(now.ms >= last.current + stepMs)) return;
    last.current = now.ms;
    const point = { seconds: Math.round(now.ms / 100) / 10, values: now.values };
    setPoints((before) => thin([...before, point]));
  }, [now.ms, stepMs]);
  return points;
}

function thin(points: readonly TimePoint[]): readonly TimePoint[] {
  return points.length > MAX_POINTS ? points.filter((_, i) => i % 2 === 0) : points;
}
