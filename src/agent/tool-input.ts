import * as z from '../model/schema/zod.ts';

/** Returns the JSON schema of a tool's input. */
export function toInputSchema(schema: z.ZodMiniType): { readonly type: 'object' } {
  return z.toJSONSchema(schema, { target: 'draft-7' }) as { type: 'object' };
}

/** Throws an Error that names the first invalid field, and the limit with the actual value if there is one. */
export function parseToolInput<S extends z.ZodMiniType>(name: string, schema: S, input: unknown): z.infer<S> {
  const { success, data, error } = schema.safeParse(input ?? {});
  if (success) return data;
  const [issue] = error.issues;
  const place = issue?.path ?? [];
  throw new Error(`bad input: ${[name, ...place.map(String)].join('.')}: ${issue ? toMessage(issue, input) : ''}`);
}

type Issue = z.core.$ZodIssue;

function toMessage(issue: Issue, input: unknown): string {
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return issue.message;
  let value = input;
  for (const key of issue.path) value = (value as Readonly<Record<PropertyKey, unknown>>)[key];
  const [bound, limit] = issue.code === 'too_big' ? ['at most', issue.maximum] : ['at least', issue.minimum];
  const unit = { array: ' items', string: ' characters' }[issue.origin as string] ?? '';
  const actual = typeof value === 'number' ? value : (value as ArrayLike<unknown>).length;
  return `${bound} ${limit}${unit} allowed, not ${actual}`;
}
