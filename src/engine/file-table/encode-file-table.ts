import { ByteWriter } from '../../lib/byte-writer.ts';
import { createNames } from '../../lib/names.ts';
import { KINDS } from '../../model/kind.ts';
import { joinTags, toFolder } from '../../search/facets.ts';
import { toNameCodec, writeEntry } from './entry-codec.ts';
import { type FileEntry, isKept, type TableExtras } from './file-entry.ts';
import { createColumns, TABLE_VERSION, toColumnBytes } from './table-columns.ts';

/** Yields the encoded table of entries in path order. Repeated strings (sources, bundles, languages) are written once and referred to by number. */
export function* encodeEntries(
  entries: readonly FileEntry[],
  { skips, scanWarnings }: TableExtras,
): Generator<Uint8Array<ArrayBuffer>> {
  const names = createNames();
  const codec = toNameCodec([], names.number);
  const body = new ByteWriter(1 << 18);
  const buffer = new ArrayBuffer(entries.length * toColumnBytes(TABLE_VERSION));
  const columns = createColumns(entries.length, TABLE_VERSION, buffer);
  for (const [i, entry] of entries.entries()) {
    columns.starts[i] = body.length;
    writeEntry(body, entry, codec);
    columns.chunkCounts[i] = entry.chunkCount;
    columns.shards[i] = entry.shard;
    columns.sources[i] = names.number(entry.sourceId);
    columns.folders[i] = names.number(toFolder(entry.path));
    columns.tags[i] = names.number(joinTags(entry.tags));
    columns.kinds[i] = KINDS.indexOf(entry.kind);
    columns.kept[i] = isKept(entry) ? 1 : 0;
  }
  const head = new ByteWriter();
  head.uint(TABLE_VERSION);
  head.uint(names.all.length);
  for (const name of names.all) head.text(name);
  head.uint(entries.length);
  head.uint(body.length);
  yield head.view();
  yield body.view();
  const end = new ByteWriter();
  end.text(JSON.stringify({ skips, scanWarnings }));
  while ((head.length + body.length + end.length) % 4 !== 0) end.u8(0);
  yield end.view();
  yield new Uint8Array(buffer);
}
