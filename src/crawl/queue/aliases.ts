/** Other names of pages, from redirects, canonical links and spellings of a URL. */
export interface Aliases {
  /** Adds an alias; the first page it was added for wins. */
  add(alias: string, key: string): void;
  /** Returns the aliases added since the last call. */
  drainNew(): readonly (readonly [alias: string, key: string])[];
  readonly all: ReadonlyMap<string, string>;
}

export function createAliases(): Aliases {
  const all = new Map<string, string>();
  let added: (readonly [string, string])[] = [];
  return {
    add(alias, key) {
      if (alias === '' || alias === key || all.has(alias)) return;
      all.set(alias, key);
      added.push([alias, key]);
    },
    drainNew() {
      const drained = added;
      added = [];
      return drained;
    },
    all,
  };
}
