// The grammars of tree-sitter that the app has, by the imports of the file that fetches them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';

const { resolve } = createRequire(import.meta.url);
// By path: tests with a DOM have another URL.
const source = readFileSync(resolve('../src/thread/local/parser-source.ts'), 'utf8');

/** Paths as imported, such as `tree-sitter-c/tree-sitter-c.wasm`. */
const imported = [...source.matchAll(/ from '([^.'][^']*\.wasm)\?url'/g)].map(([, path = '']) => path);

export const GRAMMARS = imported.map((path) => basename(path));

/**
 * Returns the path of a grammar as npm installed it.
 * @param {string} name such as `tree-sitter-c.wasm`
 */
export function locateGrammar(name) {
  const path = imported.find((one) => basename(one) === name);
  if (path === undefined) throw new Error(`there is no grammar ${name}`);
  return resolve(path);
}
