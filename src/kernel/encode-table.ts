import { createByteWriter } from '../lib/byte-writer.ts';
import { concatBytes } from '../lib/bytes.ts';
import { ByteReader } from './byte-reader.ts';
import { DIGEST_BYTES, shareStrings } from './chunk-section.ts';
import type { ShardInputs } from './contract.ts';
import { findSection, SECTION } from './leaf-view.ts';
import { HEAD_WORDS, MAGIC } from './shard-table.ts';

/**
 * The `chunks` sections of the leaves, strings shared, all digests at the end: a search needs few of these. Sections are looked up twice and
 * never listed: tens of thousands of views take more room than what they show.
 */
export function encodeTable(files: ShardInputs): Uint8Array<ArrayBuffer> {
  const head = new Uint32Array(HEAD_WORDS + files.length + 1);
  let chunks = 0;
  let bodyBytes = 64;
  for (const { leaf } of files) {
    const section = findSection(leaf, SECTION.chunks);
    const count = new ByteReader(section).varint();
    chunks += count;
    bodyBytes += section.length - count * DIGEST_BYTES;
  }
  const body = createByteWriter(bodyBytes);
  const digests = createByteWriter(chunks * DIGEST_BYTES);
  const shared = createByteWriter(1024);
  let i = 0;
  for (const { leaf } of files) {
    const section = findSection(leaf, SECTION.chunks);
    head[HEAD_WORDS + i++] = head.byteLength + body.length;
    const reader = new ByteReader(section);
    const count = reader.varint();
    const strings = reader.varint();
    const digestsAt = section.length - count * DIGEST_BYTES;
    shared.clear();
    const rowsAt = shareStrings(section, reader.at, strings, shared);
    body.uint(count);
    body.uint(strings);
    body.blob(shared.view());
    body.raw(section.subarray(rowsAt, digestsAt));
    digests.raw(section.subarray(digestsAt));
  }
  const digestsAt = head.byteLength + body.length;
  head[HEAD_WORDS + files.length] = digestsAt;
  head.set([MAGIC, files.length, chunks, digestsAt]);
  return concatBytes([new Uint8Array(head.buffer), body.view(), digests.view()]);
}
