import type { Language, Parser, Tree } from 'web-tree-sitter';
import { createQueue } from '../../lib/async/queue.ts';
import { AppError } from '../../model/app-error.ts';
import { LIMITS } from '../../model/limits.ts';
import type { ParserLibrary, ParserSource } from '../contract.ts';

interface TurnTask {
  readonly source: ParserSource;
  readonly text: string;
  readonly grammar: string;
  readonly fuel: number;
}

/**
 * Returns what `collect` makes of the tree; undefined when the text takes more than its fuel. Loads each grammar on first use: rejects with
 * `read/grammar-missing` when one is unavailable, and with nothing else. Discards a runtime that trapped, and parses a text again in a new runtime if
 * the texts before it may have decided the outcome [E1].
 */
export function parseInTurn<T>(task: TurnTask, collect: (tree: Tree) => T): Promise<T | undefined> {
  return inTurn(async () => {
    const first = await parseOnce(task, collect);
    if (first.isSure) return first.value;
    current = undefined;
    return (await parseOnce(task, collect)).value;
  });
}

async function parseOnce<T>({ source, text, grammar, fuel }: TurnTask, collect: (tree: Tree) => T) {
  const runtime = await acquireRuntime(source, grammar);
  return runtime.parse({ text, language: grammar, fuel }, collect);
}

/** The library has one runtime per thread, for all readers. */
let current: { readonly source: ParserSource; readonly runtime: ParserRuntime } | undefined;

/** A runtime may be replaced between two files, never while a file is being parsed. */
const inTurn = createQueue();

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
    // Its memory may hold a partly loaded grammar.
    current = undefined;
    throw error;
  }
}

/** A parser's arenas grow until it is deleted; without this limit 10,000 files do not fit in memory. */
const PARSES_PER_PARSER = 200;

/** A runtime's memory never shrinks: one that a hostile file has inflated is discarded. */
const MAX_RUNTIME_BYTES = 268_435_456;

/** One tree-sitter runtime with its grammars. The library has only one at a time: after the next one starts, this one must not be used. */
class ParserRuntime {
  readonly #library: ParserLibrary;
  readonly #fuel: WebAssembly.Global<'i32'>;
  readonly #memory: WebAssembly.Memory;
  readonly #languages = new Map<string, Language>();
  readonly #parsers = new Map<string, { readonly parser: Parser; uses: number }>();
  #isBroken = false;
  /** The outcome of the first file depends on no other file. */
  #isUnused = true;

  constructor(library: ParserLibrary, { fuel, memory }: RuntimeInsides) {
    this.#library = library;
    this.#fuel = fuel;
    this.#memory = memory;
  }

  /** After a trap or a failed allocation the runtime cannot be trusted, with any grammar. */
  get isSpent(): boolean {
    return this.#isBroken || this.memoryBytes > MAX_RUNTIME_BYTES;
  }

  get memoryBytes(): number {
    return this.#memory.buffer.byteLength;
  }

  has(language: string): boolean {
    return this.#languages.has(language);
  }

  async load(language: string, bytes: Uint8Array): Promise<void> {
    this.#fuel.value = MAX_FUEL;
    this.#languages.set(language, await this.#library.Language.load(bytes));
  }

  /**
   * Returns what `collect` makes of the tree; undefined when the runtime trapped or the fuel ran out. `isSure` is false when a little more work would
   * have changed the outcome: the allocator's work depends on the files before.
   */
  parse<T>(
    { text, language, fuel }: ParseTask,
    collect: (tree: Tree) => T,
  ): { readonly value?: T; readonly isSure: boolean } {
    const isFirst = this.#isUnused;
    this.#isUnused = false;
    this.#fuel.value = MAX_FUEL;
    try {
      const parser = this.#acquireParser(language);
      this.#fuel.value = fuel;
      const tree = parser.parse(text);
      if (!tree) throw new TypeError('the parser gave no tree');
      const value = collect(tree);
      const left = this.#fuel.value;
      this.#fuel.value = MAX_FUEL;
      tree.delete();
      return { value, isSure: isFirst || left > fuel / 10 };
    } catch {
      this.#isBroken = true;
      return { isSure: isFirst };
    }
  }

  #acquireParser(language: string): Parser {
    const known = this.#parsers.get(language);
    if (known && known.uses++ < PARSES_PER_PARSER) return known.parser;
    known?.parser.delete();
    const parser = new this.#library.Parser();
    parser.setLanguage(this.#languages.get(language) ?? null);
    this.#parsers.set(language, { parser, uses: 1 });
    return parser;
  }
}

const MAX_FUEL = 2_147_483_647;

interface ParseTask {
  readonly text: string;
  readonly language: string;
  readonly fuel: number;
}

/** Fuel for parsing a file of this size. */
export function toParseFuel(bytes: number): number {
  return Math.min(LIMITS.parseFuel + LIMITS.parseFuelPerByte * bytes, LIMITS.maxParseFuel);
}

interface RuntimeInsides {
  readonly fuel: WebAssembly.Global<'i32'>;
  readonly memory: WebAssembly.Memory;
}

/** Starts a new runtime without grammars, which replaces the previous one. */
export function startRuntime(library: ParserLibrary, compiled: WebAssembly.Module): Promise<ParserRuntime> {
  return new Promise((resolve, reject) => {
    const options = {
      // Without these, an abort writes to the console.
      print: () => undefined,
      printErr: () => undefined,
      instantiateWasm(
        imports: WebAssembly.Imports,
        done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
      ) {
        // The library does not learn of a failure here: it would wait for ever.
        WebAssembly.instantiate(compiled, imports).then((instance) => {
          const fuel = instance.exports.fuel as WebAssembly.Global<'i32'>;
          const memory = imports.env?.memory as WebAssembly.Memory;
          started.then(() => resolve(new ParserRuntime(library, { fuel, memory })), reject);
          done(instance, compiled);
        }, reject);
        return {};
      },
    };
    const started = library.Parser.init(options);
    started.catch(reject);
  });
}
