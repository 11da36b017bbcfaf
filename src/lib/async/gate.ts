/** Admits items while their number and total weight are within the limits; an empty gate admits any item. */
export function createGate(limits: { maxItems: number; maxWeight: number }) {
  let items = 0;
  let weight = 0;
  const waiting: { weight: number; open: () => void }[] = [];
  const idle: (() => void)[] = [];

  const fits = (more: number): boolean => items === 0 || (items < limits.maxItems && weight + more <= limits.maxWeight);
  const admit = (more: number): void => {
    items++;
    weight += more;
  };

  return {
    async enter(more: number): Promise<void> {
      if (waiting.length === 0 && fits(more)) return admit(more);
      await new Promise<void>((open) => waiting.push({ weight: more, open }));
    },
    leave(less: number): void {
      items--;
      weight -= less;
      for (let next = waiting[0]; next !== undefined && fits(next.weight); next = waiting[0]) {
        waiting.shift();
        admit(next.weight);
        next.open();
      }
      if (items === 0 && waiting.length === 0) for (const tell of idle.splice(0)) tell();
    },
    /** Resolves once every item has left. */
    async empty(): Promise<void> {
      if (items === 0 && waiting.length === 0) return;
      await new Promise<void>((tell) => idle.push(tell));
    },
    get weight() {
      return weight;
    },
  };
}
