/** Strings that repeat are numbered. */
export interface Names {
  readonly all: readonly string[];
  number(name: string): number;
  find(name: string): number | undefined;
}

/** `all`: names that have their numbers already; new ones are added to it. */
export function createNames(all: string[] = []): Names {
  const numbers = new Map(all.map((name, number) => [name, number]));
  return {
    all,
    number(name) {
      const known = numbers.get(name);
      if (known !== undefined) return known;
      numbers.set(name, all.length);
      return all.push(name) - 1;
    },
    find: (name) => numbers.get(name),
  };
}
