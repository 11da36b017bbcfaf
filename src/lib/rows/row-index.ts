const FREE = 0;
/** Marks the slot of a removed row: a search continues past it, and a new row may use it. */
const GONE = -1;

/** Finds rows by the hash of their key, which the owner keeps: numbers only, where a Map would hold 100,000 strings. */
export interface RowIndex {
  find(hash: number, isSame: (row: number) => boolean): number | undefined;
  add(hash: number, row: number): void;
  remove(hash: number, row: number): void;
}

export function createRowIndex(hashOf: (row: number) => number): RowIndex {
  let slots = new Int32Array(64);
  let used = 0;

  function insert(hash: number, row: number): void {
    let at = hash & (slots.length - 1);
    while ((slots[at] as number) > FREE) at = (at + 1) & (slots.length - 1);
    if (slots[at] === FREE) used++;
    slots[at] = row + 1;
  }

  function grow(): void {
    const rows = slots.filter((slot) => slot > FREE);
    let length = 64;
    while (length < rows.length * 4) length *= 2;
    slots = new Int32Array(length);
    used = 0;
    for (const slot of rows) insert(hashOf(slot - 1), slot - 1);
  }

  return {
    find(hash, isSame) {
      for (let at = hash & (slots.length - 1); slots[at] !== FREE; at = (at + 1) & (slots.length - 1)) {
        const slot = slots[at] as number;
        if (slot !== GONE && hashOf(slot - 1) === hash && isSame(slot - 1)) return slot - 1;
      }
      return undefined;
    },
    add(hash, row) {
      if (used * 2 >= slots.length) grow();
      insert(hash, row);
    },
    remove(hash, row) {
      for (let at = hash & (slots.length - 1); slots[at] !== FREE; at = (at + 1) & (slots.length - 1)) {
        if (slots[at] !== row + 1) continue;
        slots[at] = GONE;
        return;
      }
    },
  };
}
