import { countUtf8 } from '../../lib/bytes.ts';
import { estimateTokens } from '../../lib/estimate-tokens.ts';
import { TOKEN_FACTORS, type TokenFamily } from '../../model/outputs/pack.ts';
import { countChars } from '../text/count-chars.ts';

/** Counts the tokens of a text. Deterministic. */
export type CountTokens = (text: string) => number;

/**
 * Letters, punctuation or white space without a boundary. The tokenizer is quadratic in such a run (100,000 equal letters take 17 s), so longer runs are
 * counted in slices. That can only add tokens, never hide them; ordinary text has no such runs and is counted exactly.
 */
const LONG_RUN = /([^\s!-@[-`{-~]{1000}|[!-/:-@[-`{-~]{1000}|\s{1000})/u;

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
  return text
    .split(LONG_RUN)
    .filter((piece) => piece !== '')
    .reduce((sum, piece) => sum + count(piece), 0);
}
