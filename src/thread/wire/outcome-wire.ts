import type { FileOutcome, LeafResult, Settled } from '../../engine/deps.ts';
import { LEAF, PLAIN_NAMES, readFields, STATE, writeFields } from '../../engine/file-table/entry-codec.ts';
import type { LeafFacts } from '../../kernel/contract.ts';
import { type ByteReader, createByteReader } from '../../lib/byte-reader.ts';
import { type ByteWriter, createByteWriter } from '../../lib/byte-writer.ts';
import type { Mutable } from '../../lib/mutable.ts';
import { toAppError } from '../../model/app-error.ts';
import { fromWireError, toWireError } from './error-wire.ts';

const MADE = 1;
const OTHER = 0;

/**
 * Encodes the answers of a whole batch as one buffer. Objects received in a message are freed only by a full GC: the answers of a few thousand small
 * files were megabytes that each young GC had to move until then.
 */
export function packOutcomes(settled: Iterable<Settled>): Uint8Array<ArrayBuffer> {
  const out = createByteWriter(64 * 1024);
  for (const one of settled) {
    const start = out.length;
    try {
      writeOne(out, one);
    } catch (error) {
      // An answer that can't be encoded affects only its own file.
      out.clear(start);
      writeOne(out, { error: toAppError(error) });
    }
  }
  return out.finish();
}

function writeOne(out: ByteWriter, one: Settled): void {
  if (!('outcome' in one) || one.outcome.type !== 'made') {
    out.uint(OTHER);
    out.text(JSON.stringify('outcome' in one ? one : { error: toWireError(one.error) }));
    return;
  }
  const { bytes, result } = one.outcome;
  const { leaf, contents, fileHash, original, facts } = result;
  out.uint(MADE);
  out.uint(bytes);
  for (const part of [leaf, contents, fileHash]) out.blob(part);
  out.uint(original === undefined ? 0 : 1);
  if (original !== undefined) out.blob(original);
  writeFields(out, LEAF, facts, PLAIN_NAMES);
  writeFields(out, STATE, result, PLAIN_NAMES);
}

/** Decodes each answer on demand. Its bytes are views. */
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
  const facts: LeafFacts = readFields(reader, LEAF, PLAIN_NAMES);
  const { incomplete } = readFields(reader, STATE, PLAIN_NAMES);
  const result: Mutable<LeafResult> = { leaf, contents, fileHash, facts };
  if (original !== undefined) result.original = original;
  if (incomplete !== undefined) result.incomplete = incomplete;
  return { type: 'made', bytes, result };
}
