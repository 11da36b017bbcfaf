import { beforeAll, describe, expect, it } from 'vitest';
import { readError } from '../../../../src/ui/state/read-error.ts';
import { describeProblem, loadProblems } from '../../../../src/ui/words/describe-problem.ts';

beforeAll(loadProblems);

describe('sentences for problems', () => {
  it('name path, limit and actual value where known', () => {
    const text = describeProblem({
      code: 'store/quota',
      message: '',
      details: { path: 'a.md', line: 3, actual: 12, limit: 10 },
    });
    expect(text).toContain('a.md:3');
    expect(text).toContain('12, limit 10');
  });

  it('name the bad line of a questions file', () => {
    const details = { path: 'questions.jsonl', line: 2 };
    expect(describeProblem({ code: 'import/bad-question', message: '', details })).toMatch(/\(questions\.jsonl:2\)$/);
  });

  it('are found for anything thrown', () => {
    for (const value of [undefined, null, 'text', 7, new Error('boom'), { code: 5 }]) {
      expect(describeProblem(readError(value)).length).toBeGreaterThan(10);
    }
  });
});
