import { fromUtf8 } from '../lib/bytes.ts';
import { AppError } from '../model/app-error.ts';
import type { Cut } from '../model/cut.ts';
import { LIMITS } from '../model/limits.ts';
import { addMacros } from './code/add-macros.ts';
import { collectCuts } from './code/collect-cuts.ts';
import { countErrors } from './code/count-errors.ts';
import { hideBodies } from './code/hide-bodies.ts';
import { hideMacros } from './code/hide-macros.ts';
import type { OutlineRules } from './code/outline-rules.ts';
import { type ParserRuntime, startRuntime, toParseFuel } from './code/parser-runtime.ts';
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

/**
 * Grammars are loaded when first met. Rejects with `read/grammar-missing` when one cannot be had, and with nothing else. What a file gives
 * does not depend on the files before it: a runtime that trapped is thrown away, and a file whose outcome may have been decided by what
 * was there before is read again in a new one [E1].
 */
export function createCodeReader(source: ParserSource): CodeReader {
  return {
    async read(text, language) {
      const rules = RULES.get(language);
      if (!rules || text.length > LIMITS.maxOutlineBytes) return undefined;
      const code = fromUtf8(text);
      const fuel = toParseFuel(text.length);
      const isC = language === 'c' || language === 'cpp';
      const shown = isC ? hideMacros(hideBodies(code)) : code;
      const outline = (grammar: string) => inTurn(() => parseSurely({ source, text: shown, grammar, fuel, rules }));
      const own = await outline(language);
      if (isC && own) return { cuts: addMacros(own.cuts, code) };
      if (language !== 'javascript' || own?.errors === 0) return own;
      // Flow: its types are most of TypeScript's.
      const typed = await outline('tsx');
      return typed && (!own || typed.errors < own.errors) ? typed : own;
    },
  };
}

interface OutlineTask {
  readonly source: ParserSource;
  readonly text: string;
  readonly grammar: string;
  readonly fuel: number;
  readonly rules: OutlineRules;
}

interface Outline {
  readonly cuts: readonly Cut[];
  readonly errors: number;
}

/** A second time in a new runtime where the first may have been decided by the files before. */
async function parseSurely({ source, text, grammar, fuel, rules }: OutlineTask): Promise<Outline | undefined> {
  const parse = async () => {
    const runtime = await acquireRuntime(source, grammar);
    return runtime.parse({ text, language: grammar, fuel }, ({ rootNode }) => ({
      cuts: collectCuts(rootNode, rules),
      errors: countErrors(rootNode),
    }));
  };
  const first = await parse();
  if (first.isSure) return first.value;
  current = undefined;
  return (await parse()).value;
}

/** The library has one runtime in each thread, whoever reads. */
let current: { readonly source: ParserSource; readonly runtime: ParserRuntime } | undefined;
let last: Promise<unknown> = Promise.resolve();

/** A runtime may be replaced between two files, never beside one that is being read. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work);
  last = done.catch(() => undefined);
  return done;
}

async function acquireRuntime(source: ParserSource, language: string): Promise<ParserRuntime> {
  try {
    if (current?.source !== source || current.runtime.isSpent) {
      current = { source, runtime: await startRuntime(await source.library(), await source.runtime()) };
    }
    const { runtime } = current;
    if (!runtime.has(language)) await load(runtime, language, await source.grammar(language));
    return runtime;
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 200) : 'unknown';
    throw new AppError('read/grammar-missing', 'the grammar could not be loaded', { language, why });
  }
}

async function load(runtime: ParserRuntime, language: string, bytes: Uint8Array): Promise<void> {
  try {
    await runtime.load(language, bytes);
  } catch (error) {
    // Half a grammar may lie in its memory.
    current = undefined;
    throw error;
  }
}
