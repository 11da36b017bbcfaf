import { findFirst } from '../../lib/binary-search.ts';
import { ByteReader } from '../../lib/byte-reader.ts';
import { ByteWriter } from '../../lib/byte-writer.ts';
import { fromUtf8 } from '../../lib/bytes.ts';
import { createLineCounter } from '../../lib/lines.ts';
import type { ContextSpan } from '../../model/cut.ts';
import type { ChunkRow } from '../contract.ts';
import { decodeChunkSection, HAS, skipRow } from './chunk-section.ts';

export interface ContextParts {
  readonly contents: Uint8Array;
  /** Their lines count in `contents`, which may differ from the source. */
  readonly spans: readonly ContextSpan[];
  /** Title of the document: context of every chunk that does not contain it. */
  readonly title: string;
}

/**
 * Adds context to the `chunks` section: the texts that each chunk needs to be understood but does not contain. Each text is stored once per file,
 * among its strings; bytes, hashes and terms of chunks stay the same.
 */
export function addContext(section: Uint8Array, parts: ContextParts): Uint8Array {
  if (parts.spans.length === 0 && parts.title === '') return section;
  const lines = createLineCounter(parts.contents);
  const contexts = decodeChunkSection(section).map((row) => toContext(row, lines(row.startByte), parts));
  if (contexts.every(({ length }) => length === 0)) return section;
  const reader = new ByteReader(section);
  const count = reader.uint();
  const stringCount = reader.uint();
  const stringsAt = reader.at;
  for (let i = 0; i < stringCount; i++) reader.skip(reader.uint());
  const stringsEnd = reader.at;
  const numbers = new Map<string, number>();
  for (const text of contexts.flat()) if (!numbers.has(text)) numbers.set(text, stringCount + numbers.size);
  const out = new ByteWriter(section.length + 64);
  out.u32(count);
  out.u32(stringCount + numbers.size);
  out.part(section, stringsAt, stringsEnd);
  for (const text of numbers.keys()) out.text(text);
  const place = { end: 0, line: 0, startLine: 0 };
  for (const context of contexts) {
    const start = reader.at;
    const flagsAt = skipRow(reader, place);
    if (context.length === 0) out.part(section, start, reader.at);
    else {
      out.part(section, start, flagsAt);
      out.u8((section[flagsAt] as number) | HAS.context);
      out.part(section, flagsAt + 1, reader.at);
      out.u32(context.length);
      for (const text of context) out.u32(numbers.get(text) as number);
    }
  }
  out.part(section, reader.at, section.length);
  return out.finish();
}

function toContext(row: ChunkRow, line: number, { contents, spans, title }: ContextParts): readonly string[] {
  const next = findFirst(spans.length, (i) => (spans[i] as ContextSpan).firstLine > line);
  const span = spans[next - 1];
  const texts = span !== undefined && line <= span.lastLine ? span.texts : [];
  if (title === '' || texts[0] === title) return texts;
  return holds(contents, row, title) ? texts : [title, ...texts];
}

/** Ignores line ends and repeated spaces: a title may be set in two lines. */
function holds(contents: Uint8Array, { startByte, endByte }: ChunkRow, title: string): boolean {
  return fromUtf8(contents.subarray(startByte, endByte)).replace(/\s+/g, ' ').includes(title);
}
