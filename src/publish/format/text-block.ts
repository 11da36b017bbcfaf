import type { ChunkRow } from '../../kernel/contract.ts';
import { ByteReader } from '../../lib/byte-reader.ts';
import type { ByteWriter } from '../../lib/byte-writer.ts';
import { fromHex, toHex } from '../../lib/bytes.ts';
import type { FileRow } from '../../model/chunk.ts';
import { KINDS } from '../../model/kind.ts';
import { decodeAddress, encodeAddress } from '../../places/address.ts';

/** Consecutive chunks of one file in one block, with everything a hit shows of them. */
export interface TextPiece {
  /** Index in path order. */
  readonly fileIndex: number;
  readonly file: FileRow;
  /** Position of the file's outline. */
  readonly outline: { readonly start: number; readonly end: number };
  readonly chunks: readonly TextChunk[];
}

export interface TextChunk {
  /** Without its hash, which is computed from the text. */
  readonly row: Omit<ChunkRow, 'contentHash'>;
  /** Set if it differs from the computed hash: an import may claim any. */
  readonly contentHash?: Uint8Array;
  readonly text: Uint8Array;
}

export function encodePiece(out: ByteWriter, { fileIndex, file, outline, chunks }: TextPiece): void {
  out.uint(fileIndex);
  encodeFile(out, file);
  out.uint(outline.start);
  out.uint(outline.end - outline.start);
  out.uint(chunks.length);
  for (const { row } of chunks) encodeRow(out, row);
  for (const { contentHash } of chunks) out.blob(contentHash ?? NO_HASH);
  for (const { text } of chunks) out.raw(text);
}

const NO_HASH = new Uint8Array();

/** Decodes all pieces of a block. Throws RangeError for bytes that no writer produces. */
export function decodePieces(bytes: Uint8Array): TextPiece[] {
  const body = new ByteReader(bytes);
  const pieces: TextPiece[] = [];
  while (body.left > 0) pieces.push(decodePiece(body, bytes));
  return pieces;
}

function decodePiece(body: ByteReader, bytes: Uint8Array): TextPiece {
  const fileIndex = body.uint();
  const file = decodeFile(body);
  const outlineAt = body.uint();
  const outline = { start: outlineAt, end: outlineAt + body.uint() };
  const count = body.uint();
  const rows: TextChunk['row'][] = [];
  for (let i = 0; i < count; i++) rows.push(decodeRow(body));
  const hashes = rows.map(() => body.blob());
  const chunks = rows.map((row, i): TextChunk => {
    const start = body.skip(row.endByte - row.startByte);
    const hash = hashes[i] as Uint8Array;
    const text = bytes.subarray(start, body.at);
    return hash.length === 0 ? { row, text } : { row, text, contentHash: hash };
  });
  return { fileIndex, file, outline, chunks };
}

function encodeFile(out: ByteWriter, file: FileRow): void {
  out.uint(KINDS.indexOf(file.kind));
  for (const name of ['path', 'source', 'language', 'title', 'description', 'url'] as const) out.text(file[name] ?? '');
  for (const name of ['bytes', 'lineCount', 'chunkCount', 'tokenTotal'] as const) out.uint(file[name]);
  out.raw(fromHex(file.sha256));
}

function decodeFile(body: ByteReader): FileRow {
  const kind = KINDS[body.uint()];
  if (kind === undefined) throw new RangeError('bad kind');
  const [path, source, language] = [body.text(), body.text(), body.text()];
  const [title, description, url] = [body.text(), body.text(), body.text()];
  const [bytes, lineCount, chunkCount, tokenTotal] = [body.uint(), body.uint(), body.uint(), body.uint()];
  return {
    path,
    source,
    kind,
    ...(language === '' ? {} : { language }),
    bytes,
    sha256: toHex(body.raw(32)),
    lineCount,
    chunkCount,
    tokenTotal,
    ...(title === '' ? {} : { title }),
    ...(description === '' ? {} : { description }),
    ...(url === '' ? {} : { url }),
  };
}

function encodeRow(out: ByteWriter, row: TextChunk['row']): void {
  out.uint(row.startByte);
  out.uint(row.endByte - row.startByte);
  out.uint(row.startLine);
  out.uint(row.endLine - row.startLine);
  out.uint(row.chars);
  out.uint(row.occurrence);
  out.uint(row.part);
  out.uint(row.parts);
  out.uint(row.bodyLength);
  out.text(row.symbol);
  out.text(encodeAddress(row.address, row.startLine, row.places));
  for (const list of [row.headingPath, row.headings, row.symbols, row.context]) {
    out.uint(list.length);
    for (const text of list) out.text(text);
  }
}

function decodeRow(body: ByteReader): TextChunk['row'] {
  const startByte = body.uint();
  const endByte = startByte + body.uint();
  const startLine = body.uint();
  const endLine = startLine + body.uint();
  const [chars, occurrence, part, parts, bodyLength] = [
    body.uint(),
    body.uint(),
    body.uint(),
    body.uint(),
    body.uint(),
  ];
  const symbol = body.text();
  const { address, places } = decodeAddress(body.text(), startLine);
  const [headingPath, headings, symbols] = [decodeList(body), decodeList(body), decodeList(body)];
  const context = decodeList(body);
  return {
    ...{ startByte, endByte, startLine, endLine, chars, occurrence, part, parts },
    ...{ headingPath, headings, symbol, symbols, address, places, context, bodyLength },
  };
}

function decodeList(body: ByteReader): string[] {
  const count = body.uint();
  const texts: string[] = [];
  for (let i = 0; i < count; i++) texts.push(body.text());
  return texts;
}
