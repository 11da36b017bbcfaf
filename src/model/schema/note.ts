import { LIMITS } from '../limits.ts';
import { NOTE_LIMITS, type Note } from '../outputs/note.ts';
import * as z from './zod.ts';

const Name = z.string().check(z.minLength(1), z.maxLength(LIMITS.maxPathBytes));
const Context = z.string().check(z.maxLength(NOTE_LIMITS.contextChars));

const Stored = z.object({
  id: Name,
  at: Name,
  path: Name,
  quote: z.object({
    exact: z.string().check(z.minLength(1), z.maxLength(NOTE_LIMITS.maxQuoteChars)),
    prefix: Context,
    suffix: Context,
  }),
  text: z.optional(z.string().check(z.maxLength(NOTE_LIMITS.maxTextChars))),
});

/** Undefined if the value is invalid: another release may have written it. */
export function parseNote(value: unknown): Note | undefined {
  return z.safeParse(Stored, value).data as Note | undefined;
}
