import { describe, expect, it } from 'vitest';
import { parsePeriod, resolveAges } from '../../../src/lib/dates.ts';

const day = (text: string) => Date.parse(`${text}T00:00:00Z`);

describe('dates in queries', () => {
  it.each([
    ['2025', '2025-01-01', '2026-01-01'],
    ['2025-12', '2025-12-01', '2026-01-01'],
    ['2024-2-29', '2024-02-29', '2024-03-01'],
    ['2025-12-31', '2025-12-31', '2026-01-01'],
  ])('%s is a period', (text, start, end) => {
    expect(parsePeriod(text)).toEqual([day(start), day(end)]);
  });

  it.each(['', '25', 'soon', '2025-13', '2025-02-30', '2025-1-', '0050', '20255', '7d'])('“%s” is none', (text) => {
    expect(parsePeriod(text)).toBeUndefined();
  });

  it.each([
    ['retry modified:7d', 'retry after:2025-01-24'],
    ['-modified:2w MODIFIED:1m', '-after:2025-01-17 after:2024-12-31'],
    ['before:1y notes', 'before:2024-01-31 notes'],
    ['modified:2025-01 xmodified:7d modified:7days', 'modified:2025-01 xmodified:7d modified:7days'],
  ])('%s means %s on a day', (query, resolved) => {
    expect(resolveAges(query, day('2025-01-31') + 5_000_000)).toBe(resolved);
  });
});
