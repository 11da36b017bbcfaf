import { TOKEN_FACTORS, type TokenFamily } from '../../model/token-family.ts';
import { countChars } from '../text/count-chars.ts';

/** Counts the tokens of a text. Deterministic. */
export type CountTokens = (text: string) => number;

/**
 * The tokenizer is quadratic in a run without a boundary (100,000 equal letters take 17 s), so longer runs are counted in slices of this
 * size. That can only add tokens, never hide them; ordinary text has no such runs and is counted exactly.
 */
const MAX_RUN_CHARS = 1_000;
const LONG_RUN = /[^\s0-9!-/:-@[-`{-~]{1000}|[!-/:-@[-`{-~]{1000}|\s{1000}/;

let loading: Promise<CountTokens> | undefined;

/** OpenAI's o200k, exact. A megabyte of tables: loaded when first asked for. */
export function loadO200k(): Promise<CountTokens> {
  loading ??= import('gpt-tokenizer/encoding/o200k_base').then(({ countTokens }) => {
    // Without this a text that holds `<|endoftext|>` throws.
    const options = { disallowedSpecial: new Set<string>() };
    return (text) => sumOver(text, (piece) => countTokens(piece, options));
  });
  return loading;
}

export function createEstimator(family: TokenFamily): CountTokens {
  const factor = TOKEN_FACTORS.find((row) => row.family === family)?.charsPerToken ?? 4;
  return (text) => Math.ceil(countChars(text) / factor);
}

function sumOver(text: string, count: CountTokens): number {
  if (!LONG_RUN.test(text)) return count(text);
  let total = 0;
  let rest = text;
  for (let match = LONG_RUN.exec(rest); match; match = LONG_RUN.exec(rest)) {
    // A slice must not end between the halves of a surrogate pair.
    const end = match.index + MAX_RUN_CHARS - (isHighSurrogate(rest, match.index + MAX_RUN_CHARS - 1) ? 1 : 0);
    if (match.index > 0) total += count(rest.slice(0, match.index));
    total += count(rest.slice(match.index, end));
    rest = rest.slice(end);
  }
  return total + (rest === '' ? 0 : count(rest));
}

function isHighSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800;
}
