import { countUtf8 } from '../../lib/bytes.ts';
import { estimateTokens } from '../../model/outputs/estimate-tokens.ts';
import { TOKEN_FACTORS, type TokenFamily } from '../../model/outputs/token-family.ts';
import { countChars } from '../text/count-chars.ts';

/** Counts the tokens of a text. Deterministic. */
export type CountTokens = (text: string) => number;

/**
 * The tokenizer is quadratic in a run without a boundary (100,000 equal letters take 17 s), so longer runs are counted in slices of this
 * size. That can only add tokens, never hide them; ordinary text has no such runs and is counted exactly.
 */
const MAX_RUN_CHARS = 1_000;

let loading: Promise<CountTokens> | undefined;

/** Loads OpenAI's o200k, exact. A megabyte of tables, loaded on first use. */
export function loadO200k(): Promise<CountTokens> {
  loading ??= import('gpt-tokenizer/encoding/o200k_base').then(({ countTokens }) => {
    // Without this, a text that contains `<|endoftext|>` throws.
    const options = { disallowedSpecial: new Set<string>() };
    return rememberLines((text) => sumOver(text, (piece) => countTokens(piece, options)));
  });
  return loading;
}

export function createEstimator(family: TokenFamily): CountTokens {
  const factor = TOKEN_FACTORS.find((row) => row.family === family)?.charsPerToken ?? 4;
  return (text) => estimateTokens({ bytes: countUtf8(text), chars: countChars(text) }, factor);
}

/**
 * The tokenizer never joins text across these line feeds: white space up to the last one is a piece of its own, and punctuation includes the line
 * feeds and slashes after it. So each line is counted separately, and once: a pack counts every chunk on its own, with its neighbours, and in the
 * whole.
 */
const LINE_END = /\n(?=[^\S\r\n]+\S|[^\s/])/;
const MAX_LINES = 100_000;
const MAX_LINE_CHARS = 400;

function rememberLines(count: CountTokens): CountTokens {
  const known = new Map<string, number>();
  return (text) => {
    let total = 0;
    const lines = text.split(LINE_END);
    for (const [i, line] of lines.entries()) {
      const whole = i < lines.length - 1 ? `${line}\n` : line;
      let tokens = known.get(whole);
      if (tokens === undefined) {
        tokens = count(whole);
        if (known.size >= MAX_LINES) known.clear();
        if (whole.length <= MAX_LINE_CHARS) known.set(whole, tokens);
      }
      total += tokens;
    }
    return total;
  };
}

function sumOver(text: string, count: CountTokens): number {
  let total = 0;
  let at = 0;
  for (let run = findLongRun(text, 0); run !== undefined; run = findLongRun(text, at)) {
    // A slice must not end between the halves of a surrogate pair.
    const end = run + MAX_RUN_CHARS - (isHighSurrogate(text, run + MAX_RUN_CHARS - 1) ? 1 : 0);
    if (run > at) total += count(text.slice(at, run));
    total += count(text.slice(run, end));
    at = end;
  }
  if (at === 0) return count(text);
  return total + (at === text.length ? 0 : count(text.slice(at)));
}

/**
 * Finds the start of a run of letters, of punctuation or of white space that is too long. Such a run contains at least one offset in steps of
 * MAX_RUN_CHARS: only these are checked.
 */
function findLongRun(text: string, from: number): number | undefined {
  for (let place = from; place < text.length; place += MAX_RUN_CHARS) {
    const kind = kindOf(text.charCodeAt(place));
    if (kind === 'digit') continue;
    let start = place;
    while (start > from && kindOf(text.charCodeAt(start - 1)) === kind) start--;
    let end = place + 1;
    while (end < text.length && end < start + MAX_RUN_CHARS && kindOf(text.charCodeAt(end)) === kind) end++;
    if (end - start >= MAX_RUN_CHARS) return start;
  }
  return undefined;
}

function kindOf(code: number): 'letter' | 'digit' | 'sign' | 'space' {
  if (code >= 0x80) return SPACES.includes(String.fromCharCode(code)) ? 'space' : 'letter';
  if (code <= 0x20 || code === 0x7f) return code === 0x20 || (code >= 9 && code <= 13) ? 'space' : 'letter';
  if (code >= 0x30 && code <= 0x39) return 'digit';
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a ? 'letter' : 'sign';
}

const SPACES =
  '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

function isHighSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800;
}
