import { describe, expect, it } from 'vitest';
import { findClaims } from '../../../src/citations/find-claims.ts';
import { expectGrowth } from '../../support/growth-of.ts';
import { makeFilled } from '../../support/make-engine.ts';
import { sampleOf } from '../../support/sample-size.ts';

const OPTIONS = { refChars: 5, isFile: () => false };
/** Each makes a careless pattern scan the same text again and again. */
const BOMBS: Readonly<Record<string, (bytes: number) => string>> = {
  'openers without an end': (n) => ' "a'.repeat(n / 3),
  'closers without a beginning': (n) => 'a" '.repeat(n / 3),
  'a line of colons': (n) => 'a.py:'.repeat(n / 5),
  'a path without an end': (n) => `${'../'.repeat(n / 3)}etc/passwd:1-2`,
  'a number without an end': (n) => `a.py:${'9'.repeat(n)}`,
  'dots without an end': (n) => '.'.repeat(n),
  'fences in fences': (n) => '```\n'.repeat(n / 4),
  'a block quote of marks': (n) => `${'> '.repeat(n / 2)}\n`,
  'marks of other kinds': (n) => '“«„'.repeat(n / 3),
  'spaces without an end': (n) => `"a${' '.repeat(n)}b"`,
};
const BYTES = 160_000;

describe('[P8] a hostile answer', () => {
  it.each(sampleOf(Object.keys(BOMBS)))('is read in one pass: %s', async (name) => {
    const make = BOMBS[name] as (bytes: number) => string;
    const find = (answer: string) => findClaims(answer, OPTIONS).claims;
    expect(find(make(BYTES)).length).toBeLessThanOrEqual(10_000);
    await expectGrowth(find, { sixteenth: make(BYTES / 16), whole: make(BYTES), below: 6 });
  });

  it('with twelve thousand citations is checked up to ten thousand, and gives the total', async () => {
    const { engine, id } = await makeFilled({ 'heron.md': '# Herons\n\nHerons wade in water.\n' });
    const answer = Array.from({ length: 12_000 }, (_, i) => `see heron.md:${i + 1}`).join('\n');
    const { citations, total, supported } = await engine.checkCitations({ collectionId: id, answer, jobId: 'cite' });
    expect({ listed: citations.length, total, supported }).toEqual({ listed: 10_000, total: 12_000, supported: 3 });
  });

  it('with paths that lead nowhere gets "not found"', async () => {
    const { engine, id } = await makeFilled({ 'heron.md': '# Herons\n\nHerons wade in water.\n' });
    const answer =
      '../../etc/passwd.txt:1 C:\\heron.md:1 constructor.js:1 __proto__.md:1 heron.md:0 heron.md:2-999999999 toString.ts';
    const { citations } = await engine.checkCitations({ collectionId: id, answer, jobId: 'cite' });
    expect(citations.length).toBeGreaterThan(4);
    for (const { verdict, text } of citations) expect(verdict, text).not.toBe('exact');
  });

  it('matches anything where a secret is masked', async () => {
    const { engine, id } = await makeFilled({
      'heron.ini': 'user = bob of the lake\npassword = hunter2hunter2\nlegs = two of them\n',
    });
    const answer = '```\nuser = bob of the lake\npassword = [[secret:password:1]]\nlegs = two of them\n```\n';
    const { citations } = await engine.checkCitations({ collectionId: id, answer, jobId: 'cite' });
    expect(citations.map(({ verdict }) => verdict)).toEqual(['exact']);
  });
});
