/** Other names of pages, from redirects, canonical links and spellings of a URL. */
export function createAliases() {
  const all = new Map<string, string>();
  let added: (readonly [alias: string, key: string])[] = [];
  return {
    all: all as ReadonlyMap<string, string>,
    /** Adds an alias; the first page it was added for wins. */
    add(alias: string, key: string): void {
      if (alias === '' || alias === key || all.has(alias)) return;
      all.set(alias, key);
      added.push([alias, key]);
    },
    /** Returns the aliases added since the last call. */
    drainNew() {
      const drained = added;
      added = [];
      return drained;
    },
  };
}
