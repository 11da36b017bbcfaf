import { fromShortUtf8, fromUtf8, toUtf8 } from '../../lib/bytes.ts';
import type { Token } from '../contract.ts';
import type { IndexRuntime } from '../memory/index-exports.ts';
import { guard } from '../memory/memory-views.ts';

const SEPARATOR = '\u0001';
const MAX_STEMS = 20_000;

/** A folded word of a text. `parts` are the parts of an identifier, otherwise empty; offsets are bytes of the text's UTF-8. */
export interface Form {
  readonly text: string;
  readonly parts: readonly string[];
  readonly startByte: number;
  readonly endByte: number;
}

export function createAnalyzer({ exports, memory }: IndexRuntime) {
  const run = (text: string, lead: Uint8Array, call: (ptr: number, length: number) => number): Analyzed =>
    guard(() => {
      const { ptr, length } = memory.putText(text, lead);
      const outBytes = call(ptr, length);
      memory.free(ptr);
      return { bytes: memory.take(exports.analyzed() >>> 0, outBytes), textBytes: length - lead.length };
    });
  const toForms = (text: string): Analyzed =>
    run(text, NO_LEAD, (ptr, length) => exports.analyzeForms(ptr, length, 0, 0));
  const toFormsLike = (text: string, like: readonly string[]): Analyzed => {
    const lead = getBeginnings(like);
    const count = lead.length / BEGINNING_BYTES;
    return run(text, lead, (ptr, length) => exports.analyzeForms(ptr + lead.length, length - lead.length, ptr, count));
  };
  /** Cached, because all texts of one result share their list. */
  const beginnings = new WeakMap<readonly string[], Uint8Array>();
  const getBeginnings = (like: readonly string[]): Uint8Array => {
    const lead = beginnings.get(like) ?? toBeginnings(like);
    beginnings.set(like, lead);
    return lead;
  };
  const stems = new Map<string, string>();
  return {
    forms: (text: string) => decodeForms(toForms(text).bytes),
    tokens: (text: string, like?: readonly string[]) => {
      const { bytes, textBytes } = like === undefined ? toForms(text) : toFormsLike(text, like);
      return toTokens(decodeForms(bytes), textBytes === text.length ? (byte) => byte : createUnitFinder(text));
    },
    stem: (word: string) => {
      const known = stems.get(word);
      if (known !== undefined) return known;
      const stem = fromUtf8(run(word, NO_LEAD, (ptr, length) => exports.analyzeStem(ptr, length)).bytes);
      // While the user types a prefix, every key stroke needs the same stems.
      if (stems.size >= MAX_STEMS) stems.clear();
      stems.set(word, stem);
      return stem;
    },
    toAscii: (text: string) => fromUtf8(run(text, NO_LEAD, (ptr, length) => exports.analyzeAscii(ptr, length)).bytes),
    /** Han, Kana, Hangul, Thai: written without spaces, indexed as pairs of characters. */
    isBigram: (form: string) => exports.isBigramStart(form.codePointAt(0) ?? 0) !== 0,
  };
}

export type Analyzer = ReturnType<typeof createAnalyzer>;

interface Analyzed {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly textBytes: number;
}

const NO_LEAD = new Uint8Array(0);
const BEGINNING_BYTES = 2;

/** Returns the first two bytes of each word; the second is 0 if the word has only one. */
function toBeginnings(words: readonly string[]): Uint8Array {
  return Uint8Array.from(
    words.flatMap((word) => {
      const [first = 0, second = 0] = toUtf8(word);
      return [first, second];
    }),
  );
}

function decodeForms(bytes: Uint8Array<ArrayBuffer>): Form[] {
  const view = new DataView(bytes.buffer);
  const forms: Form[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = view.getUint32(at + 8, true);
    const text = fromShortUtf8(bytes.subarray(at + 12, at + 12 + length));
    const parts = text.includes(SEPARATOR) ? text.split(SEPARATOR) : [];
    forms.push({
      text: parts.length === 0 ? text : parts.join(''),
      parts,
      startByte: view.getUint32(at, true),
      endByte: view.getUint32(at + 4, true),
    });
    at += 12 + ((length + 3) & ~3);
  }
  return forms;
}

/** Converts byte offsets of forms to UTF-16 offsets. */
function toTokens(forms: readonly Form[], toUnit: (byte: number) => number): Token[] {
  return forms.map((form) => ({
    text: form.text,
    start: toUnit(form.startByte),
    end: toUnit(form.endByte),
    parts: form.parts,
  }));
}

/** Converts byte offsets to UTF-16 offsets; fast as long as they rarely go back. */
function createUnitFinder(text: string): (byte: number) => number {
  let unit = 0;
  let byte = 0;
  return (wanted) => {
    while (byte > wanted && unit > 0) {
      unit--;
      const code = text.charCodeAt(unit);
      if (code >= 0xdc00 && code < 0xe000 && unit > 0 && isHigh(text.charCodeAt(unit - 1))) {
        unit--;
        byte -= 4;
      } else byte -= byteLength(code);
    }
    while (byte < wanted && unit < text.length) {
      const code = text.charCodeAt(unit);
      if (isHigh(code) && isLow(text.charCodeAt(unit + 1))) {
        unit += 2;
        byte += 4;
      } else {
        unit++;
        byte += byteLength(code);
      }
    }
    return unit;
  };
}

const isHigh = (code: number): boolean => code >= 0xd800 && code < 0xdc00;
const isLow = (code: number): boolean => code >= 0xdc00 && code < 0xe000;

function byteLength(code: number): number {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
}

/** A single ASCII letter is not worth indexing; the kernel's merge has the same rule. */
export function isIndexablePart(part: string): boolean {
  return part.length !== 1 || part < 'a' || part > 'z';
}

/** Returns terms as postings store them: the stem of a plain word; an identifier as a whole, and the stems of its parts. */
export function termsOfForm(analyzer: Analyzer, form: Form, stemming: boolean): string[] {
  const plain = (word: string): string => (stemming ? analyzer.stem(word) : word);
  if (form.parts.length === 0) return [plain(form.text)];
  return [form.text, ...form.parts.filter(isIndexablePart).map(plain)];
}
