import { answer, budget_tokens, cursor, filters, limit, name, path, question, says } from './agent-tools.ts';
import * as z from './zod.ts';

const line = z.optional(z.int().check(z.gte(1)));

/** Inputs of the tools of the MCP server. Like the tools in the page, none changes anything or reaches a network. */
export const MCP_INPUTS = {
  search: z.strictObject({ query: question, filters, limit, cursor }),
  read: z.strictObject({
    path: says(z.optional(path), 'Path of a file; lines may follow it.', 'src/net/retry.ts:10-40'),
    ref: says(
      z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
      'The ref of a chunk, from search; instead of a path.',
      'c0012',
    ),
    start_line: says(line, 'First line to read. Unset: 1.', 10),
    end_line: says(line, 'Last line to read. Unset: the last one of the file.', 40),
    cursor,
  }),
  outline: z.strictObject({
    path: says(z.optional(path), 'A file: its headings. A folder: its files. Unset: all files.', 'src/net'),
    cursor,
  }),
  symbols: z.strictObject({ path, cursor }),
  references: z.strictObject({ name, cursor }),
  pack: z.strictObject({ question, budget_tokens, cursor }),
  check_citations: z.strictObject({ answer, cursor }),
} as const;

export type McpToolName = keyof typeof MCP_INPUTS;
export type McpInput<N extends McpToolName> = z.infer<(typeof MCP_INPUTS)[N]>;

export const MCP_DESCRIPTIONS: Readonly<Record<McpToolName, string>> = {
  search:
    'Finds the best chunks for a question or words. Each hit has path, lines and ref; cite hits as path:start-end.',
  read: 'Reads a file by path, some of its lines, or the chunk with a ref. Each line begins with its number and a tab.',
  outline: 'Lists the headings of a file with their lines, or the files of a folder.',
  symbols: 'Lists the functions, classes and types of a file with their lines.',
  references: 'Lists the lines with a name (whole word, exact case): definitions first, then uses, comments and tests.',
  pack: 'Collects the best chunks for a question within a token budget, as one text with sources.',
  check_citations: 'Looks up every path, line, ref and quotation of an answer, and says which are there.',
};

/** The input of a tool that serves several collections: their names are the choice. */
export function withCollectionName(schema: z.ZodMiniObject, names: readonly string[]): z.ZodMiniObject {
  const collection = says(z.enum(names), 'The collection to use.', names[0]);
  return z.extend(schema, { collection });
}
