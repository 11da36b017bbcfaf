/** Half-open, in milliseconds of UTC. */
export type Period = readonly [startMs: number, endMs: number];

const PERIOD = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/;

/** Parses a year, a month or a day, such as `2025-01`. */
export function parsePeriod(text: string): Period | undefined {
  const [, ...parts] = PERIOD.exec(text) ?? [];
  const [year, month, day] = parts.map((part) => (part === undefined ? undefined : Number(part)));
  if (year === undefined) return undefined;
  const [m, d] = [(month ?? 1) - 1, day ?? 1];
  const start = new Date(Date.UTC(year, m, d));
  // `2025-02-30` would be a day in March.
  const isReal = start.getUTCFullYear() === year && start.getUTCMonth() === m && start.getUTCDate() === d;
  if (!isReal) return undefined;
  const end = day !== undefined ? [year, m, d + 1] : month !== undefined ? [year, m + 1] : [year + 1, 0];
  return [start.getTime(), Date.UTC(...(end as [number, number]))];
}

const AGE = /(?<=^|\s)(-?)(after|before|modified):(\d{1,4})([dwmy])(?=\s|$)/gi;

/** Replaces ages in a query, such as `modified:7d`, by the day that they mean now: `after:2025-01-24`. The engine has no clock [E2]. */
export function resolveAges(query: string, nowMs: number): string {
  if (query.includes('\n')) return query;
  return query.replace(AGE, (_, minus: string, key: string, count: string, unit: string) => {
    const now = new Date(nowMs);
    const n = Number(count);
    const [y, m, d] = { d: [0, 0, n], w: [0, 0, 7 * n], m: [0, n, 0], y: [n, 0, 0] }[unit.toLowerCase()] as number[];
    const day = Date.UTC(now.getUTCFullYear() - (y ?? 0), now.getUTCMonth() - (m ?? 0), now.getUTCDate() - (d ?? 0));
    const name = key.toLowerCase() === 'before' ? 'before' : 'after';
    return `${minus}${name}:${new Date(day).toISOString().slice(0, 10)}`;
  });
}
