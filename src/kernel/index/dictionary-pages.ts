import type { Span } from '../../lib/span.ts';
import type { IndexRuntime } from '../memory/index-exports.ts';
import type { OpenSegment } from './open-segment.ts';

/** A word that is looked up, the beginning of some, or one that others are similar to. */
export interface WantedWord {
  readonly text: string;
  readonly how: 'whole' | 'prefix' | 'similar';
}

/** Reads what of the dictionaries is looked at for these words. */
export async function prepareWords(
  runtime: IndexRuntime,
  segments: readonly OpenSegment[],
  words: readonly WantedWord[],
): Promise<void> {
  await Promise.all(
    segments.map(async (segment) => {
      if (segment.pages?.isComplete !== false) return;
      await segment.pages.ensure(words.map((word) => findSpan(runtime, segment, word)));
    }),
  );
}

/** What was not read holds no words: nothing may be concluded from that. */
export function checkWord(runtime: IndexRuntime, segment: OpenSegment, word: WantedWord): void {
  const { pages } = segment;
  if (pages?.isComplete !== false) return;
  if (!pages.has(...findSpan(runtime, segment, word))) throw new Error('the dictionary was not read');
}

function findSpan(
  { exports, memory }: IndexRuntime,
  { ptr, dictionary }: OpenSegment,
  { text, how }: WantedWord,
): Span {
  if (how === 'similar') return dictionary;
  const word = memory.putText(text);
  const start = exports.dictionarySpan(ptr, word.ptr, word.length, how === 'prefix' ? 1 : 0) >>> 0;
  memory.free(word.ptr);
  return [start, exports.dictionarySpanEnd() >>> 0];
}
