import type { SpanReader } from '../../lib/span.ts';
import type { Generation, StoredFile } from '../../store/contract.ts';

export function toSpanReader(generation: Pick<Generation, 'readSpans'>, file: StoredFile): SpanReader {
  return { length: file.length, readSpans: (spans, put) => generation.readSpans(file, spans, put) };
}
