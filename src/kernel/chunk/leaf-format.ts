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
  const count = checkHead(leaf);
  const table = new DataView(leaf.buffer, leaf.byteOffset, leaf.byteLength);
  let at = TABLE_START + count * ENTRY_BYTES;
  for (let i = 0; i < count; i++) {
    const entry = TABLE_START + i * ENTRY_BYTES;
    const end = at + table.getUint32(entry + 1, true);
    if (end > leaf.length) throw damaged('a section extends past the end of the leaf');
    if (leaf[entry] === id) return leaf.subarray(at, end);
    at = end;
  }
  return leaf.subarray(0, 0);
}

function checkHead(leaf: Uint8Array): number {
  const isLeaf = leaf.length >= TABLE_START && LEAF_MAGIC.every((byte, i) => leaf[i] === byte);
  if (!isLeaf) throw damaged('these bytes are not a leaf');
  if (leaf[3] !== LEAF_VERSION) throw damaged('a leaf of another version', leaf[3]);
  const count = leaf[4] as number;
  if (TABLE_START + count * ENTRY_BYTES > leaf.length) throw damaged('the leaf is cut off');
  return count;
}

function damaged(message: string, version?: number): AppError {
  return new AppError('store/damaged', message, version === undefined ? {} : { version });
}
