import type { Span, SpanReader } from '../../lib/span.ts';

const NO_BYTES = new Uint8Array();

/** Allocates the span only after its first bytes have arrived and are verified, because the host states its size and could state any number. */
export async function readSpanBytes(reader: SpanReader, [start, end]: Span): Promise<Uint8Array> {
  let bytes = NO_BYTES;
  await reader.readSpans([[start, end]], (part, at) => {
    if (bytes.length === 0) bytes = new Uint8Array(end - start);
    bytes.set(part, at - start);
  });
  return bytes;
}
