import * as z from './zod.ts';

/** A published collection is identified by its address. */
const collection = z.string().check(z.minLength(1), z.maxLength(2_100));
/** `next_cursor` of the previous result. */
export const cursor = z.optional(z.string().check(z.maxLength(32)));
export const path = z.string().check(z.maxLength(4_096));
/** A name, spelled as in the code. */
export const name = z.string().check(z.minLength(1), z.maxLength(200));
export const question = z.string().check(z.maxLength(4_000));
/** Every pattern is compared with every file: 100,000 of them took half a minute. */
const patterns = z.optional(z.array(z.string().check(z.maxLength(1_000))).check(z.maxLength(100)));
export const filters = z.optional(
  z.strictObject({
    path: patterns,
    kind: patterns,
    heading: patterns,
    symbol: patterns,
    lang: patterns,
    source: patterns,
  }),
);

/** Inputs of the agent tools. No tool changes anything or sends a request: an agent that could do that could leak data. */
export const AGENT_INPUTS = {
  list_collections: z.strictObject({ cursor }),
  search: z.strictObject({
    collection,
    query: question,
    filters,
    sort: z.optional(z.enum(['date'])),
    limit: z.optional(z.int().check(z.gte(1), z.lte(50))),
    offset: z.optional(z.int().check(z.gte(0))),
    cursor,
  }),
  get_chunk: z.strictObject({ collection, id: z.string().check(z.minLength(1), z.maxLength(64)) }),
  list_outline: z.strictObject({ collection, path, cursor }),
  list_symbols: z.strictObject({ collection, path, cursor }),
  references: z.strictObject({ collection, name, cursor }),
  pack_context: z.strictObject({
    collection,
    query: question,
    budget_tokens: z.int().check(z.gte(500), z.lte(1_000_000)),
    format: z.optional(z.enum(['markdown', 'xml'])),
    cursor,
  }),
  check_citations: z.strictObject({ collection, answer: z.string().check(z.maxLength(1_000_000)), cursor }),
  crawl_status: z.strictObject({ collection, cursor }),
} as const;

export type AgentToolName = keyof typeof AGENT_INPUTS;

export type AgentInput<N extends AgentToolName> = z.infer<(typeof AGENT_INPUTS)[N]>;
