import type { DocumentDetails } from '../document.ts';
import { LIMITS } from '../limits.ts';
import * as z from './zod.ts';

const Text = z.string().check(z.maxLength(LIMITS.maxPathBytes));
const Stored = z.object({
  title: z.optional(Text),
  authors: z.optional(z.array(Text).check(z.maxLength(1_000))),
  year: z.optional(z.int().check(z.gte(0), z.maximum(9_999))),
  isRead: z.optional(z.boolean()),
  sha256: z.optional(Text),
});

/** Undefined if the value is invalid: another release may have written it. */
export function parseDetails(value: unknown): DocumentDetails | undefined {
  return z.safeParse(Stored, value).data as DocumentDetails | undefined;
}
