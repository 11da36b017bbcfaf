import { useEffect, useRef, useState } from 'react';
import type { TimePoint } from './time-chart.tsx';

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
