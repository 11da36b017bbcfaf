import { fromUtf8 } from '../../lib/bytes.ts';
import type { Span } from '../../lib/span.ts';
import type { Generation } from '../../store/contract.ts';
import type { PackSpan } from '../file-table/file-entry.ts';
import { findFile } from '../shards/load-leaves.ts';

/** Texts of spans, those of a pack read together. */
export async function readTexts(generation: Generation, spans: readonly PackSpan[]): Promise<string[]> {
  const texts = new Array<Uint8Array | undefined>(spans.length).fill(undefined);
  await Promise.all(
    Array.from(groupByPack(spans), async ([name, members]) => {
      const own = members.map((i) => toSpan(spans[i] as PackSpan));
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

function groupByPack(spans: readonly PackSpan[]): ReadonlyMap<string, readonly number[]> {
  const packs = new Map<string, number[]>();
  spans.forEach(({ pack }, i) => {
    const members = packs.get(pack);
    if (members === undefined) packs.set(pack, [i]);
    else members.push(i);
  });
  return packs;
}

function toSpan({ start, end }: PackSpan): Span {
  return [start, end];
}
