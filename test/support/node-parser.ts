import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { buildParser } from '../../scripts/build-parser.mjs';
import type { ParserLibrary, ParserSource } from '../../src/read/contract.ts';

const { resolve } = createRequire(import.meta.url);

const PACKAGES: Readonly<Record<string, string>> = {
  c: 'tree-sitter-c',
  dart: '@repomix/tree-sitter-wasms/out',
  elixir: '@cursorless/tree-sitter-wasms/out',
  haskell: '@cursorless/tree-sitter-wasms/out',
  kotlin: '@tree-sitter-grammars/tree-sitter-kotlin',
  lua: '@cursorless/tree-sitter-wasms/out',
  ocaml: 'tree-sitter-ocaml',
  ocaml_interface: 'tree-sitter-ocaml',
  scala: '@cursorless/tree-sitter-wasms/out',
  swift: '@repomix/tree-sitter-wasms/out',
  zig: '@cursorless/tree-sitter-wasms/out',
};

/** The parser as our build makes it, and grammars as npm installed them. */
export const nodeParser: ParserSource = {
  library: async () => import(pathToFileURL((await buildParser()).js).href) as Promise<ParserLibrary>,
  runtime: async () => WebAssembly.compile(await readFile((await buildParser()).wasm)),
  grammar: (language) =>
    readFile(resolve(`${PACKAGES[language] ?? '@vscode/tree-sitter-wasm/wasm'}/tree-sitter-${language}.wasm`)),
};
