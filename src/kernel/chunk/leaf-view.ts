import { CUT_WHAT } from '../../model/cut.ts';
import { KINDS } from '../../model/kind.ts';
import { WARNING_CODES, type Warning } from '../../model/warning.ts';
import type { ChunkRow, LeafView, SymbolSpan } from '../contract.ts';
import { ByteReader } from './byte-reader.ts';
import { DIGEST_BYTES, decodeChunkSection } from './chunk-section.ts';
import { findSection, SECTION } from './leaf-format.ts';

export { findSection, SECTION } from './leaf-format.ts';

const WHAT_NAMES = Object.entries(CUT_WHAT).reduce<string[]>((names, [name, number]) => {
  names[number] = name;
  return names;
}, []);

/** Decodes a leaf; throws `store/damaged` for other bytes. Chunks and outline are decoded on first use. */
export function readLeaf(leaf: Uint8Array): LeafView {
  const meta = new ByteReader(findSection(leaf, SECTION.meta));
  const kind = KINDS[meta.u8()] ?? 'unknown';
  const language = meta.string();
  const refused = WARNING_CODES[meta.u8() - 1];
  const chunkSection = findSection(leaf, SECTION.chunks);
  let chunks: ChunkRow[] | undefined;
  let outline: ReturnType<typeof decodeOutline> | undefined;
  const readOutline = () => {
    outline ??= decodeOutline(findSection(leaf, SECTION.outline));
    return outline;
  };
  return {
    kind,
    language,
    ...(refused && { refused }),
    lineCount: meta.varint(),
    tokenTotal: meta.varint(),
    chunkCount: new ByteReader(chunkSection).count(DIGEST_BYTES),
    title: meta.string(),
    description: meta.string(),
    url: meta.string(),
    get chunks() {
      chunks ??= decodeChunkSection(chunkSection);
      return chunks;
    },
    get headings() {
      return readOutline().headings;
    },
    get symbols() {
      return readOutline().symbols;
    },
    warnings: decodeWarnings(findSection(leaf, SECTION.warnings)),
    ...decodeNote(findSection(leaf, SECTION.note)),
  };
}

function decodeNote(section: Uint8Array): Pick<LeafView, 'tags' | 'links'> {
  const reader = new ByteReader(section);
  if (section.length === 0) return { tags: [], links: [] };
  const tags = Array.from({ length: reader.count() }, () => reader.string());
  const links = Array.from({ length: reader.count(2) }, () => ({ target: reader.string(), line: reader.varint() }));
  return { tags, links };
}

function decodeOutline(section: Uint8Array): Pick<LeafView, 'headings' | 'symbols'> {
  const reader = new ByteReader(section);
  const headings: LeafView['headings'][number][] = [];
  let line = 0;
  for (let left = reader.count(); left > 0; left--) {
    const level = reader.u8();
    line += reader.zigzag();
    headings.push({ level, line, text: reader.string() });
  }
  const symbols: SymbolSpan[] = [];
  line = 0;
  for (let left = reader.count(); left > 0; left--) {
    const what = WHAT_NAMES[reader.u8()] ?? '';
    line += reader.zigzag();
    const endLine = line + reader.zigzag();
    symbols.push({ name: reader.string(), what, startLine: line, endLine });
  }
  return { headings, symbols };
}

function decodeWarnings(section: Uint8Array): Warning[] {
  const reader = new ByteReader(section);
  const warnings: Warning[] = [];
  for (let left = reader.count(); left > 0; left--) {
    const code = WARNING_CODES[reader.u8()] ?? 'unreadable';
    const flags = reader.u8();
    const line = reader.varint();
    warnings.push({
      path: '',
      code,
      ...(flags & 1 && { limit: reader.f64() }),
      ...(flags & 2 && { actual: reader.f64() }),
      ...(line > 0 && { line }),
      message: reader.string(),
    } as Warning);
  }
  return warnings;
}
