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
    ...(outlines === 0 ? {} : { outlines: words.pack.outlines(outlines) }),
    ...(enoughTokens === undefined ? {} : { enoughTokens }),
  };
}
