import { LIMITS } from '../../model/limits.ts';
import type { Warning, WarningCode } from '../../model/warning.ts';

/** Keeps a limited number of warnings of each kind, and counts the rest. */
export function createWarningList(sourceName: string): {
  add(warning: Warning): void;
  all(): Warning[];
} {
  const kept: Warning[] = [];
  const counts = new Map<WarningCode, number>();
  const limit = LIMITS.maxScanWarnings;
  return {
    add(warning) {
      const count = (counts.get(warning.code) ?? 0) + 1;
      counts.set(warning.code, count);
      if (count <= limit) kept.push(warning);
    },
    all: () => [
      ...kept,
      ...[...counts]
        .filter(([, actual]) => actual > limit)
        .map(([code, actual]) => ({
          path: sourceName,
          code,
          message: `${actual - limit} more are not listed one by one.`,
          limit,
          actual,
        })),
    ],
  };
}
