import { cursor, filters, name, path, question } from './agent-tools.ts';
import * as z from './zod.ts';

/** Inputs of the tools of the MCP server. Like the tools in the page, none changes anything or reaches a network. */
export const MCP_INPUTS = {
  search: z.strictObject({
    query: question,
    filters,
    limit: z.optional(z.int().check(z.gte(1), z.lte(50))),
    cursor,
  }),
  read: z.strictObject({
    path: z.optional(path),
    ref: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
    start_line: z.optional(z.int().check(z.gte(1))),
    end_line: z.optional(z.int().check(z.gte(1))),
    cursor,
  }),
  outline: z.strictObject({ path: z.optional(path), cursor }),
  symbols: z.strictObject({ path, cursor }),
  references: z.strictObject({ name, cursor }),
  pack: z.strictObject({
    question,
    budget_tokens: z.int().check(z.gte(500), z.lte(1_000_000)),
    cursor,
  }),
  check_citations: z.strictObject({ answer: z.string().check(z.maxLength(1_000_000)), cursor }),
} as const;

export type McpToolName = keyof typeof MCP_INPUTS;
export type McpInput<N extends McpToolName> = z.infer<(typeof MCP_INPUTS)[N]>;

export const MCP_DESCRIPTIONS: Readonly<Record<McpToolName, string>> = {
  search:
    'Finds the best chunks for a question or words. Each hit has path, lines and ref; cite hits as path:start-end.',
  read: 'Reads a file by path, some of its lines, or the chunk with a ref.',
  outline: 'Lists the headings of a file with their lines, or all files if no path is given.',
  symbols: 'Lists the functions, classes and types of a file with their lines.',
  references: 'Lists the lines with a name (whole word, exact case): definitions first, then uses, comments and tests.',
  pack: 'Collects the best chunks for a question within a token budget, as one text with sources.',
  check_citations: 'Looks up every path, line, ref and quotation of an answer, and says which are there.',
};
