const WINDOW_MS = 60_000;
const RATE_MS = 10_000;

/** Counts of the last minute, for rates. Times are milliseconds, ascending. */
export function createMeter(now: () => number) {
  let entries: { at: number; amount: number }[] = [];
  const startedAt = now();

  function since(ms: number): number {
    const from = now() - ms;
    const first = entries.findIndex(({ at }) => at > from);
    return first < 0 ? 0 : entries.slice(first).reduce((sum, { amount }) => sum + amount, 0);
  }

  return {
    add(amount: number): void {
      entries.push({ at: now(), amount });
      if (entries.length > 2_000) entries = entries.filter((entry) => entry.at > now() - WINDOW_MS).slice(-1_500);
    },
    /** Rate per second over the last ten seconds. */
    perSec(): number {
      const span = Math.min(RATE_MS, Math.max(1_000, now() - startedAt));
      return Math.round((since(span) / span) * 100_000) / 100;
    },
    lastMinute: () => since(WINDOW_MS),
  };
}
