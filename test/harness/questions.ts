import { readFile } from 'node:fs/promises';
import { checkQuestions } from '../../src/cli/check-questions.ts';
import { openAny } from '../../src/cli/node-engine.ts';
import { UsageError } from '../../src/cli/problems.ts';
import { LIMITS } from '../../src/model/limits.ts';
import { QUESTION_TOP } from '../../src/model/outputs/question.ts';
import { parseQuestions } from '../../src/model/schema/choices.ts';
import { makeNodeEngine } from '../support/node-engine.ts';
import { getNumber, getOnly, getOption, parseArguments } from './arguments.ts';

/** `questions <dir|zip|index.json> --questions q.jsonl [--top 5]`: prints a line per question, and fails if one has no answer in the first hits. */
export async function runQuestions(args: readonly string[]): Promise<number> {
  const parsed = parseArguments(args, [], ['questions', 'top']);
  const path = getOnly(parsed, 'directory, archive or index.json');
  const top = parsed.options.has('top') ? getNumber(parsed, 'top') : QUESTION_TOP;
  if (top > LIMITS.maxHits) throw new UsageError(`--top is at most ${LIMITS.maxHits}`);
  const questions = parseQuestions(await readFile(getOption(parsed, 'questions'), 'utf8'));
  const { engine } = await makeNodeEngine();
  const asked = { collectionId: await openAny(engine, path), questions, top };
  const lost = await checkQuestions(engine, asked, (row) => process.stdout.write(`${JSON.stringify(row)}\n`));
  if (lost > 0)
    process.stderr.write(`${lost} of ${questions.length} questions have no answer in the first ${top} hits\n`);
  return lost > 0 ? 1 : 0;
}
