import { ByteReader } from '../../lib/byte-reader.ts';
import type { SymbolSpan } from '../../model/chunk.ts';
import { CUT_WHAT } from '../../model/cut.ts';
import { KINDS } from '../../model/kind.ts';
import { WARNING_CODES, type Warning } from '../../model/warning.ts';
import type { ChunkRow, LeafView } from '../contract.ts';
import { guard } from '../memory/memory-views.ts';
import { DIGEST_BYTES, decodeChunkSection } from './chunk-section.ts';
import { findSection, SECTION } from './leaf-format.ts';

const WHAT_NAMES = Object.entries(CUT_WHAT).reduce<string[]>((names, [name, number]) => {
  names[number] = name;
  return names;
}, []);

/** Decodes a leaf; throws `store/damaged` for other bytes. Chunks and outline are decoded on first use. */
export function readLeaf(leaf: Uint8Array): LeafView {
  return guard(() => openLeaf(leaf));
}

function openLeaf(leaf: Uint8Array): LeafView {
  const meta = new ByteReader(findSection(leaf, SECTION.meta));
  const kind = KINDS[meta.u8()] ?? 'unknown';
  const language = meta.text();
  const refused = WARNING_CODES[meta.u8() - 1];
  const chunkSection = openSection(leaf, SECTION.chunks).bytes;
  let chunks: ChunkRow[] | undefined;
  let outline: ReturnType<typeof decodeOutline> | undefined;
  const readOutline = () => {
    outline ??= guard(() => decodeOutline(openSection(leaf, SECTION.outline)));
    return outline;
  };
  return {
    kind,
    language,
    ...(refused && { refused }),
    lineCount: meta.uint(),
    tokenTotal: meta.uint(),
    chunkCount: new ByteReader(chunkSection).count(DIGEST_BYTES),
    title: meta.text(),
    description: meta.text(),
    url: meta.text(),
    get chunks() {
      chunks ??= guard(() => decodeChunkSection(chunkSection));
      return chunks;
    },
    get headings() {
      return readOutline().headings;
    },
    get symbols() {
      return readOutline().symbols;
    },
    ...decodeDocument(leaf),
    warnings: decodeWarnings(openSection(leaf, SECTION.warnings)),
    ...decodeNote(openSection(leaf, SECTION.note)),
  };
}

function decodeDocument(leaf: Uint8Array): Pick<LeafView, 'document'> {
  const section = findSection(leaf, SECTION.document);
  return section.length === 0 ? {} : { document: JSON.parse(new ByteReader(section).text()) };
}

/** Two counts of zero, which are all that a reader takes from an empty section. */
const NOTHING = new Uint8Array(2);

function openSection(leaf: Uint8Array, id: number): ByteReader {
  const section = findSection(leaf, id);
  return new ByteReader(section.length === 0 ? NOTHING : section);
}

function decodeNote(reader: ByteReader): Pick<LeafView, 'tags' | 'links'> {
  const tags = Array.from({ length: reader.count() }, () => reader.text());
  const links = Array.from({ length: reader.count(2) }, () => ({ target: reader.text(), line: reader.uint() }));
  return { tags, links };
}

function decodeOutline(reader: ByteReader): Pick<LeafView, 'headings' | 'symbols'> {
  const headings: LeafView['headings'][number][] = [];
  let line = 0;
  for (let left = reader.count(); left > 0; left--) {
    const level = reader.u8();
    line += reader.zigzag();
    headings.push({ level, line, text: reader.text() });
  }
  const symbols: SymbolSpan[] = [];
  line = 0;
  for (let left = reader.count(); left > 0; left--) {
    const what = WHAT_NAMES[reader.u8()] ?? '';
    line += reader.zigzag();
    const endLine = line + reader.zigzag();
    symbols.push({ name: reader.text(), what, startLine: line, endLine });
  }
  return { headings, symbols };
}

function decodeWarnings(reader: ByteReader): Warning[] {
  const warnings: Warning[] = [];
  for (let left = reader.count(); left > 0; left--) {
    const code = WARNING_CODES[reader.u8()] ?? 'unreadable';
    const flags = reader.u8();
    const line = reader.uint();
    warnings.push({
      path: '',
      code,
      ...(flags & 1 && { limit: reader.f64() }),
      ...(flags & 2 && { actual: reader.f64() }),
      ...(line > 0 && { line }),
      message: reader.text(),
    } as Warning);
  }
  return warnings;
}
