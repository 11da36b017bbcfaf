import { describe, expect, it } from 'vitest';
import { formatDuration, parseBudget, toBudgetText } from '../../../../src/ui/text/format.ts';

describe('a token budget', () => {
  it.each([
    ['8k', 8_000],
    ['32K tokens', 32_000],
    ['1.5k', 1_500],
    ['12 000', 12_000],
    ['12,000', 12_000],
    ['0.2m', 200_000],
    ['500', 500],
  ])('%s is %i', (text, tokens) => expect(parseBudget(text)).toBe(tokens));

  it('names a million as such', () => expect(toBudgetText(1_000_000)).toBe('1M'));

  it.each(['', 'many', 'banana', '0', '-5', '5', '1e99', '99999999999'])('%s is not a budget', (text) =>
    expect(parseBudget(text)).toBeUndefined(),
  );

  it.each([8_000, 32_000, 128_000, 500, 12_345, 1_500, 1_000_000])(
    '%i is formatted so that it parses back',
    (tokens) => {
      expect(parseBudget(toBudgetText(tokens))).toBe(tokens);
    },
  );
});

it('a duration never has sixty of a unit that has another above it', () => {
  const texts = [999.6, 59_960, 119_600, 3_599_700, 3_660_000, 400, 1_234].map(formatDuration);
  expect(texts).toEqual(['1 s', '1 min 0 s', '2 min 0 s', '1 h 0 min', '1 h 1 min', '400 ms', '1.2 s']);
});
