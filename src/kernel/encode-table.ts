import { createByteWriter } from '../lib/byte-writer.ts';
import { concatBytes } from '../lib/bytes.ts';
import { ByteReader } from './byte-reader.ts';
import { DIGEST_BYTES, shareStrings } from './chunk-section.ts';
import { HEAD_WORDS, MAGIC } from './shard-table.ts';

/** The `chunks` sections of the leaves, strings shared, all digests at the end: a search needs few of these. */
export function encodeTable(sections: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const head = new Uint32Array(HEAD_WORDS + sections.length + 1);
  const body = createByteWriter(sections.reduce((sum, section) => sum + section.length, 64));
  const digests: Uint8Array[] = [];
  let chunks = 0;
  sections.forEach((section, i) => {
    head[HEAD_WORDS + i] = head.byteLength + body.length;
    const reader = new ByteReader(section);
    const count = reader.varint();
    const strings = reader.varint();
    const digestsAt = section.length - count * DIGEST_BYTES;
    const shared = createByteWriter(1024);
    const rowsAt = shareStrings(section, reader.at, strings, shared);
    body.uint(count);
    body.uint(strings);
    body.blob(shared.finish());
    body.raw(section.subarray(rowsAt, digestsAt));
    digests.push(section.subarray(digestsAt));
    chunks += count;
  });
  const digestsAt = head.byteLength + body.length;
  head[HEAD_WORDS + sections.length] = digestsAt;
  head.set([MAGIC, sections.length, chunks, digestsAt]);
  return concatBytes([new Uint8Array(head.buffer), body.finish(), ...digests]);
}
