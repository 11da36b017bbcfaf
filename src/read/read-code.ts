import type { Node } from 'web-tree-sitter';
import { MARKUP } from '../kinds/programming-languages.ts';
import { fromUtf8 } from '../lib/bytes.ts';
import type { Cut } from '../model/cut.ts';
import { LIMITS } from '../model/limits.ts';
import { collectCuts } from './code/collect-cuts.ts';
import { outlineByKeywords } from './code/keyword-outline.ts';
import type { OutlineRules } from './code/outline-rules.ts';
import { parseInTurn, toParseFuel } from './code/parser-runtime.ts';
import { C_RULES, CPP_RULES } from './code/rules-c.ts';
import { ELIXIR_RULES, HASKELL_RULES, OCAML_RULES } from './code/rules-functional.ts';
import { GO_RULES, RUST_RULES } from './code/rules-go-rust.ts';
import { JAVASCRIPT_RULES } from './code/rules-javascript.ts';
import { DART_RULES, KOTLIN_RULES, SCALA_RULES, SWIFT_RULES } from './code/rules-kotlin-swift.ts';
import { LUA_RULES, ZIG_RULES } from './code/rules-lua-zig.ts';
import {
  BASH_RULES,
  C_SHARP_RULES,
  CSS_RULES,
  JAVA_RULES,
  PHP_RULES,
  PYTHON_RULES,
  RUBY_RULES,
} from './code/rules-others.ts';
import { openMacros, toShownCode } from './code/shown-code.ts';
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
  ['kotlin', KOTLIN_RULES],
  ['swift', SWIFT_RULES],
  ['scala', SCALA_RULES],
  ['dart', DART_RULES],
  ['elixir', ELIXIR_RULES],
  ['haskell', HASKELL_RULES],
  ['ocaml', OCAML_RULES],
  ['ocaml_interface', OCAML_RULES],
  ['lua', LUA_RULES],
  ['zig', ZIG_RULES],
]);

/** Calls inside calls that are opened; each one takes another parse. */
const MAX_MACRO_DEPTH = 3;

/** Rejects with `read/grammar-missing` when a grammar is unavailable, and with nothing else. The result never depends on the files before [E1]. */
export function createCodeReader(source: ParserSource): CodeReader {
  return {
    async read(text, language) {
      const isMarkup = MARKUP.has(language);
      const rules = isMarkup ? JAVASCRIPT_RULES : RULES.get(language);
      if (text.length > LIMITS.maxOutlineBytes) return undefined;
      const code = fromUtf8(text);
      if (!rules) return { cuts: outlineByKeywords(code, language) };
      const fuel = toParseFuel(text.length);
      const isC = language === 'c' || language === 'cpp';
      const { text: shown, joins } = toShownCode(code, language);
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

/** Counting stops here: the walk must not take longer than the parse. */
const MAX_ERRORS = 1_000;

/** Counts the places where the parser failed. Descends only into nodes that contain an error. */
function countErrors(root: Node): number {
  let errors = 0;
  const open = [root];
  for (let node = open.pop(); node && errors < MAX_ERRORS; node = open.pop()) {
    if (!node.hasError) continue;
    if (node.isError || node.isMissing) errors++;
    for (const child of node.children) open.push(child);
  }
  return errors;
}

/** A macro without a value is a flag, usually a header guard. */
const DEFINE = /^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)[ \t]+(?=\S)/;

/** Adds C constants. The parser never sees them, yet a header may hold nothing else. */
function addMacros(cuts: readonly Cut[], code: string): readonly Cut[] {
  return [...cuts, ...findMacros(code)].sort((a, b) => a.line - b.line);
}

function findMacros(code: string): Cut[] {
  const macros: Cut[] = [];
  const names = new Set<string>();
  let line = 1;
  for (let start = 0; start < code.length; line++) {
    const feed = code.indexOf('\n', start);
    const end = feed < 0 ? code.length : feed;
    const name = DEFINE.exec(code.slice(start, Math.min(end, start + 200)))?.[1];
    start = end + 1;
    if (name === undefined || names.has(name)) continue;
    names.add(name);
    macros.push({ line, level: 1, what: 'const', name, symbolLine: line, endLine: line, isSoft: true });
  }
  return macros;
}
