import type { FileOutcome, LeafResult, LeafSummary, Settled } from '../../engine/deps.ts';
import { type ByteReader, createByteReader } from '../../lib/byte-reader.ts';
import { type ByteWriter, createByteWriter } from '../../lib/byte-writer.ts';
import type { Mutable } from '../../lib/mutable.ts';
import { fromWireError, toWireError } from './error-wire.ts';

const MADE = 1;
const OTHER = 0;

/**
 * Encodes the answers of a whole batch as one buffer. What comes with a message is freed by a full GC only: as objects, the answers of a few
 * thousand small files were megabytes that each young GC moved about until then.
 */
export function packOutcomes(settled: Iterable<Settled>): Uint8Array<ArrayBuffer> {
  const out = createByteWriter(64 * 1024);
  for (const one of settled) {
    if (!('outcome' in one) || one.outcome.type !== 'made') {
      out.uint(OTHER);
      out.text(JSON.stringify('outcome' in one ? one : { error: toWireError(one.error) }));
      continue;
    }
    const { bytes, result } = one.outcome;
    const { leaf, contents, fileHash, original, summary, skip } = result;
    out.uint(MADE);
    out.uint(bytes);
    for (const part of [leaf, contents, fileHash]) out.blob(part);
    out.uint(original === undefined ? 0 : 1);
    if (original !== undefined) out.blob(original);
    writeSummary(out, summary);
    out.text(skip === undefined ? '' : JSON.stringify(skip));
  }
  return out.finish();
}

/** Decodes each answer when it is asked for. Its bytes are views. */
export function* unpackOutcomes(packed: Uint8Array): Generator<Settled> {
  const reader = createByteReader(packed);
  while (reader.at < packed.length) {
    if (reader.uint() === MADE) yield { outcome: readMade(packed, reader) };
    else {
      const other = JSON.parse(reader.text());
      yield 'error' in other ? { error: fromWireError(other.error) } : other;
    }
  }
}

function readMade(packed: Uint8Array, reader: ByteReader): FileOutcome {
  const part = (): Uint8Array => {
    const length = reader.uint();
    const start = reader.skip(length);
    return packed.subarray(start, start + length);
  };
  const bytes = reader.uint();
  const [leaf, contents, fileHash] = [part(), part(), part()];
  const original = reader.uint() === 1 ? part() : undefined;
  const summary = readSummary(reader);
  const skip = reader.text();
  const result: Mutable<LeafResult> = { leaf, contents, fileHash, summary };
  if (original !== undefined) result.original = original;
  if (skip !== '') result.skip = JSON.parse(skip);
  return { type: 'made', bytes, result };
}

/** Field by field: JSON would take more than half of the time spent here on a small file. */
function writeSummary(out: ByteWriter, summary: LeafSummary): void {
  out.text(summary.kind);
  out.text(summary.language);
  out.text(summary.refused ?? '');
  out.uint(summary.lineCount);
  out.uint(summary.chunkCount);
  out.uint(summary.tokenTotal);
  out.text(summary.title);
  out.text(summary.description);
  out.text(summary.url);
  out.text(summary.warnings.length === 0 ? '' : JSON.stringify(summary.warnings));
}

function readSummary(reader: ByteReader): LeafSummary {
  const kind = reader.text() as LeafSummary['kind'];
  const language = reader.text();
  const refused = reader.text() as NonNullable<LeafSummary['refused']> | '';
  const lineCount = reader.uint();
  const chunkCount = reader.uint();
  const tokenTotal = reader.uint();
  const title = reader.text();
  const description = reader.text();
  const url = reader.text();
  const warnings = reader.text();
  const summary: Mutable<LeafSummary> = {
    kind,
    language,
    lineCount,
    chunkCount,
    tokenTotal,
    title,
    description,
    url,
    warnings: warnings === '' ? [] : JSON.parse(warnings),
  };
  if (refused !== '') summary.refused = refused;
  return summary;
}
