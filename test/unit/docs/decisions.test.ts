import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeDecisionIndex, readDecisions } from '../../../scripts/list-decisions.mjs';

const decisions = readDecisions();
const STATUS =
  /^(accepted|superseded by \d{3})(, (changed by|replaces a part of|extends|supersedes) \d{3}( and \d{3})?)*$/;

describe('decisions', () => {
  it('have a number, a title, a date and a status each', () => {
    expect(decisions.length).toBeGreaterThan(100);
    expect(decisions.filter(({ file, number }) => !file.startsWith(`${number}-`))).toEqual([]);
    expect(decisions.filter(({ title, date }) => title === '' || !/^\d{4}-\d\d-\d\d$/.test(date))).toEqual([]);
    expect(decisions.filter(({ status }) => !STATUS.test(status)).map(({ file, status }) => [file, status])).toEqual(
      [],
    );
    expect(new Set(decisions.map(({ number }) => number)).size).toBe(decisions.length);
  });

  it('name later decisions that exist', () => {
    const numbers = new Set(decisions.map(({ number }) => number));
    const named = decisions.flatMap(({ status }) => status.match(/\d{3}/g) ?? []);
    expect(named.filter((number) => !numbers.has(number))).toEqual([]);
  });

  it('supersede each other from both sides', () => {
    const pairs = (pattern: RegExp) =>
      decisions.flatMap(({ number, status }) => [...status.matchAll(pattern)].map(([, other]) => [number, other]));
    const superseded = pairs(/superseded by (\d{3})/g).map(([older, newer]) => `${newer} ${older}`);
    expect(pairs(/supersedes (\d{3})/g).map(([newer, older]) => `${newer} ${older}`)).toEqual(superseded);
  });

  it('are all in the index (`node scripts/list-decisions.mjs` writes it)', () => {
    expect(readFileSync('docs/decisions/README.md', 'utf8')).toBe(makeDecisionIndex());
  });

  it('have a line that says what each is about', () => {
    const rows = readFileSync('docs/decisions/README.md', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| ['));
    expect(rows.filter((row) => row.endsWith('|  |'))).toEqual([]);
  });
});
