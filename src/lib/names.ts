/** Gives each distinct string a number. */
export interface Names {
  readonly all: readonly string[];
  number(name: string): number;
  find(name: string): number | undefined;
}

/** `all` holds the names that already have numbers; new ones are appended. */
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
