import { readFile } from 'node:fs/promises';
import { findAnswer } from '../../src/engine/questions/find-answer.ts';
import { LIMITS } from '../../src/model/limits.ts';
import { QUESTION_TOP } from '../../src/model/outputs/question.ts';
import { parseQuestions } from '../../src/model/schema/choices.ts';
import { getNumber, getOnly, getOption, parseArguments, UsageError } from './arguments.ts';
import { createNodeEngine, openAny } from './node-engine.ts';

/** `questions <dir|zip|index.json> --questions q.jsonl [--top 5]`: prints a line per question, and fails if one has no answer in the first hits. */
export async function runQuestions(args: readonly string[]): Promise<number> {
  const parsed = parseArguments(args, [], ['questions', 'top']);
  const path = getOnly(parsed, 'directory, archive or index.json');
  const top = parsed.options.has('top') ? getNumber(parsed, 'top') : QUESTION_TOP;
  if (top > LIMITS.maxHits) throw new UsageError(`--top is at most ${LIMITS.maxHits}`);
  const questions = parseQuestions(await readFile(getOption(parsed, 'questions'), 'utf8'));
  const { engine } = await createNodeEngine();
  const collectionId = await openAny(engine, path);
  let lost = 0;
  for (const { id, text, places } of questions) {
    const { hits } = await engine.search(collectionId, text, { limit: LIMITS.maxHits });
    const answer = findAnswer(hits, places);
    const found = answer !== undefined && answer.rank <= top;
    if (!found) lost++;
    const [place] = places;
    const { rank = null, path: at = place?.path, lines = place?.lines ?? null } = answer ?? {};
    process.stdout.write(`${JSON.stringify({ id, found, rank, path: at, lines })}\n`);
  }
  if (lost > 0)
    process.stderr.write(`${lost} of ${questions.length} questions have no answer in the first ${top} hits\n`);
  return lost > 0 ? 1 : 0;
}
