import { AppError } from '../app-error.ts';
import { MAX_QUESTIONS, type Question } from '../outputs/question.ts';
import { path, question } from './agent-tools.ts';
import { tryParseJson } from './try-parse-json.ts';
import * as z from './zod.ts';

const Line = z.int().check(z.gte(1));
const Lines = z.tuple([Line, Line]);
const Place = { path, lines: z.optional(Lines), heading: z.optional(z.string().check(z.maxLength(1_000))) };
const Stored = z.object({
  text: question,
  ...Place,
  asTyped: z.optional(z.boolean()),
  answered: z.optional(z.object({ rank: Line, path, lines: Lines })),
});
/** Several places that answer a question: one of them is enough. */
const Row = z.union([
  z.object({ id: z.optional(z.string().check(z.maxLength(100))), text: question, ...Place }),
  z.object({
    id: z.optional(z.string().check(z.maxLength(100))),
    text: question,
    gold: z.array(z.object(Place)).check(z.minLength(1)),
  }),
]);

export interface QuestionRow {
  readonly id: string;
  readonly text: string;
  readonly places: readonly Omit<Question, 'text' | 'answered'>[];
}

/** Undefined if the value is invalid: another release may have written it. */
export function parseQuestion(value: unknown): Question | undefined {
  return z.safeParse(Stored, value).data as Question | undefined;
}

/** Parses `questions.jsonl`. Throws `import/bad-question` with the number of the first bad line, or `import/too-many-questions`. */
export function parseQuestions(text: string): QuestionRow[] {
  const rows = text.split('\n').flatMap((line, i): QuestionRow[] => {
    if (line.trim() === '') return [];
    const { data } = z.safeParse(Row, tryParseJson(line));
    if (data === undefined) throw new AppError('import/bad-question', 'this line is not a question', { line: i + 1 });
    const { id = `q${i + 1}`, text: asked } = data;
    const places = 'gold' in data ? data.gold : [data];
    return [{ id, text: asked, places: places as QuestionRow['places'] }];
  });
  if (rows.length > MAX_QUESTIONS) {
    const details = { actual: rows.length, limit: MAX_QUESTIONS };
    throw new AppError('import/too-many-questions', 'there are too many questions', details);
  }
  return rows;
}
