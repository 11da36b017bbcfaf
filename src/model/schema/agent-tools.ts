import * as z from 'zod/mini';

z.config({ jitless: true });

/** A published collection is called by its address. */
const collection = z.string().check(z.minLength(1), z.maxLength(2_100));
/** What `next_cursor` of the answer before said. */
const cursor = z.optional(z.string().check(z.maxLength(32)));
const path = z.string().check(z.maxLength(4_096));
const filters = z.optional(
  z.strictObject({
    path: z.optional(z.array(z.string())),
    kind: z.optional(z.array(z.string())),
    heading: z.optional(z.array(z.string())),
    symbol: z.optional(z.array(z.string())),
    lang: z.optional(z.array(z.string())),
    source: z.optional(z.array(z.string())),
  }),
);

/** What agents may ask. Nothing here changes anything or starts a request: an agent that can do that can leak. */
export const AGENT_INPUTS = {
  list_collections: z.strictObject({ cursor }),
  search: z.strictObject({
    collection,
    query: z.string().check(z.maxLength(4000)),
    filters,
    limit: z.optional(z.int().check(z.gte(1), z.lte(50))),
    offset: z.optional(z.int().check(z.gte(0))),
    cursor,
  }),
  get_chunk: z.strictObject({ collection, id: z.string().check(z.minLength(1), z.maxLength(64)) }),
  list_outline: z.strictObject({ collection, path, cursor }),
  list_symbols: z.strictObject({ collection, path, cursor }),
  pack_context: z.strictObject({
    collection,
    query: z.string().check(z.maxLength(4000)),
    budget_tokens: z.int().check(z.gte(500), z.lte(1_000_000)),
    format: z.optional(z.enum(['markdown', 'xml'])),
    cursor,
  }),
  crawl_status: z.strictObject({ collection, cursor }),
} as const;

export type AgentToolName = keyof typeof AGENT_INPUTS;

/** The same schemas as JSON Schema, for whoever calls. */
export function toInputSchema(name: AgentToolName): object {
  return z.toJSONSchema(AGENT_INPUTS[name], { target: 'draft-7' });
}

export type AgentInput<N extends AgentToolName> = z.infer<(typeof AGENT_INPUTS)[N]>;

/** Throws an Error that names the first place that does not fit. */
export function parseAgentInput<N extends AgentToolName>(name: N, input: unknown): AgentInput<N> {
  const { success, data, error } = AGENT_INPUTS[name].safeParse(input ?? {});
  if (success) return data as AgentInput<N>;
  const { path: place = [], message = '' } = error.issues[0] ?? {};
  throw new Error(`bad input: ${[name, ...place.map(String)].join('.')}: ${message}`);
}
