import { buildParser } from '../../scripts/build-parser.mjs';
import { locateGrammar } from '../../scripts/list-grammars.mjs';
import { createNodeParser } from '../../src/cli/readers.ts';

/** The parser as our build makes it, and grammars as npm installed them. */
export const nodeParser = createNodeParser(async (name) => {
  const { js, wasm } = await buildParser();
  return { 'tree-sitter.js': js, 'tree-sitter.wasm': wasm }[name] ?? locateGrammar(name);
});
