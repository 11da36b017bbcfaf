import { fromUtf8 } from '../../lib/bytes.ts';
import type { Span } from '../../lib/span.ts';
import type { Generation } from '../../store/contract.ts';
import type { BundleSpan } from '../file-table/file-entry.ts';
import { findFile } from '../shards/load-leaves.ts';

/** Reads the texts of spans, with one read per bundle. */
export async function readTexts(generation: Generation, spans: readonly BundleSpan[]): Promise<string[]> {
  const texts = new Array<Uint8Array | undefined>(spans.length).fill(undefined);
  await Promise.all(
    Array.from(groupByBundle(spans), async ([name, members]) => {
      const own = members.map((i) => toSpan(spans[i] as BundleSpan));
      await generation.readSpans(findFile(generation, name), own, (bytes, startByte, span) => {
        const [from, end] = own[span] as Span;
        const index = members[span] as number;
        const text = texts[index] ?? new Uint8Array(end - from);
        text.set(bytes, startByte - from);
        texts[index] = text;
      });
    }),
  );
  return texts.map((text) => (text === undefined ? '' : fromUtf8(text)));
}

function groupByBundle(spans: readonly BundleSpan[]): ReadonlyMap<string, readonly number[]> {
  const bundles = new Map<string, number[]>();
  spans.forEach(({ bundle }, i) => {
    const members = bundles.get(bundle);
    if (members === undefined) bundles.set(bundle, [i]);
    else members.push(i);
  });
  return bundles;
}

function toSpan({ start, end }: BundleSpan): Span {
  return [start, end];
}
