import type { ByteReader } from '../../lib/byte-reader.ts';
import type { PartWriter } from './index-part.ts';

// docs/formats/segment.md, "Segment": words of the head.
const HEAD_BYTES = 100;
const [CHUNKS, FILES, WORDS] = [1, 2, 3];
const [FILE_STARTS, BODY_LENGTHS, HEADING_LENGTHS, BLOCKS, DICTIONARY] = [14, 15, 16, 21, 22];
const BLOCK_WORDS = 16;

/** Block size for tracking reads of a segment. */
export const SEGMENT_BLOCK_BYTES = 1_024;

/** Returns the size of the part before the dictionary, which every query needs, up to the next block: opening a segment then fetches nothing else. */
export function toFrontBytes(segment: Uint8Array): number {
  const dictionary = readHead(segment)[DICTIONARY] as number;
  return Math.min(Math.ceil(dictionary / SEGMENT_BLOCK_BYTES) * SEGMENT_BLOCK_BYTES, segment.length);
}

/** Encodes the same numbers in an order that compresses well: differences instead of offsets, low bytes separate from high ones. */
export function encodeFront({ columns: out, endColumn }: PartWriter, front: Uint8Array): void {
  const head = readHead(front);
  const view = new DataView(front.buffer, front.byteOffset, front.byteLength);
  const { files, chunks, blocks } = countRows(head);
  out.uint(front.length);
  out.raw(front.subarray(0, HEAD_BYTES));
  const deltas = (at: number, count: number, step: number): void => {
    for (let i = 0, before = 0; i < count; i++) {
      const value = view.getUint32(at + i * step, true);
      out.uint(value - before);
      before = value;
    }
    endColumn();
  };
  deltas(head[FILE_STARTS] as number, files + 1, 4);
  const lengthsAt = head[BODY_LENGTHS] as number;
  for (const half of [0, 1]) {
    for (let i = 0; i < chunks; i++) out.u8(front[lengthsAt + i * 2 + half] as number);
    endColumn();
  }
  // Lengths of headings, symbols, paths and titles, and classes.
  for (let i = HEADING_LENGTHS; i < BLOCKS; i++) {
    out.raw(front.subarray(head[i], head[i + 1]));
    endColumn();
  }
  const blocksAt = head[BLOCKS] as number;
  deltas(blocksAt, blocks, 8);
  deltas(blocksAt + 4, blocks, 8);
  out.raw(front.subarray(blocksAt + blocks * 8));
}

/** Throws RangeError for bytes that no writer produces. */
export function decodeFront(body: ByteReader): Uint8Array<ArrayBuffer> {
  const length = body.uint();
  const headBytes = body.raw(HEAD_BYTES);
  const head = readHead(headBytes);
  const { files, chunks, blocks } = countRows(head);
  const at = (word: number): number => head[word] as number;
  const sparseAt = at(BLOCKS) + blocks * 8;
  const headingBytes = at(BLOCKS) - at(HEADING_LENGTHS);
  const isSound =
    at(FILE_STARTS) >= HEAD_BYTES &&
    at(FILE_STARTS) + (files + 1) * 4 <= at(BODY_LENGTHS) &&
    at(BODY_LENGTHS) + chunks * 2 <= at(HEADING_LENGTHS) &&
    at(HEADING_LENGTHS) <= at(BLOCKS) &&
    sparseAt <= length &&
    at(DICTIONARY) <= length &&
    // Every number takes at least one byte here, and at most four bytes in a row of the front.
    files + 1 + chunks * 2 + headingBytes + blocks * 2 + (length - sparseAt) <= body.left &&
    length <= HEAD_BYTES + body.left * 4;
  if (!isSound) throw new RangeError('bad segment');
  const front = new Uint8Array(length);
  const view = new DataView(front.buffer);
  front.set(headBytes);
  const deltas = (start: number, count: number, step: number): void => {
    for (let i = 0, value = 0; i < count; i++) {
      value += body.uint();
      if (value > 0xffff_ffff) throw new RangeError('bad offset');
      view.setUint32(start + i * step, value, true);
    }
  };
  deltas(at(FILE_STARTS), files + 1, 4);
  for (const half of [0, 1]) {
    const bytes = body.raw(chunks);
    for (let i = 0; i < chunks; i++) front[at(BODY_LENGTHS) + i * 2 + half] = bytes[i] as number;
  }
  front.set(body.raw(headingBytes), at(HEADING_LENGTHS));
  deltas(at(BLOCKS), blocks, 8);
  deltas(at(BLOCKS) + 4, blocks, 8);
  front.set(body.raw(length - sparseAt), sparseAt);
  if (view.getUint32(at(FILE_STARTS) + files * 4, true) !== chunks) throw new RangeError('bad file starts');
  return front;
}

function readHead(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.slice(0, HEAD_BYTES).buffer);
}

interface SegmentCounts {
  readonly files: number;
  readonly chunks: number;
}

export function countSegment(front: Uint8Array): SegmentCounts {
  const { files, chunks } = countRows(readHead(front));
  return { files, chunks };
}

/** Returns the size of the whole segment, including its front. */
export function toSegmentBytes(front: Uint8Array): number {
  return readHead(front)[24] as number;
}

/** Returns the first chunk of every file, and the total. */
export function readFileStarts(front: Uint8Array): Uint32Array {
  const head = readHead(front);
  const at = head[FILE_STARTS] as number;
  return new Uint32Array(front.slice(at, at + ((head[FILES] as number) + 1) * 4).buffer);
}

function countRows(head: Uint32Array): SegmentCounts & { readonly blocks: number } {
  return {
    files: head[FILES] as number,
    chunks: head[CHUNKS] as number,
    blocks: Math.ceil((head[WORDS] as number) / BLOCK_WORDS),
  };
}
