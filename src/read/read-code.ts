import { MARKUP } from '../kinds/programming-languages.ts';
import { fromUtf8 } from '../lib/bytes.ts';
import { LIMITS } from '../model/limits.ts';
import { addMacros } from './code/add-macros.ts';
import { collectCuts } from './code/collect-cuts.ts';
import { countErrors } from './code/count-errors.ts';
import { hideBodies } from './code/hide-bodies.ts';
import { hideComments } from './code/hide-comments.ts';
import { hideMacros } from './code/hide-macros.ts';
import { hideMarkup } from './code/hide-markup.ts';
import { openMacros } from './code/open-macros.ts';
import type { OutlineRules } from './code/outline-rules.ts';
import { toParseFuel } from './code/parser-runtime.ts';
import { C_RULES, CPP_RULES } from './code/rules-c.ts';
import { GO_RULES, RUST_RULES } from './code/rules-go-rust.ts';
import { JAVASCRIPT_RULES } from './code/rules-javascript.ts';
import {
  BASH_RULES,
  C_SHARP_RULES,
  CSS_RULES,
  JAVA_RULES,
  PHP_RULES,
  PYTHON_RULES,
  RUBY_RULES,
} from './code/rules-others.ts';
import { parseInTurn } from './code/shared-runtime.ts';
import type { CodeReader, ParserSource } from './contract.ts';

const RULES: ReadonlyMap<string, OutlineRules> = new Map([
  ['javascript', JAVASCRIPT_RULES],
  ['typescript', JAVASCRIPT_RULES],
  ['tsx', JAVASCRIPT_RULES],
  ['python', PYTHON_RULES],
  ['go', GO_RULES],
  ['rust', RUST_RULES],
  ['java', JAVA_RULES],
  ['c', C_RULES],
  ['cpp', CPP_RULES],
  ['c-sharp', C_SHARP_RULES],
  ['php', PHP_RULES],
  ['ruby', RUBY_RULES],
  ['bash', BASH_RULES],
  ['css', CSS_RULES],
]);

/** Calls inside calls that are opened; each one takes another parse. */
const MAX_MACRO_DEPTH = 3;

/** Rejects with `read/grammar-missing` when a grammar is unavailable, and with nothing else. The result never depends on the files before [E1]. */
export function createCodeReader(source: ParserSource): CodeReader {
  return {
    async read(text, language) {
      const isMarkup = MARKUP.has(language);
      const rules = isMarkup ? JAVASCRIPT_RULES : RULES.get(language);
      if (!rules || text.length > LIMITS.maxOutlineBytes) return undefined;
      const code = fromUtf8(text);
      const fuel = toParseFuel(text.length);
      const isC = language === 'c' || language === 'cpp';
      const { text: shown, joins } = toShown(code, language);
      const outline = (grammar: string, parsed = shown) =>
        parseInTurn({ source, text: parsed, grammar, fuel }, ({ rootNode }) => ({
          cuts: collectCuts(rootNode, rules, joins),
          errors: countErrors(rootNode),
          opened: grammar === 'rust' ? openMacros(rootNode, parsed) : undefined,
        }));
      let own = await outline(isMarkup ? 'typescript' : language);
      // A macro may hold another one.
      for (let depth = 0; own?.opened !== undefined && depth < MAX_MACRO_DEPTH; depth++) {
        const inner = await outline(language, own.opened);
        if (inner === undefined) break;
        own = inner;
      }
      if (isC && own) return { cuts: addMacros(own.cuts, code) };
      if (language !== 'javascript' || own?.errors === 0) return own;
      // Flow: most of its types are also valid TypeScript.
      const typed = await outline('tsx');
      return typed && (!own || typed.errors < own.errors) ? typed : own;
    },
  };
}

/** Returns the text that is parsed. Rows stay where they were, so the outline stays right. */
function toShown(
  code: string,
  language: string,
): { readonly text: string; readonly joins?: ReadonlyMap<number, number> } {
  if (language === 'python') return hideComments(code);
  if (MARKUP.has(language)) return { text: hideMarkup(code) };
  return { text: language === 'c' || language === 'cpp' ? hideMacros(hideBodies(code)) : code };
}
