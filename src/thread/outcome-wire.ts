import type { FileOutcome, LeafResult, Settled } from '../engine/deps.ts';
import type { LeafFacts } from '../kernel/contract.ts';
import { type ByteReader, createByteReader } from '../lib/byte-reader.ts';
import { type ByteWriter, createByteWriter } from '../lib/byte-writer.ts';
import type { Mutable } from '../lib/mutable.ts';
import { fromWireError, toWireError } from './wire.ts';

const MADE = 1;
const OTHER = 0;

/**
 * Answers of a whole batch as one buffer. A browser keeps what came with a message until its collector looks at everything: as objects the
 * answers of a few thousand small files were megabytes that had to be moved about until then.
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
    const { leaf, contents, fileHash, original, facts, skip } = result;
    out.uint(MADE);
    out.uint(bytes);
    for (const part of [leaf, contents, fileHash]) out.blob(part);
    out.uint(original === undefined ? 0 : 1);
    if (original !== undefined) out.blob(original);
    writeFacts(out, facts);
    out.text(skip === undefined ? '' : JSON.stringify(skip));
  }
  return out.finish();
}

/** Each is made when it is asked for. Its bytes are views. */
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
  const facts = readFacts(reader);
  const skip = reader.text();
  const result: Mutable<LeafResult> = { leaf, contents, fileHash, facts };
  if (original !== undefined) result.original = original;
  if (skip !== '') result.skip = JSON.parse(skip);
  return { type: 'made', bytes, result };
}

/** Field by field: as JSON it would be more than half of what is done here for a small file. */
function writeFacts(out: ByteWriter, facts: LeafFacts): void {
  out.text(facts.kind);
  out.text(facts.language);
  out.text(facts.refused ?? '');
  out.uint(facts.lineCount);
  out.uint(facts.chunkCount);
  out.uint(facts.tokenTotal);
  out.text(facts.title);
  out.text(facts.description);
  out.text(facts.url);
  out.text(facts.warnings.length === 0 ? '' : JSON.stringify(facts.warnings));
}

function readFacts(reader: ByteReader): LeafFacts {
  const kind = reader.text() as LeafFacts['kind'];
  const language = reader.text();
  const refused = reader.text() as NonNullable<LeafFacts['refused']> | '';
  const lineCount = reader.uint();
  const chunkCount = reader.uint();
  const tokenTotal = reader.uint();
  const title = reader.text();
  const description = reader.text();
  const url = reader.text();
  const warnings = reader.text();
  const facts: Mutable<LeafFacts> = {
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
  if (refused !== '') facts.refused = refused;
  return facts;
}
