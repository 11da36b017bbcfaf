import type { Collection } from '../../../model/collection.ts';
import type { AppContext } from '../context.ts';

/** Creates a collection for its first source, and returns its id. */
export async function createCollection(app: AppContext, name: string): Promise<string> {
  const { id } = await app.connection.engine.createCollection({ name: toFreeName(app, name), awaitsSource: true });
  return id;
}

/** Returns the name, with a number if another collection has it: `docs`, `docs 2`. */
export function toFreeName({ state }: AppContext, name: string, ...exceptIds: readonly string[]): string {
  return findFree(name, state.collections.get() ?? [], exceptIds);
}

function findFree(name: string, collections: readonly Collection[], exceptIds: readonly string[]): string {
  const others = collections.filter(({ id }) => !exceptIds.includes(id));
  const taken = new Set(others.map((other) => other.name));
  let free = name;
  for (let i = 2; taken.has(free); i++) free = `${name} ${i}`;
  return free;
}

/** Makes a collection, and renames it if another one has its name. */
export async function makeNamedApart(
  app: AppContext,
  make: () => Promise<Collection>,
  ...exceptIds: readonly string[]
): Promise<Collection> {
  const { collections } = app.state;
  // Once there are two of a name, a published one is listed with its address.
  const before = collections.get() ?? [];
  const made = await make();
  const free = findFree(made.name, [...before, ...(collections.get() ?? [])], [made.id, ...exceptIds]);
  if (free !== made.name) await app.connection.engine.renameCollection(made.id, free);
  return made;
}
