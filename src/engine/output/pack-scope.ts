import { isUnbounded } from '../../model/outputs/selection.ts';
import type { PackOptions } from '../contract.ts';
import { findOrdinal } from '../search/answers.ts';
import { resolveSelection } from '../selection/resolve-selection.ts';
import type { Choice } from './choose-chunks.ts';
import { findImpact } from './find-impact.ts';
import type { PackParts } from './pack-parts.ts';

/** What of a pack is known before its question is asked. */
export interface PackScope {
  /** Best first: what was picked, what changed and what uses it; without a question also what is selected. */
  readonly first: readonly Choice[];
  /** Files that the question may be answered from; unset: all. */
  readonly allows?: (fileIndex: number) => boolean;
}

/** Enough to choose from: what is selected may be the whole collection. */
const CANDIDATE_SHARE = 2;

export async function readPackScope(deps: PackParts, options: PackOptions): Promise<PackScope> {
  const { kernel, open } = deps;
  const { selection, since, picks = [], query } = options;
  const found = await Promise.all(picks.map((pick) => findOrdinal(kernel, open, pick)));
  const resolved = selection === undefined ? undefined : await resolveSelection(kernel, open, selection);
  const picked = [...(resolved?.picks ?? []), ...found.filter((ordinal) => ordinal !== undefined)];
  const isBounded = resolved !== undefined && !isUnbounded(resolved.scope);
  const files = new Set(isBounded ? resolved.files : []);
  const allows = isBounded ? (fileIndex: number): boolean => files.has(fileIndex) : undefined;
  const impact = since === undefined ? [] : await findImpact(deps, { since, ...(allows && { allows }) });
  const isAll = query === undefined && since === undefined && isBounded;
  return {
    first: [
      ...picked.map((ordinal): Choice => ({ ordinal, why: 'picked' })),
      ...impact,
      ...(isAll ? listSelected(deps, resolved.files, options.budgetTokens) : []),
    ],
    ...(allows && { allows }),
  };
}

/** In path order, as many as there may be use for. */
function* listSelected({ open }: PackParts, files: readonly number[], budgetTokens: number): Generator<Choice> {
  let tokens = 0;
  for (const fileIndex of files) {
    const { chunk_count, token_total } = open.row(fileIndex);
    const first = open.ordinals[fileIndex] as number;
    for (let i = 0; i < chunk_count; i++) yield { ordinal: first + i, why: 'selected' };
    tokens += token_total;
    if (tokens > budgetTokens * CANDIDATE_SHARE) return;
  }
}
