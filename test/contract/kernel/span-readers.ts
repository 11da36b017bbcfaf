import type { SpanReader } from '../../../src/lib/span.ts';

/** Readers that hand out only the requested spans, and take them back. `read` counts their bytes. */
export function makeReaders({ segment, table }: { segment: Uint8Array; table: Uint8Array }) {
  let count = 0;
  const toReader = (all: Uint8Array): SpanReader => ({
    length: all.length,
    async readSpans(spans, put) {
      for (const [startByte, endByte] of spans) {
        count += endByte - startByte;
        const lent = all.slice(startByte, endByte);
        put(lent, startByte);
        lent.fill(0xff);
      }
    },
  });
  return { files: { segment: toReader(segment), table: toReader(table) }, read: () => count };
}
