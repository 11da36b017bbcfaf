import { it } from 'vitest';
import { sampleSize } from '../../support/sample-size.ts';
import { checkAnswers } from './check-answers.ts';

it(
  '[P8] for generated answers 99 in a hundred verdicts are right, and nothing invented is exact',
  {
    timeout: 600_000,
  },
  () => checkAnswers(sampleSize({ sample: 25, whole: 1_000 }), 20),
);
