import type { Collection } from '../../../model/collection.ts';
import type { AppContext } from '../context.ts';

/** Creates a collection for its first source, and returns its id. */
export async function createCollection(app: AppContext, name: string): Promise<string> {
  const { id } = await app.connection.engine.createCollection({ name: toFreeName(app, name), awaitsSource: true });
  return id;
}

/** Returns the name, with a number if another collection has it: `docs`, `docs 2`. */
export function toFreeName({ state }: AppContext, name: string, ...exceptIds: readonly string[]): string {
  const others = (state.collections.get() ?? []).filter(({ id }) => !exceptIds.includes(id));
  const taken = new Set(others.map((other) => other.name));
  let free = name;
  for (let i = 2; taken.has(free); i++) free = `${name} ${i}`;
  return free;
}

/** Renames a new collection whose name another one has. */
export async function nameApart(
  app: AppContext,
  { id, name }: Collection,
  ...exceptIds: readonly string[]
): Promise<void> {
  const free = toFreeName(app, name, id, ...exceptIds);
  if (free !== name) await app.connection.engine.renameCollection(id, free);
}
