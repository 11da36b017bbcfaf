import { AppError } from '../app-error.ts';
import type { SitePresentation, SourceRules } from '../choices.ts';
import { LIMITS } from '../limits.ts';
import type { PackDraft } from '../outputs/pack-draft.ts';
import { MAX_QUESTIONS, type Question } from '../outputs/question.ts';
import type { Selection } from '../outputs/selection.ts';
import { pathText as path, questionText as question } from './tool-fields.ts';
import { tryParseJson } from './try-parse-json.ts';
import * as z from './zod.ts';

const Rules = z.object({ include: z.array(z.string()), exclude: z.array(z.string()) });

/** Undefined if the value is invalid: another release may have written it. */
export function parseRules(value: unknown): SourceRules | undefined {
  return z.safeParse(Rules, value).data;
}

const Site = z.object({
  name: z.string(),
  description: z.string(),
  start: z.string(),
  address: z.optional(z.string()),
  readingOnly: z.optional(z.boolean()),
  searchOnly: z.optional(z.boolean()),
  pages: z.optional(z.string()),
});

/** Undefined if the value is invalid. */
export function parseSitePresentation(value: unknown): SitePresentation | undefined {
  return z.safeParse(Site, value).data;
}

const Path = z.string().check(z.minLength(1), z.maxLength(LIMITS.maxPathBytes));
const Globs = z.array(z.string().check(z.maxLength(LIMITS.maxGlobChars))).check(z.maxLength(LIMITS.maxGlobs));
const Picks = z
  .array(
    z.object({
      id: z.string().check(z.maxLength(64)),
      path: Path,
      label: z.string().check(z.maxLength(LIMITS.maxPathBytes)),
      tokens: z.number().check(z.nonnegative(), z.maximum(Number.MAX_SAFE_INTEGER)),
      content_hash: z.optional(z.string().check(z.maxLength(64))),
    }),
  )
  .check(z.maxLength(LIMITS.maxPicks));

const common = {
  name: z.string().check(z.maxLength(LIMITS.maxSelectionNameChars)),
  paths: z.array(Path).check(z.maxLength(LIMITS.maxTicks)),
  include: Globs,
  exclude: Globs,
  picks: Picks,
  query: z.optional(z.string().check(z.maxLength(LIMITS.maxQuestionChars))),
  format: z.optional(z.enum(['markdown', 'xml'])),
  mask: z.boolean(),
};
const Budget = z.optional(z.int().check(z.minimum(1), z.maximum(LIMITS.maxPackTokens)));

const Stored = z.object({ ...common, budgetTokens: Budget, root: z.optional(z.string()) });

/** Untrusted `selections.json` of an export. docs/formats/selections.md. */
const SelectionsFile = z.object({
  quire_selections: z.literal(1),
  selections: z
    .array(z.object({ ...common, budget_tokens: Budget, current: z.optional(z.literal(true)) }))
    .check(z.maxLength(LIMITS.maxSelections)),
});

/** Undefined if the value is invalid: another release may have written it. */
export function parseSelection(value: unknown): Selection | undefined {
  return z.safeParse(Stored, value).data as Selection | undefined;
}

const Draft = z.object({
  picks: Picks,
  files: z.optional(z.array(Path).check(z.maxLength(LIMITS.maxPicks))),
  removed: z.array(z.string().check(z.maxLength(LIMITS.maxPathBytes))).check(z.maxLength(LIMITS.maxPicks)),
  query: z.optional(z.string().check(z.maxLength(LIMITS.maxQuestionChars))),
  reviewQuery: z.optional(z.string().check(z.maxLength(LIMITS.maxQuestionChars))),
  instructions: z.optional(z.string().check(z.maxLength(LIMITS.maxQuestionChars))),
  budgetTokens: Budget,
  format: z.optional(z.enum(['markdown', 'xml'])),
  tests: z.optional(z.boolean()),
  notes: z.optional(z.boolean()),
  everything: z.optional(z.boolean()),
  root: z.optional(z.string()),
});

/** Undefined if the value is invalid: another release may have written it. */
export function parsePackDraft(value: unknown): PackDraft | undefined {
  return z.safeParse(Draft, value).data as PackDraft | undefined;
}

export interface FileSelection extends Selection {
  readonly current?: true;
}

/** Undefined if the text does not follow the format. */
export function parseSelectionsFile(text: string): readonly FileSelection[] | undefined {
  const { data } = z.safeParse(SelectionsFile, tryParseJson(text));
  return data?.selections.map(({ budget_tokens, ...rest }) => ({
    ...(rest as Selection),
    budgetTokens: budget_tokens,
  }));
}

const Line = z.int().check(z.gte(1));
const Lines = z.tuple([Line, Line]);
const Place = { path, lines: z.optional(Lines), heading: z.optional(z.string().check(z.maxLength(1_000))) };
const StoredQuestion = z.object({
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
  return z.safeParse(StoredQuestion, value).data as Question | undefined;
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
