import type { PackAnswer } from '../../engine/contract.ts';
import { words } from '../words/words.ts';
import { formatCount, toBudgetText } from './format.ts';

/** The numbers of a pack in words: its contents, what did not fit, and a budget that would fit it. */
export interface PackNumbers {
  /** For the header: tokens of the budget. */
  readonly short: string;
  readonly contents: string;
  /** Warning that selected files did not fit, shown first. */
  readonly filesMissing?: string;
  readonly missing?: string;
  readonly allIn?: string;
  readonly outlines?: string;
  /** Budget to offer. */
  readonly enoughTokens?: number;
}

export function describePack(answer: PackAnswer, budgetTokens: number): PackNumbers {
  const { tokens, exact, chunks, files, account, items } = answer;
  const { matches, missing, selected, enoughTokens } = account;
  const about = exact ? '' : '~';
  const outlines = items.filter(({ why }) => why === 'outline').length;
  return {
    short: words.pack.used(`${about}${formatCount(tokens)}`, toBudgetText(budgetTokens)),
    contents: words.pack.contents(chunks, files, `${about}${formatCount(tokens)}`, formatCount(budgetTokens)),
    ...(missing === 0
      ? { allIn: selected === undefined ? words.pack.allIn(matches) : words.pack.allFiles(selected.files) }
      : selected === undefined
        ? { missing: words.pack.missing(missing) }
        : { filesMissing: words.pack.filesMissing(selected.whole, selected.files) }),
    outlines: outlines === 0 ? undefined : words.pack.outlines(outlines),
    enoughTokens,
  };
}

const { grammarNames, laterNames } = words.status;
const GRAMMAR = /tree-sitter-([a-z_-]+?)-[\w-]{8}\.wasm$/;
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/\/o200k/, laterNames.tokens],
  [/\/crawl\//, laterNames.sites],
  [/\/kernel/, laterNames.kernel],
  [/\/tree-sitter/, laterNames.code],
  [/\/pdfjs/, laterNames.pdf],
];

/** Names the features that missing app files are for, without duplicates, documents first. Shared helpers have no name. */
export function listMissing(files: readonly { readonly url: string }[]): readonly string[] {
  const names = files.map(({ url }) => findGrammar(url) ?? NAMES.find(([pattern]) => pattern.test(url))?.[1]);
  const sorted = [...new Set(names.filter((name) => name !== undefined))].sort();
  return sorted.sort((a, b) => Number(b === laterNames.pdf) - Number(a === laterNames.pdf));
}

function findGrammar(url: string): string | undefined {
  const name = GRAMMAR.exec(url)?.[1];
  return name === undefined ? undefined : (grammarNames[name] ?? name.replace(/^./, (first) => first.toUpperCase()));
}
