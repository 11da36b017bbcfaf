import type { Tree } from 'web-tree-sitter';
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
 * What `collect` makes of the tree; undefined when the text takes more than its fuel. Grammars are loaded when first met: rejects with
 * `read/grammar-missing` when one cannot be had, and with nothing else. A runtime that trapped is thrown away, and a text whose outcome
 * may have been decided by those before it is parsed again in a new one [E1].
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
