import { it } from 'vitest';
import { checkAnswers } from '../../support/check-answers.ts';

it('[P8] of a thousand answers 99 in a hundred verdicts are right, and nothing invented is exact', {
  timeout: 600_000,
}, async () => {
  const { verdicts, wrong } = await checkAnswers(1_000, 20);
  process.stdout.write(`${wrong.length} of ${verdicts} verdicts wrong${wrong.map((line) => `\n${line}`).join('')}\n`);
});
