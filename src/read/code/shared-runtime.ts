import type { Tree } from 'web-tree-sitter';
import { createQueue } from '../../lib/async/queue.ts';
import { AppError } from '../../model/app-error.ts';
import type { ParserSource } from '../contract.ts';
import { type ParserRuntime, startRuntime } from './parser-runtime.ts';

interface ParseTask {
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
export function parseInTurn<T>(task: ParseTask, collect: (tree: Tree) => T): Promise<T | undefined> {
  return inTurn(async () => {
    const first = await parseOnce(task, collect);
    if (first.isSure) return first.value;
    current = undefined;
    return (await parseOnce(task, collect)).value;
  });
}

async function parseOnce<T>({ source, text, grammar, fuel }: ParseTask, collect: (tree: Tree) => T) {
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
