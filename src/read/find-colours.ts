import { LANGUAGE_BY_EXTENSION } from '../kinds/programming-languages.ts';
import { toAsciiLower } from '../lib/ascii.ts';
import { LIMITS } from '../model/limits.ts';
import { type Colours, NO_COLOURS } from '../model/outputs/colours.ts';
import { collectColours } from './code/collect-colours.ts';
import { toParseFuel } from './code/parser-runtime.ts';
import { parseInTurn } from './code/shared-runtime.ts';
import type { ParserSource } from './contract.ts';
import { scanColours } from './scan-colours.ts';

/** Common names of languages besides the names of grammars and file extensions. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['golang', 'go'],
  ['shell', 'bash'],
  ['console', 'bash'],
  ['shell-session', 'bash'],
  ['csharp', 'c-sharp'],
  ['c#', 'c-sharp'],
  ['jsonc', 'javascript'],
  ['node', 'javascript'],
  ['python3', 'python'],
  ['pycon', 'python'],
]);

const GRAMMARS: ReadonlySet<string> = new Set(LANGUAGE_BY_EXTENSION.values());

/** Finds the grammar for a language by any of its names. */
export function findGrammar(name: string): string | undefined {
  const lower = toAsciiLower(name);
  if (GRAMMARS.has(lower)) return lower;
  return LANGUAGE_BY_EXTENSION.get(lower) ?? OTHER_NAMES.get(lower);
}

/** Finds the colours of a text. None where the language is unknown or the text is too long. Rejects with `read/grammar-missing`. */
export async function findColours(source: ParserSource, language: string, text: string): Promise<Colours> {
  const grammar = findGrammar(language);
  if (text === '' || text.length > LIMITS.maxColourChars) return NO_COLOURS;
  if (grammar === undefined) return scanColours(toAsciiLower(language), text) ?? NO_COLOURS;
  const fuel = toParseFuel(text.length);
  return (
    (await parseInTurn({ source, text, grammar, fuel }, (tree) => collectColours(tree, text.length))) ?? NO_COLOURS
  );
}
