/** Other names of pages: what redirects, canonical links and other spellings of a URL lead to. */
export interface Aliases {
  /** The first name of an alias stays. */
  add(alias: string, key: string): void;
  /** Those added since the last call. */
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
