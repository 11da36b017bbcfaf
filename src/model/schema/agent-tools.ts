import { LIMITS } from '../limits.ts';
import { pathText, questionText } from './tool-fields.ts';
import * as z from './zod.ts';

/** Says what a parameter is, with an example: models guess what is missing. */
export function says<S extends z.ZodMiniType>(schema: S, description: string, example: unknown): S {
  const copy = z.clone(schema, schema._zod.def) as S;
  z.globalRegistry.add(copy, { description: `${description} Example: ${JSON.stringify(example)}` });
  return copy;
}

/** A published collection is identified by its address. */
const collection = says(
  z.string().check(z.minLength(1), z.maxLength(2_100)),
  'The id of a collection, from list_collections.',
  'c-7f3a',
);
export const cursor = says(
  z.optional(z.string().check(z.maxLength(32))),
  'next_cursor of the previous answer to the same call, for its next part.',
  '40',
);
export const path = says(pathText, 'Path of a file, as answers write it.', 'src/net/retry.ts');
export const name = says(
  z.string().check(z.minLength(1), z.maxLength(200)),
  'A name, spelled as in the code.',
  'parseRetryAfter',
);
export const question = says(
  questionText,
  'A question, words, a name or an error message.',
  'how often is a request retried',
);
/** Hits of an answer unless the agent asks for more: the next ones cost tokens and rarely answer. */
export const DEFAULT_HITS = 10;
export const limit = says(
  z.optional(z.int().check(z.gte(1), z.lte(50))),
  `Hits to return. Unset: ${DEFAULT_HITS}.`,
  20,
);
export const answer = says(
  z.string().check(z.maxLength(1_000_000)),
  'The text of an answer that cites path:start-end.',
  'Requests are retried three times (src/net/retry.ts:12-30).',
);
export const budget_tokens = says(
  z.optional(z.int().check(z.gte(LIMITS.minCommandPackTokens), z.lte(1_000_000))),
  'Tokens that the pack may have. Unset: 8000.',
  4_000,
);
/** Tokens of a pack for which none were given. */
export const DEFAULT_BUDGET = 8_000;

/** Every pattern is compared with every file: 100,000 of them took half a minute. */
const patterns = z.optional(z.array(z.string().check(z.maxLength(1_000))).check(z.maxLength(100)));
export const filters = says(
  z.optional(
    z.strictObject({
      path: says(patterns, 'Folders, beginnings of paths, or globs.', ['src/net', '**/*.md']),
      kind: says(patterns, 'Kinds: markdown, code, javascript, json, html, document, text, image.', ['code']),
      heading: says(patterns, 'Beginnings of headings.', ['Install']),
      symbol: says(patterns, 'Beginnings of names that are defined.', ['RetryPolicy']),
      lang: says(patterns, 'Programming languages or file extensions.', ['python', 'ts']),
      source: says(patterns, 'Sources of a collection with several.', ['handbook']),
    }),
  ),
  'Only files and chunks that pass every filter; several values of one filter mean or.',
  { path: ['src/**'], lang: ['go'] },
);

/** Inputs of the agent tools. No tool changes anything or sends a request: an agent that could do that could leak data. */
export const AGENT_INPUTS = {
  list_collections: z.strictObject({ cursor }),
  search: z.strictObject({
    collection,
    query: question,
    filters,
    sort: says(z.optional(z.enum(['date'])), 'date: newest files first.', 'date'),
    limit,
    offset: says(z.optional(z.int().check(z.gte(0))), 'Hits to skip.', 20),
    cursor,
  }),
  get_chunk: z.strictObject({
    collection,
    id: says(z.string().check(z.minLength(1), z.maxLength(64)), 'The id, short id or ref of a chunk.', 'c0012'),
  }),
  list_outline: z.strictObject({ collection, path, cursor }),
  list_symbols: z.strictObject({ collection, path, cursor }),
  references: z.strictObject({ collection, name, cursor }),
  pack_context: z.strictObject({
    collection,
    query: question,
    budget_tokens,
    format: says(z.optional(z.enum(['markdown', 'xml'])), 'Unset: markdown.', 'xml'),
    cursor,
  }),
  check_citations: z.strictObject({ collection, answer, cursor }),
  crawl_status: z.strictObject({ collection, cursor }),
} as const;

export type AgentToolName = keyof typeof AGENT_INPUTS;

export type AgentInput<N extends AgentToolName> = z.infer<(typeof AGENT_INPUTS)[N]>;
