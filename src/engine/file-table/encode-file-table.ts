import { createByteWriter } from '../../lib/byte-writer.ts';
import { createNames } from '../../lib/names.ts';
import { PLACE, toNameCodec, writeFields } from './entry-codec.ts';
import { COLUMN, type EntryRows } from './entry-rows.ts';
import type { BundleSpan, TableExtras } from './file-entry.ts';
import { encodeColumns, numberFolders, TABLE_VERSION } from './table-columns.ts';

/** Size of the pieces bytes are returned in, so that a table of 100,000 files is never in memory twice. */
const PIECE_BYTES = 1 << 18;

/** Yields the encoded table; each piece is valid until the next one, since a checkpoint writes the whole table. Repeated strings (sources, bundles, languages) are written once and referred to by number. */
export function* encodeRows(
  rows: EntryRows,
  order: Uint32Array,
  extras: TableExtras,
): Generator<Uint8Array<ArrayBuffer>> {
  const names = rows.names.all;
  // Only used bundles: a long-lived table knows many that are gone.
  const bundles = createNames();
  const bundleCodec = toNameCodec([], (name) => names.length + bundles.number(name));
  const out = createByteWriter(PIECE_BYTES * 2);
  const writePlace = (row: number): void => {
    const leaf = rows.span(row, 'leaf') as BundleSpan;
    const contents = rows.span(row, 'contents') as BundleSpan;
    const original = rows.span(row, 'original') as BundleSpan;
    writeFields(out, PLACE, { shard: rows.shard(row), leaf, contents, original }, bundleCodec);
  };

  const starts = new Uint32Array(order.length);
  let bodyBytes = 0;
  for (let i = 0; i < order.length; i++) {
    const row = order[i] as number;
    starts[i] = bodyBytes;
    writePlace(row);
    bodyBytes += rows.get(row, COLUMN.length) + out.length;
    out.clear();
  }
  const before = names.length + bundles.all.length;
  const folders = numberFolders(rows, order, before);
  let written = 0;
  out.uint(TABLE_VERSION);
  out.uint(before + folders.names.length);
  for (const name of [...names, ...bundles.all, ...folders.names]) out.text(name);
  out.uint(order.length);
  out.uint(bodyBytes);
  for (let i = 0; i < order.length; i++) {
    const row = order[i] as number;
    const start = rows.start(row);
    out.part(rows.page(row), start, start + rows.get(row, COLUMN.length));
    writePlace(row);
    if (out.length < PIECE_BYTES) continue;
    written += out.length;
    yield out.view();
    out.clear();
  }
  out.text(JSON.stringify({ skips: extras.skips, scanWarnings: extras.scanWarnings }));
  while ((written + out.length) % 4 !== 0) out.u8(0);
  yield out.view();
  yield* encodeColumns(rows, order, { starts, folders: folders.numbers });
}
