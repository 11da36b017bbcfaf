import { freeBuffer } from '../memory.ts';

const ROW_BITS = 12;
const ROWS_PER_BLOCK = 1 << ROW_BITS;

/** One number per row and column, 0 at first, in blocks: growing copies nothing, and each block is as wide as its largest number. */
export interface RowColumns {
  readonly count: number;
  add(): number;
  get(row: number, column: number): number;
  set(row: number, column: number, value: number): void;
  /** Frees all blocks. Nothing may be read afterwards. */
  free(): void;
}

type Block = Uint8Array | Uint16Array | Uint32Array | Float64Array;
const WIDTHS = [Uint8Array, Uint16Array, Uint32Array, Float64Array];

export function createRowColumns(columns: number): RowColumns {
  const blocks: (Block | undefined)[][] = Array.from({ length: columns }, () => []);
  let count = 0;
  return {
    get count() {
      return count;
    },
    add: () => count++,
    get(row, column) {
      const block = (blocks[column] as Block[])[row >> ROW_BITS];
      return block === undefined ? 0 : (block[row & (ROWS_PER_BLOCK - 1)] as number);
    },
    set(row, column, value) {
      const own = blocks[column] as (Block | undefined)[];
      const number = row >> ROW_BITS;
      const at = row & (ROWS_PER_BLOCK - 1);
      const block = own[number];
      if (block === undefined && value === 0) return;
      if (block !== undefined) {
        block[at] = value;
        if (block[at] === value) return;
      }
      own[number] = widen(block, at, value);
    },
    free() {
      for (const own of blocks) for (const block of own.splice(0)) if (block !== undefined) freeBuffer(block);
    },
  };
}

/** Returns the block, or a wider copy of it, with the value written. */
function widen(block: Block | undefined, at: number, value: number): Block {
  const Numbers = WIDTHS.find((Width) => Width.of(value)[0] === value) ?? Float64Array;
  const wide = new Numbers(ROWS_PER_BLOCK);
  if (block !== undefined) {
    wide.set(block);
    freeBuffer(block);
  }
  wide[at] = value;
  return wide;
}
