import { describe, expect, it } from 'vitest';
import { findClaims } from '../../../src/citations/find-claims.ts';
import { makeFilled } from '../../support/make-engine.ts';
import { sampleOf } from '../../support/sample-size.ts';

const OPTIONS = { refChars: 5, isFile: () => false };
/** Each is a megabyte that a careless pattern scans again and again. */
const BOMBS: Readonly<Record<string, string>> = {
  'openers without an end': ' "a'.repeat(350_000),
  'closers without a beginning': 'a" '.repeat(350_000),
  'a line of colons': 'a.py:'.repeat(200_000),
  'a path without an end': `${'../'.repeat(330_000)}etc/passwd:1-2`,
  'a number without an end': `a.py:${'9'.repeat(1_000_000)}`,
  'dots without an end': '.'.repeat(1_000_000),
  'fences in fences': '```\n'.repeat(250_000),
  'a block quote of marks': `${'> '.repeat(500_000)}\n`,
  'marks of other kinds': '“«„'.repeat(330_000),
  'spaces without an end': `"a${' '.repeat(1_000_000)}b"`,
};

describe('[P8] a hostile answer', () => {
  it.each(sampleOf(Object.keys(BOMBS)))('is read in one pass: %s', (name) => {
    const answer = BOMBS[name] as string;
    const startMs = performance.now();
    const { claims } = findClaims(answer, OPTIONS);
    expect(claims.length).toBeLessThanOrEqual(10_000);
    // Without linear work this would take minutes.
    expect(performance.now() - startMs).toBeLessThan(20_000);
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
