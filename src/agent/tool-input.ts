import * as z from '../model/schema/zod.ts';

/** Returns the JSON schema of a tool's input. */
export function toInputSchema(schema: z.ZodMiniType): { readonly type: 'object' } {
  return z.toJSONSchema(schema, { target: 'draft-7' }) as { type: 'object' };
}

/** Throws an Error that names the first invalid field, what is wrong with it, and what the field is, with an example. */
export function parseToolInput<S extends z.ZodMiniType>(name: string, schema: S, input: unknown): z.infer<S> {
  const { success, data, error } = schema.safeParse(input ?? {});
  if (success) return data;
  const [issue] = error.issues;
  const place = issue?.path ?? [];
  const field = findField(toInputSchema(schema), place);
  const message = issue === undefined ? '' : toMessage(issue, { input, field });
  const remedy = field.description === undefined ? '' : `. ${field.description}`;
  throw new Error(`bad input: ${[name, ...place.map(String)].join('.')}: ${message}${remedy}`);
}

type Issue = z.core.$ZodIssue;

/** The part of a JSON schema that messages need. */
interface Field {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Field>>;
  readonly items?: Field;
}

function findField(schema: Field, place: readonly PropertyKey[]): Field {
  let field = schema;
  for (const key of place) field = (typeof key === 'number' ? field.items : field.properties?.[String(key)]) ?? {};
  return field;
}

function toMessage(issue: Issue, { input, field }: { readonly input: unknown; readonly field: Field }): string {
  let value = input;
  for (const key of issue.path) value = (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key];
  if (issue.code === 'unrecognized_keys')
    return `there is no ${issue.keys.join(', ')}; use ${Object.keys(field.properties ?? {}).join(', ')}`;
  if (issue.code === 'invalid_value') return `one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_type')
    return value === undefined
      ? 'it is missing'
      : `it must be ${issue.expected === 'int' ? 'a whole number' : issue.expected}`;
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return issue.message;
  const [bound, limit] = issue.code === 'too_big' ? ['at most', issue.maximum] : ['at least', issue.minimum];
  const unit = { array: ' items', string: ' characters' }[issue.origin as string] ?? '';
  const actual = typeof value === 'number' ? value : (value as ArrayLike<unknown>).length;
  return `${bound} ${limit}${unit} allowed, not ${actual}`;
}
