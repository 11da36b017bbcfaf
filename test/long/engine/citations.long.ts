import { it } from 'vitest';
import { checkAnswers } from '../../support/check-answers.ts';

it(
  '[P8] of a thousand answers 99 in a hundred verdicts are right, and nothing invented is exact',
  { timeout: 600_000 },
  () => checkAnswers(1_000, 20),
);
