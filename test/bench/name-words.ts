import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Engine } from '../../src/engine/contract.ts';

/** A word that is part of several names but no name itself. */
interface NameWord {
  readonly word: string;
  /** Lines of definitions whose name contains the word, by path. */
  readonly lines: ReadonlyMap<string, readonly number[]>;
}

const DEFINITION =
  /^\s*(?:export\s+(?:default\s+)?)?(?:(?:async\s+)?def|class|(?:async\s+)?function|interface|type)\s+(\w+)/;
const SOURCE = /\.(?:py|js|ts|tsx|mjs)$/;
const MIN_CHARS = 4;
const MIN_NAMES = 5;
const MAX_NAMES = 30;
const WORDS = 60;
const FIRST = 5;

/** Returns the queries, their MRR@10 and the share of the first five hits that are a definition or a file whose name contains the word. */
export async function rankNameWords(engine: Engine, id: string, tree: string): Promise<[number, number, number]> {
  const words = findNameWords(tree);
  let [reciprocal, share] = [0, 0];
  for (const { word, lines } of words) {
    const { hits } = await engine.search(id, word, { limit: 10 });
    const isRight = hits.map(
      ({ path, lines: [first, last] }) =>
        toParts(basename(path)).includes(word) ||
        lines.get(path)?.some((line) => first <= line && line <= last) === true,
    );
    reciprocal += isRight.includes(true) ? 1 / (isRight.indexOf(true) + 1) : 0;
    share += isRight.slice(0, FIRST).filter(Boolean).length / FIRST;
  }
  return [words.length, reciprocal / words.length, share / words.length];
}

/** Every n-th of the words in five to thirty names, so that they are spread over the alphabet. */
function findNameWords(tree: string): NameWord[] {
  const found = new Map<string, { names: Set<string>; lines: Map<string, number[]> }>();
  const whole = new Set<string>();
  for (const path of readdirSync(tree, { recursive: true, encoding: 'utf8' })) {
    if (!SOURCE.test(path)) continue;
    readFileSync(join(tree, path), 'utf8')
      .split('\n')
      .forEach((text, i) => {
        const name = DEFINITION.exec(text)?.[1];
        if (name === undefined) return;
        const parts = toParts(name);
        if (parts.length === 1) whole.add(parts[0] as string);
        for (const part of new Set(parts)) {
          const { names, lines } = found.get(part) ?? { names: new Set(), lines: new Map() };
          found.set(part, { names: names.add(name), lines: lines.set(path, [...(lines.get(path) ?? []), i + 1]) });
        }
      });
  }
  const words = [...found]
    .filter(([word, { names }]) => word.length >= MIN_CHARS && names.size >= MIN_NAMES && names.size <= MAX_NAMES)
    .filter(([word]) => !whole.has(word))
    .map(([word, { lines }]) => ({ word, lines }))
    .sort((a, b) => (a.word < b.word ? -1 : 1));
  const step = Math.max(1, Math.floor(words.length / WORDS));
  return words.filter((_, i) => i % step === 0).slice(0, WORDS);
}

/** `DefaultStorageFinder.py` → default, storage, finder, py. */
function toParts(name: string): string[] {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2');
  return spaced.toLowerCase().match(/[a-z]+/g) ?? [];
}
