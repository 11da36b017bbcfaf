import { LIMITS } from '../limits.ts';
import type { KeptAnswer } from '../outputs/answer.ts';
import * as z from './zod.ts';

const Text = z.string().check(z.maxLength(LIMITS.maxPathBytes));
const Line = z.int().check(z.gte(0));

const Citation = z.object({
  text: z.string().check(z.maxLength(LIMITS.maxAnswerChars)),
  start: Line,
  path: z.optional(Text),
  lines: z.optional(z.tuple([Line, Line])),
  ref: z.optional(Text),
  collection: z.optional(Text),
  page: z.optional(Text),
  verdict: z.enum(['exact', 'exists', 'changed since', 'moved', 'near', 'not found']),
  reason: z.optional(z.enum(['past-end', 'quote', 'no-pages', 'changed', 'no-file', 'code', 'names', 'name'])),
  lastLine: z.optional(Line),
  lastPage: z.optional(Text),
  near: z.optional(z.string()),
  suggestion: z.optional(Text),
  isOutside: z.optional(z.literal(true)),
});

const Kept = z.object({
  id: Text,
  at: Text,
  question: z.string().check(z.maxLength(LIMITS.maxQuestionChars)),
  text: z.string().check(z.maxLength(LIMITS.maxAnswerChars)),
  citations: z.array(Citation),
  model: Text,
  host: Text,
  packTokens: Line,
  isCut: z.optional(z.literal(true)),
  isBroken: z.optional(z.literal(true)),
  follows: z.optional(Text),
});

/** Undefined if the value is invalid: another release may have written it. */
export function parseKeptAnswer(value: unknown): KeptAnswer | undefined {
  return z.safeParse(Kept, value).data as KeptAnswer | undefined;
}
