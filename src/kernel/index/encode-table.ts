import { ByteReader } from '../../lib/byte-reader.ts';
import { ByteWriter } from '../../lib/byte-writer.ts';
import { DIGEST_BYTES, shareStrings } from '../chunk/chunk-section.ts';
import { findSection, SECTION } from '../chunk/leaf-format.ts';
import type { ShardInputs } from '../contract.ts';
import { leafAt } from './shard-inputs.ts';
import { HEAD_WORDS, MAGIC } from './shard-table.ts';

/** Joins the `chunks` sections of the leaves, with shared strings and all digests at the end, since a search needs few of them. */
export function encodeTable(files: ShardInputs): Uint8Array<ArrayBuffer> {
  const { ends } = files;
  const head = new Uint32Array(HEAD_WORDS + ends.length + 1);
  const out = new ByteWriter(head.byteLength + 4096);
  const digests: Uint8Array[] = [];
  let chunks = 0;
  // Overwritten at the end, when the offsets are known.
  out.raw(new Uint8Array(head.buffer));
  for (let i = 0; i < ends.length; i++) {
    head[HEAD_WORDS + i] = out.length;
    const section = findSection(leafAt(files, i), SECTION.chunks);
    const reader = new ByteReader(section);
    // A refused file has an empty section or none.
    const count = section.length === 0 ? 0 : reader.count(DIGEST_BYTES);
    const strings = section.length === 0 ? 0 : reader.count();
    const digestsAt = section.length - count * DIGEST_BYTES;
    const shared = new ByteWriter(256);
    shareStrings(reader, strings, shared);
    out.uint(count);
    out.uint(strings);
    out.blob(shared.view());
    out.part(section, reader.at, digestsAt);
    digests.push(section.subarray(digestsAt));
    chunks += count;
  }
  const digestsAt = out.length;
  for (const own of digests) out.raw(own);
  head[HEAD_WORDS + ends.length] = digestsAt;
  head.set([MAGIC, ends.length, chunks, digestsAt]);
  const table = out.finish();
  table.set(new Uint8Array(head.buffer));
  return table;
}
