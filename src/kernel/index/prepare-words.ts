import type { Span } from '../../lib/span.ts';
import type { IndexRuntime } from '../memory/index-exports.ts';
import type { OpenSegment } from './open-segment.ts';

/** A word to look up as a whole, as a prefix, or with similar spellings. */
export interface LookupWord {
  readonly text: string;
  readonly how: 'whole' | 'prefix' | 'similar';
}

/** Reads the parts of the dictionaries that looking up these words needs. */
export async function prepareWords(
  runtime: IndexRuntime,
  segments: readonly OpenSegment[],
  words: readonly LookupWord[],
): Promise<void> {
  await Promise.all(
    segments.map(async (segment) => {
      if (segment.blocks?.isComplete !== false) return;
      await segment.blocks.ensure(words.map((word) => findSpan(runtime, segment, word)));
    }),
  );
}

/** Throws if that part was not read: it would look like a dictionary without the word. */
export function checkWord(runtime: IndexRuntime, segment: OpenSegment, word: LookupWord): void {
  const { blocks } = segment;
  if (blocks?.isComplete !== false) return;
  if (!blocks.has(...findSpan(runtime, segment, word))) throw new Error('the dictionary was not read');
}

function findSpan(
  { exports, memory }: IndexRuntime,
  { ptr, dictionary }: OpenSegment,
  { text, how }: LookupWord,
): Span {
  if (how === 'similar') return dictionary;
  const word = memory.putText(text);
  const start = exports.dictionarySpan(ptr, word.ptr, word.length, how === 'prefix' ? 1 : 0) >>> 0;
  memory.free(word.ptr);
  return [start, exports.dictionarySpanEnd() >>> 0];
}
