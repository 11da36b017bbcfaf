/** Gives each distinct string a number. */
export function createNames() {
  const all: string[] = [];
  const numbers = new Map<string, number>();
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
