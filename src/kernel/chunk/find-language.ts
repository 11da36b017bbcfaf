import { FUNCTION_WORD_NUMBERS, LANGUAGES, type Language } from '../../kinds/natural-languages.ts';
import { toAsciiLower } from '../../lib/ascii.ts';
import { toUtf8 } from '../../lib/bytes.ts';
import { isCodeKind, type Kind } from '../../model/kind.ts';
import type { MemoryViews } from '../memory/memory-views.ts';

/** Fewer different function words are chance, or quoted. */
const MIN_WORDS = 4;
const NUMBERS = [...FUNCTION_WORD_NUMBERS.values()];
/** Number of words of each language, from index 1 on. */
const found = new Uint32Array(LANGUAGES.length + 1);
const JA = LANGUAGES.indexOf('ja') + 1;
const ZH = LANGUAGES.indexOf('zh') + 1;
/** Marks above are the first two bytes of a form. */
const MAX_WORD = 0xcdff;

export interface LanguageExports {
  readonly termsLanguages: (ptr: number, length: number) => void;
  readonly termsMarks: () => number;
  readonly termsMarksSize: () => number;
}

interface LanguageRuntime {
  readonly exports: LanguageExports;
  readonly memory: MemoryViews;
}

/** Gives the kernel the function words; it marks their forms when it sees them first. */
export function writeLanguages({ exports, memory }: LanguageRuntime): void {
  const bytes = toUtf8([...FUNCTION_WORD_NUMBERS.keys(), ''].join('\n'));
  const ptr = memory.put(bytes);
  exports.termsLanguages(ptr, bytes.length);
  memory.free(ptr);
}

/** Returns the number of a language by its tag, such as `pt-BR`; 0 for an unknown one. */
export function toLanguageNumber(tag = ''): number {
  return LANGUAGES.indexOf(toAsciiLower(tag).split('-')[0] as Language) + 1;
}

/** Returns the number of a file's language in LANGUAGES, from 1, by the marks of its forms; 0 for code, and for texts too short or mixed to tell. */
export function findLanguage({ exports, memory }: LanguageRuntime, kind: Kind): number {
  if (isCodeKind(kind) || kind === 'json' || kind === 'image') return 0;
  found.fill(0);
  const marks = memory.u32();
  const start = exports.termsMarks() >>> 2;
  const end = start + (exports.termsMarksSize() >>> 2);
  for (let i = start; i < end; i++) {
    const mark = marks[i] as number;
    if (mark <= MAX_WORD) {
      const numbers = NUMBERS[mark - 1] as readonly number[];
      for (let j = 0; j < numbers.length; j++) (found[numbers[j] as number] as number) += 1;
    } else {
      const script = findScript(mark >>> 8, mark & 255);
      if (script !== undefined) (found[LANGUAGES.indexOf(script) + 1] as number) += 1;
    }
  }
  // Japanese is written with Han too; kana tell it from Chinese.
  if ((found[JA] as number) * 10 > (found[ZH] as number)) found[ZH] = 0;
  let first = 0;
  for (let i = 1; i < found.length; i++) if ((found[i] as number) > (found[first] as number)) first = i;
  const best = found[first] as number;
  return best < MIN_WORDS || found.lastIndexOf(best) !== first ? 0 : first;
}

/** Returns the language of a script that one language stands for, by the first bytes of a form in UTF-8. */
function findScript(first: number, second: number): Language | undefined {
  if (first <= 0xcf) return 'el';
  if (first < 0xd7) return undefined;
  if (first === 0xd7) return 'he';
  if (first <= 0xdb) return 'ar';
  if (first === 0xe0)
    return second === 0xa4 || second === 0xa5 ? 'hi' : second === 0xb8 || second === 0xb9 ? 'th' : undefined;
  if (first === 0xe3) return second >= 0x81 && second <= 0x83 ? 'ja' : undefined;
  if (first >= 0xe4 && first <= 0xe9) return 'zh';
  return first >= 0xea && first <= 0xed ? 'ko' : undefined;
}
