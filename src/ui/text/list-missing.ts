import { words } from '../words/words.ts';

const { grammarNames, laterNames } = words.status;
const GRAMMAR = /tree-sitter-([a-z-]+?)-[\w-]{8}\.wasm$/;
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/\/o200k/, laterNames.tokens],
  [/\/crawl\//, laterNames.sites],
  [/\/kernel/, laterNames.kernel],
  [/\/tree-sitter/, laterNames.code],
  [/\/pdfjs/, laterNames.pdf],
];

/** What files of the app are for, each once, in words. Helpers that several of them share have no name of their own. */
export function listMissing(files: readonly { readonly url: string }[]): readonly string[] {
  const names = files.map(({ url }) => findGrammar(url) ?? NAMES.find(([pattern]) => pattern.test(url))?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

function findGrammar(url: string): string | undefined {
  const name = GRAMMAR.exec(url)?.[1];
  return name === undefined ? undefined : (grammarNames[name] ?? name);
}
