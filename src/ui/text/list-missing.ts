import { nameLanguage } from '../../kinds/programming-languages.ts';
import { statusWords } from '../words/status.ts';

const { laterNames } = statusWords;
const GRAMMAR = /tree-sitter-([a-z_-]+?)-[\w-]{8}\.wasm$/;
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/\/o200k/, laterNames.tokens],
  [/\/crawl\//, laterNames.sites],
  [/\/kernel/, laterNames.kernel],
  [/\/tree-sitter/, laterNames.code],
  [/\/pdfjs/, laterNames.pdf],
  [/\/formula-/, laterNames.formulas],
];

/** Names the features that missing app files are for, without duplicates, documents first. Shared helpers have no name. */
export function listMissing(files: readonly { readonly url: string }[]): readonly string[] {
  const names = files.map(({ url }) => findGrammar(url) ?? NAMES.find(([pattern]) => pattern.test(url))?.[1]);
  const sorted = [...new Set(names.filter((name) => name !== undefined))].sort();
  return sorted.sort((a, b) => Number(b === laterNames.pdf) - Number(a === laterNames.pdf));
}

function findGrammar(url: string): string | undefined {
  const name = GRAMMAR.exec(url)?.[1];
  return name === undefined ? undefined : nameLanguage(name);
}
