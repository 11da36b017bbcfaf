import { countSkips, isFailedSkip, type Skip } from '../../../model/skip.ts';
import { isFailedWarning, type Warning } from '../../../model/warning.ts';
import { words } from '../../words/words.ts';
import { buildTree, type TreeNode, type TreeSort } from './build-tree.ts';
import type { FileListing } from './use-listing.ts';

/** The lists that the numbers of a summary link to. */
export const SHOWS = ['all', 'without-text', 'skipped', 'failed'] as const;
export type Show = (typeof SHOWS)[number];

export function parseShow(text: string | undefined): Show {
  return SHOWS.find((show) => show === text) ?? 'all';
}

export function countShown(listing: FileListing): Readonly<Record<Show, number>> {
  const { files, withoutText, skips } = listing;
  const { skipped, failed } = countSkips(skips, warningsOfOthers(listing));
  return { all: files.length, 'without-text': withoutText.length, skipped, failed };
}

/** Lists the warnings about other files: a damaged document counts as a file without text, not as a failure too. */
function warningsOfOthers({ withoutText, warnings }: Pick<FileListing, 'withoutText' | 'warnings'>) {
  const counted = new Set(withoutText.map(({ path }) => path));
  return warnings.filter(({ path }) => !counted.has(path));
}

export function toTree(
  listing: FileListing | undefined,
  { filterText, sort, show }: { readonly filterText: string; readonly sort: TreeSort; readonly show: Show },
): TreeNode {
  const pick = <T extends { readonly path: string }>(items: readonly T[] | undefined, own: Show): readonly T[] =>
    items === undefined || (show !== 'all' && show !== own)
      ? []
      : items.filter(({ path }) => filterText === '' || path.toLowerCase().includes(filterText));
  const items = {
    files: pick(listing?.files, 'all'),
    withoutText: pick(listing?.withoutText, 'without-text'),
    skips: pick(listing?.skips, 'skipped').filter((skip) => show === 'all' || !isFailedSkip(skip)),
  };
  return buildTree(items, sort);
}

/** Lists paths that could not be read: some have a skip, some a warning. */
export function listFailures(listing: Omit<FileListing, 'files'>): readonly Warning[] {
  return [...listing.skips.filter(isFailedSkip).map(toWarning), ...warningsOfOthers(listing).filter(isFailedWarning)];
}

function toWarning({ path, reason }: Skip): Warning {
  return { path, code: 'unreadable', message: words.files.failures[reason] ?? words.files.failures.unreadable };
}
