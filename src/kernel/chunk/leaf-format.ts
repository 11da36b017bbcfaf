import { ByteWriter } from '../../lib/byte-writer.ts';
import { AppError } from '../../model/app-error.ts';

/** docs/formats/leaf.md. A change of meaning raises the version; a new section does not. */
const LEAF_MAGIC = [0x51, 0x4c, 0x46] as const;
const LEAF_VERSION = 1;
export const SECTION = {
  meta: 1,
  chunks: 2,
  outline: 3,
  terms: 4,
  warnings: 5,
  note: 6,
  language: 9,
  document: 10,
} as const;

const TABLE_START = 5;
const ENTRY_BYTES = 5;

/** The bytes of a section, or what writes them. */
export type LeafSection = readonly [id: number, content: Uint8Array | ((out: ByteWriter) => void)];

/** Reused: an array for each section of each file would take as long as filling it. */
let body = new ByteWriter();
const MAX_KEPT_BYTES = 1_000_000;

export function joinSections(sections: readonly LeafSection[]): Uint8Array<ArrayBuffer> {
  body.clear();
  for (let i = 0; i < TABLE_START + sections.length * ENTRY_BYTES; i++) body.u8(0);
  const starts = sections.map(([, content]) => {
    const start = body.length;
    if (content instanceof Uint8Array) body.raw(content);
    else content(body);
    return start;
  });
  const leaf = body.finish();
  if (leaf.length > MAX_KEPT_BYTES) body = new ByteWriter();
  leaf.set([...LEAF_MAGIC, LEAF_VERSION, sections.length]);
  const table = new DataView(leaf.buffer);
  sections.forEach(([id], i) => {
    const entry = TABLE_START + i * ENTRY_BYTES;
    leaf[entry] = id;
    table.setUint32(entry + 1, (starts[i + 1] ?? leaf.length) - (starts[i] as number), true);
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

/** Returns a leaf with only what an outline needs: with links and tags, but without chunks and term counts, which are most of it. */
export function toOutlineLeaf(leaf: Uint8Array): Uint8Array<ArrayBuffer> {
  const section = (id: number) => [id, findSection(leaf, id)] as const;
  const noChunks = [SECTION.chunks, new Uint8Array(1)] as const;
  const [note] = [section(SECTION.note)].filter(([, bytes]) => bytes.length > 0);
  const always = [section(SECTION.meta), noChunks, section(SECTION.outline), section(SECTION.warnings)];
  return joinSections(note === undefined ? always : [...always, note]);
}
