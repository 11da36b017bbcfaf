import type { AppContext } from '../context.ts';

/** Creates a collection for its first source, and returns its id. */
export async function createCollection(app: AppContext, name: string): Promise<string> {
  const { id } = await app.connection.engine.createCollection({ name: toFreeName(app, name), awaitsSource: true });
  return id;
}

/** Returns the name, with a number if another collection has it: `docs`, `docs 2`. */
export function toFreeName({ state }: AppContext, name: string, ownId?: string): string {
  const taken = new Set((state.collections.get() ?? []).flatMap((other) => (other.id === ownId ? [] : [other.name])));
  let free = name;
  for (let i = 2; taken.has(free); i++) free = `${name} ${i}`;
  return free;
}
