import { Language, Parser, type Tree } from 'web-tree-sitter';
import { fromUtf8 } from '../lib/bytes.ts';
import { AppError } from '../model/app-error.ts';
import type { Cut } from '../model/cut.ts';
import { LIMITS } from '../model/limits.ts';
import { collectCuts } from './code/collect-cuts.ts';
import { hideBodies } from './code/hide-bodies.ts';
import { hideMacros } from './code/hide-macros.ts';
import type { OutlineRules } from './code/outline-rules.ts';
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
import type { CodeReader, GrammarBytes } from './contract.ts';

/** A parser's arenas grow and are not given back until it is deleted; without this 10,000 files do not fit in memory. */
const PARSES_PER_PARSER = 200;

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

/** Grammars are loaded when first met. Rejects with `read/grammar-missing` when one cannot be had, and with nothing else. */
export function createCodeReader(bytes: GrammarBytes): CodeReader {
  const languages = new Map<string, Promise<Language>>();
  const parsers = new ParserPool();

  const loadLanguage = (name: string): Promise<Language> => {
    const known = languages.get(name);
    if (known) return known;
    const loading = load(name, bytes);
    languages.set(name, loading);
    // A grammar that could not be had is asked for again with the next file.
    loading.catch(() => languages.delete(name));
    return loading;
  };

  return {
    async read(text, language) {
      const rules = RULES.get(language);
      if (!rules || text.length > LIMITS.maxOutlineBytes) return undefined;
      const grammar = await loadLanguage(language);
      const code = fromUtf8(text);
      const source = language === 'c' || language === 'cpp' ? hideMacros(hideBodies(code)) : code;
      const cuts = parsers.parse(source, language, grammar, (tree) => collectCuts(tree.rootNode, rules));
      return cuts && { cuts };
    },
  };
}

let runtime: Promise<void> | undefined;

function startRuntime(bytes: GrammarBytes): Promise<void> {
  if (!runtime) {
    runtime = bytes.runtime().then((wasmBinary) => Parser.init({ wasmBinary }));
    runtime.catch(() => {
      runtime = undefined;
    });
  }
  return runtime;
}

async function load(name: string, bytes: GrammarBytes): Promise<Language> {
  try {
    await startRuntime(bytes);
    return await Language.load(await bytes.grammar(name));
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 200) : 'unknown';
    throw new AppError('read/grammar-missing', 'the grammar could not be loaded', { language: name, why });
  }
}

class ParserPool {
  readonly #parsers = new Map<string, { readonly parser: Parser; uses: number }>();

  /** Undefined when the budget is used up or the parser gave up; counts, not time, so the answer is the same everywhere [E4]. */
  parse(
    text: string,
    name: string,
    grammar: Language,
    collect: (tree: Tree) => readonly Cut[],
  ): readonly Cut[] | undefined {
    const parser = this.#take(name, grammar);
    let calls = 0;
    let tree: Tree | null = null;
    try {
      tree = parser.parse(text, null, { progressCallback: () => ++calls > LIMITS.parseBudget });
      if (tree) return collect(tree);
      parser.reset();
      return undefined;
    } catch {
      // The runtime trapped (its own stack or memory): this parser cannot be trusted any more.
      this.#parsers.delete(name);
      return undefined;
    } finally {
      tree?.delete();
    }
  }

  #take(name: string, grammar: Language): Parser {
    const known = this.#parsers.get(name);
    if (known && known.uses++ < PARSES_PER_PARSER) return known.parser;
    known?.parser.delete();
    const parser = new Parser();
    parser.setLanguage(grammar);
    this.#parsers.set(name, { parser, uses: 1 });
    return parser;
  }
}
