import { LIMITS } from '../limits.ts';
import type { PackDraft } from '../outputs/pack-draft.ts';
import type { PickedChunk, Selection } from '../outputs/selection.ts';
import { tryParseJson } from './try-parse-json.ts';
import * as z from './zod.ts';

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
  removed: z.array(z.string().check(z.maxLength(LIMITS.maxPathBytes))).check(z.maxLength(LIMITS.maxPicks)),
  query: z.optional(z.string().check(z.maxLength(LIMITS.maxQuestionChars))),
  instructions: z.optional(z.string().check(z.maxLength(LIMITS.maxQuestionChars))),
  budgetTokens: Budget,
  format: z.optional(z.enum(['markdown', 'xml'])),
  everything: z.optional(z.boolean()),
  root: z.optional(z.string()),
});

/** Undefined if the value is invalid: another release may have written it. */
export function parsePackDraft(value: unknown): PackDraft | undefined {
  return z.safeParse(Draft, value).data as PackDraft | undefined;
}

/** Parses the basket of a release that had one per collection. */
export function parseBasket(value: unknown): readonly PickedChunk[] | undefined {
  return z.safeParse(Picks, value).data as readonly PickedChunk[] | undefined;
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
