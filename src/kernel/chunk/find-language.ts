import { FUNCTION_WORD_NUMBERS, LANGUAGES, type Language } from '../../kinds/natural-languages.ts';
import { ByteReader } from '../../lib/byte-reader.ts';
import { fromShortUtf8 } from '../../lib/bytes.ts';
import { isCodeKind, type Kind } from '../../model/kind.ts';

/** Fewer different function words are chance, or quoted. */
const MIN_WORDS = 4;
/** Bytes of the longest function word, which is Cyrillic. */
const MAX_BYTES = 18;
/** A text has most of its function words among its first words. */
const MAX_FORMS = 500;

/** Returns the number of a file's language in LANGUAGES, from 1, by the forms of its terms section; 0 for code, and for texts too short or mixed to tell. */
export function findLanguage(kind: Kind, terms: Uint8Array): number {
  if (isCodeKind(kind) || kind === 'json' || kind === 'image' || terms.length === 0) return 0;
  const found = new Uint32Array(LANGUAGES.length + 1);
  for (const form of listForms(terms)) {
    const script = findScript(form);
    if (script !== undefined) (found[LANGUAGES.indexOf(script) + 1] as number) += 1;
    else if (form.length <= MAX_BYTES)
      for (const number of FUNCTION_WORD_NUMBERS.get(fromShortUtf8(form)) ?? []) (found[number] as number) += 1;
  }
  // Japanese is written with Han too; kana tell it from Chinese.
  const [ja, zh] = [LANGUAGES.indexOf('ja') + 1, LANGUAGES.indexOf('zh') + 1];
  if ((found[ja] as number) * 10 > (found[zh] as number)) found[zh] = 0;
  const best = found.reduce((most, count) => Math.max(most, count), 0);
  const first = found.indexOf(best);
  return best < MIN_WORDS || found.lastIndexOf(best) !== first ? 0 : first;
}

function* listForms(terms: Uint8Array): Generator<Uint8Array> {
  const reader = new ByteReader(terms);
  const count = Math.min(reader.uint(), MAX_FORMS);
  reader.uint();
  for (let i = 0; i < count; i++) {
    const length = reader.u8();
    const start = reader.skip(length);
    yield terms.subarray(start, start + length);
  }
}

/** Returns the language of a script that one language stands for, by the first bytes of a form in UTF-8. */
function findScript([first = 0, second = 0]: Uint8Array): Language | undefined {
  if (first < 0xce) return undefined;
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
