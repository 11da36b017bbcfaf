import type { OrderChunk, OrderWord } from '../contract.ts';
import { guard } from '../memory/guard.ts';
import type { IndexRuntime } from '../memory/index-exports.ts';

export function orderFactors(
  { exports, memory }: IndexRuntime,
  words: readonly OrderWord[],
  chunks: readonly OrderChunk[],
): Float64Array {
  const give = (text: string, take: (ptr: number, length: number) => void): void => {
    const { ptr, length } = memory.putText(text);
    take(ptr, length);
    memory.free(ptr);
  };
  return guard(() => {
    exports.orderBegin();
    for (const { text, prefix, stop } of words)
      give(text, (ptr, length) => exports.orderWord(ptr, length, prefix ? 1 : 0, stop ? 1 : 0));
    return Float64Array.from(chunks, ({ texts, headings }) => {
      exports.orderChunk();
      for (const text of texts) give(text, (ptr, length) => exports.orderText(ptr, length, 0));
      for (const heading of headings) give(heading, (ptr, length) => exports.orderText(ptr, length, 1));
      return exports.orderFactor();
    });
  });
}
