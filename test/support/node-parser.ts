import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { buildParser } from '../../scripts/build-parser.mjs';
import type { ParserLibrary, ParserSource } from '../../src/read/contract.ts';

const { resolve } = createRequire(import.meta.url);

/** The parser as our build makes it, and grammars as npm installed them. */
export const nodeParser: ParserSource = {
  library: async () => import(pathToFileURL((await buildParser()).js).href) as Promise<ParserLibrary>,
  runtime: async () => WebAssembly.compile(await readFile((await buildParser()).wasm)),
  grammar: (language) =>
    language === 'c'
      ? readFile(resolve('tree-sitter-c/tree-sitter-c.wasm'))
      : readFile(resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${language}.wasm`)),
};
