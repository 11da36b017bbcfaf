/** `all` holds the names that already have numbers; new ones are appended. */
export function createNames(all: string[] = []) {
  const numbers = new Map(all.map((name, number) => [name, number]));
  return {
    all,
    number(name: string): number {
      const known = numbers.get(name);
      if (known !== undefined) return known;
      numbers.set(name, all.length);
      return all.push(name) - 1;
    },
    find: (name: string) => numbers.get(name),
  };
}

/** Gives each distinct string a number. */
export type Names = ReturnType<typeof createNames>;
