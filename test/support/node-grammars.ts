import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { GrammarBytes } from '../../src/read/contract.ts';

const { resolve } = createRequire(import.meta.url);

/** Runtime and grammars as npm installed them. */
export const nodeGrammars: GrammarBytes = {
  runtime: () => readFile(resolve('web-tree-sitter/web-tree-sitter.wasm')),
  grammar: (language) =>
    language === 'c'
      ? readFile(resolve('tree-sitter-c/tree-sitter-c.wasm'))
      : readFile(resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${language}.wasm`)),
};
