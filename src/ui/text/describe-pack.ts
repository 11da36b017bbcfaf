import type { PackAnswer } from '../../engine/contract.ts';
import { packWords } from '../words/outputs.ts';
import { formatCount } from './format.ts';

/** The numbers of a pack in words: its contents, what did not fit, and a budget that would fit it. */
export interface PackNumbers {
  readonly contents: string;
  /** Warning that selected files did not fit, shown first. */
  readonly filesMissing?: string;
  readonly missing?: string;
  readonly allIn?: string;
  /** Budget to offer. */
  readonly enoughTokens?: number;
}

export function describePack(answer: PackAnswer, budgetTokens: number): PackNumbers {
  const { tokens, exact, account } = answer;
  const { matches, missing, selected, enoughTokens } = account;
  const about = exact ? '' : '~';
  return {
    contents: packWords.contents(answer, `${about}${formatCount(tokens)}`, formatCount(budgetTokens)),
    ...(missing === 0
      ? { allIn: selected === undefined ? packWords.allIn(matches) : packWords.allFiles(selected.files) }
      : selected === undefined
        ? { missing: packWords.missing(missing) }
        : { filesMissing: packWords.filesMissing(selected.whole, selected.files) }),
    enoughTokens,
  };
}
