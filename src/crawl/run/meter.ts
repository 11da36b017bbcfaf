/** Counts of the last minute, for rates. Times are milliseconds, ascending. */
export interface Meter {
  add(amount: number): void;
  /** Rate per second over the last ten seconds. */
  perSec(): number;
  /** Count of the last minute. */
  lastMinute(): number;
}

const WINDOW_MS = 60_000;
const RATE_MS = 10_000;

export function createMeter(now: () => number): Meter {
  let entries: { at: number; amount: number }[] = [];
  const startedAt = now();

  function since(ms: number): number {
    const from = now() - ms;
    let total = 0;
    for (let i = entries.length - 1; i >= 0; i--) {
      const entry = entries[i] as { at: number; amount: number };
      if (entry.at <= from) break;
      total += entry.amount;
    }
    return total;
  }

  return {
    add(amount) {
      entries.push({ at: now(), amount });
      if (entries.length > 2_000) entries = entries.filter((entry) => entry.at > now() - WINDOW_MS).slice(-1_500);
    },
    perSec() {
      const span = Math.min(RATE_MS, Math.max(1_000, now() - startedAt));
      return Math.round((since(span) / span) * 100_000) / 100;
    },
    lastMinute: () => since(WINDOW_MS),
  };
}
