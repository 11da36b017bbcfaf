import { AppError } from '../../model/app-error.ts';

/** docs/formats/leaf.md. A change of meaning raises the version; a new section does not. */
const LEAF_MAGIC = [0x51, 0x4c, 0x46] as const;
const LEAF_VERSION = 1;
export const SECTION = { meta: 1, chunks: 2, outline: 3, terms: 4, warnings: 5, note: 6, language: 9 } as const;

const TABLE_START = 5;
const ENTRY_BYTES = 5;

export function joinSections(sections: readonly (readonly [id: number, bytes: Uint8Array])[]): Uint8Array<ArrayBuffer> {
  let length = TABLE_START + sections.length * ENTRY_BYTES;
  for (const [, bytes] of sections) length += bytes.length;
  const leaf = new Uint8Array(length);
  leaf.set([...LEAF_MAGIC, LEAF_VERSION, sections.length]);
  const table = new DataView(leaf.buffer);
  let at = TABLE_START + sections.length * ENTRY_BYTES;
  sections.forEach(([id, bytes], i) => {
    leaf[TABLE_START + i * ENTRY_BYTES] = id;
    table.setUint32(TABLE_START + i * ENTRY_BYTES + 1, bytes.length, true);
    leaf.set(bytes, at);
    at += bytes.length;
  });
  return leaf;
}

/** Returns a view of the section, empty if the leaf does not have it. Throws `store/damaged` if the bytes are not a leaf. */
export function findSection(leaf: Uint8Array, id: number): Uint8Array {
  const section = new SectionPlace();
  section.find(id, leaf, 0, leaf.length);
  return leaf.subarray(section.start, section.end);
}

/** Start and end of a section. One instance serves tens of thousands of leaves; a view of each would cost more than reading it. */
export class SectionPlace {
  start = 0;
  end = 0;

  get length(): number {
    return this.end - this.start;
  }

  /** Finds a section of the leaf between `from` and `to`; empty if it is absent. Throws `store/damaged` if the bytes are not a leaf. */
  find(id: number, bytes: Uint8Array, from: number, to: number): void {
    const count = checkHead(bytes, from, to);
    let at = from + TABLE_START + count * ENTRY_BYTES;
    this.start = from;
    this.end = from;
    for (let i = 0; i < count; i++) {
      const entry = from + TABLE_START + i * ENTRY_BYTES;
      const length = u32At(bytes, entry + 1);
      if (at + length > to) throw damaged('a section extends past the end of the leaf');
      if (bytes[entry] === id) {
        this.start = at;
        this.end = at + length;
        return;
      }
      at += length;
    }
  }
}

function u32At(bytes: Uint8Array, at: number): number {
  const low = (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16);
  return (low | ((bytes[at + 3] as number) << 24)) >>> 0;
}

function checkHead(bytes: Uint8Array, from: number, to: number): number {
  const isLeaf =
    to - from >= TABLE_START &&
    bytes[from] === LEAF_MAGIC[0] &&
    bytes[from + 1] === LEAF_MAGIC[1] &&
    bytes[from + 2] === LEAF_MAGIC[2];
  if (!isLeaf) throw damaged('these bytes are not a leaf');
  if (bytes[from + 3] !== LEAF_VERSION) throw damaged('a leaf of another version', bytes[from + 3]);
  const count = bytes[from + 4] as number;
  if (from + TABLE_START + count * ENTRY_BYTES > to) throw damaged('the leaf is cut off');
  return count;
}

function damaged(message: string, version?: number): AppError {
  return new AppError('store/damaged', message, version === undefined ? {} : { version });
}
