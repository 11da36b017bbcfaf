import { AppError } from '../model/app-error.ts';

/** docs/formats/leaf.md. A change of meaning bumps the version; a new section does not. */
export const LEAF_MAGIC = [0x51, 0x4c, 0x46] as const;
export const LEAF_VERSION = 1;
export const SECTION = { meta: 1, chunks: 2, outline: 3, terms: 4, warnings: 5 } as const;

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

/** A view of the section, empty when the leaf has none. `store/damaged` when the bytes are no leaf. */
export function findSection(leaf: Uint8Array, id: number): Uint8Array {
  const count = checkHead(leaf);
  let at = TABLE_START + count * ENTRY_BYTES;
  for (let i = 0; i < count; i++) {
    const entry = TABLE_START + i * ENTRY_BYTES;
    const length = u32At(leaf, entry + 1);
    if (at + length > leaf.length) throw damaged('a section ends behind the leaf');
    if (leaf[entry] === id) return leaf.subarray(at, at + length);
    at += length;
  }
  return leaf.subarray(0, 0);
}

/** A view for every section of every leaf costs more than reading it. */
function u32At(bytes: Uint8Array, at: number): number {
  const low = (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16);
  return (low | ((bytes[at + 3] as number) << 24)) >>> 0;
}

function checkHead(leaf: Uint8Array): number {
  if (leaf.length < TABLE_START || leaf[0] !== LEAF_MAGIC[0] || leaf[1] !== LEAF_MAGIC[1] || leaf[2] !== LEAF_MAGIC[2])
    throw damaged('these bytes are no leaf');
  if (leaf[3] !== LEAF_VERSION) throw damaged('a leaf of another version', leaf[3]);
  const count = leaf[4] as number;
  if (TABLE_START + count * ENTRY_BYTES > leaf.length) throw damaged('the leaf is cut off');
  return count;
}

function damaged(message: string, version?: number): AppError {
  return new AppError('store/damaged', message, version === undefined ? {} : { version });
}
