import { ByteReader } from '../../lib/byte-reader.ts';
import { ByteWriter } from '../../lib/byte-writer.ts';
import { DIGEST_BYTES, shareStrings } from '../chunk/chunk-section.ts';
import { SECTION, SectionPlace } from '../chunk/leaf-format.ts';
import type { ShardInputs } from '../contract.ts';
import { findIn } from './shard-inputs.ts';
import { HEAD_WORDS, MAGIC } from './shard-table.ts';

/** Joins the `chunks` sections of the leaves, with shared strings and all digests at the end, since a search needs few of them. */
export function encodeTable(files: ShardInputs): Uint8Array<ArrayBuffer> {
  const { leaves, ends } = files;
  const head = new Uint32Array(HEAD_WORDS + ends.length + 1);
  const section = new SectionPlace();
  const reader = new ByteReader(leaves);
  let chunks = 0;
  let bodyBytes = 64;
  for (let i = 0; i < ends.length; i++) {
    findIn(files, i, SECTION.chunks, section);
    const count = countChunks(reader, section);
    chunks += count;
    bodyBytes += section.length - count * DIGEST_BYTES;
  }
  const out = new ByteWriter(head.byteLength + bodyBytes + chunks * DIGEST_BYTES);
  // Overwritten at the end, when the offsets are known.
  out.raw(new Uint8Array(head.buffer));
  const shared = new ByteWriter(1024);
  for (let i = 0; i < ends.length; i++) {
    findIn(files, i, SECTION.chunks, section);
    head[HEAD_WORDS + i] = out.length;
    const count = countChunks(reader, section);
    const strings = section.length === 0 ? 0 : reader.count();
    const digestsAt = section.end - count * DIGEST_BYTES;
    shared.clear();
    shareStrings(reader, strings, shared);
    out.uint(count);
    out.uint(strings);
    out.blob(shared.view());
    out.part(leaves, reader.at, digestsAt);
  }
  const digestsAt = out.length;
  for (let i = 0; i < ends.length; i++) {
    findIn(files, i, SECTION.chunks, section);
    out.part(leaves, section.end - countChunks(reader, section) * DIGEST_BYTES, section.end);
  }
  head[HEAD_WORDS + ends.length] = digestsAt;
  head.set([MAGIC, ends.length, chunks, digestsAt]);
  const table = out.finish();
  table.set(new Uint8Array(head.buffer));
  return table;
}

/** Leaves the reader after the count. A refused file has an empty section or none. */
function countChunks(reader: ByteReader, section: SectionPlace): number {
  reader.at = section.start;
  return section.length === 0 ? 0 : reader.count(DIGEST_BYTES);
}
