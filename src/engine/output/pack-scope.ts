import { isEverything, isUnbounded } from '../../model/outputs/selection.ts';
import type { PackOptions } from '../contract.ts';
import { findOrdinal } from '../search/answers.ts';
import { createPathScope } from '../selection/path-scope.ts';
import { resolveSelection } from '../selection/resolve-selection.ts';
import type { Choice, PackParts } from './choose-chunks.ts';
import type { Review } from './review.ts';

/** The part of a pack that does not depend on its question. */
export interface PackScope {
  /** Choices, best first: picked chunks, chunks around changes; without a question, also the selection. */
  readonly first: readonly Choice[];
  /** Whether the question may use a file. Unset: all files. */
  readonly allows?: (fileIndex: number) => boolean;
  /** Files included in full, as far as they fit, because no question ranks their chunks. */
  readonly selected: readonly number[];
  /** Set if the pack is about changes. */
  readonly review?: Review | undefined;
}

/** Chunks listed, as a multiple of the budget: the selection may be the whole collection. */
const CANDIDATE_SHARE = 2;

export async function readPackScope(deps: PackParts, options: PackOptions): Promise<PackScope> {
  const { kernel, open } = deps;
  const { selection, since, picks = [], files: wholeFiles = [], query } = options;
  const found = [...(await findOrdinals(deps, picks)), ...(await listWhole(deps, wholeFiles))];
  const resolved = selection === undefined ? undefined : await resolveSelection(kernel, open, selection);
  const picked = [...(resolved?.picks ?? []), ...found];
  const isBounded = resolved !== undefined && !isUnbounded(resolved.scope);
  const files = new Set(isBounded ? resolved.files : []);
  const allows = isBounded ? (fileIndex: number): boolean => files.has(fileIndex) : undefined;
  const review =
    since === undefined
      ? undefined
      : // Few packs are reviews: the engine starts without it.
        await (await import('./review.ts')).readReview(deps, {
          since,
          // Removed files have no index.
          matches: resolved !== undefined && isBounded ? createPathScope(resolved.scope).matches : () => true,
          allows: allows ?? (() => true),
          leaveOut: new Set(options.leaveOut),
        });
  const comesWhole = query === undefined && since === undefined && resolved !== undefined;
  const selected = comesWhole && (isBounded || isEverything(resolved.scope)) ? resolved.files : [];
  return {
    first: [
      ...picked.map((ordinal): Choice => ({ ordinal, why: 'picked' })),
      ...(review?.choices ?? []),
      ...listSelected(deps, selected, options.budgetTokens),
    ],
    allows,
    selected,
    review,
  };
}

/** Finds chunk ordinals; ids that are paths of outlines have none. */
export async function findOrdinals({ kernel, open }: PackParts, ids: readonly string[]): Promise<readonly number[]> {
  const found = await Promise.all(ids.map((id) => findOrdinal(kernel, open, id)));
  return found.filter((ordinal) => ordinal !== undefined);
}

/** Lists all chunks of files; a path that is gone has none. */
async function listWhole({ open }: PackParts, paths: readonly string[]): Promise<readonly number[]> {
  if (paths.length > 0) await open.completeFiles();
  return paths.flatMap((path) => {
    const fileIndex = open.findFileIndex(path);
    if (fileIndex === undefined) return [];
    const first = open.ordinals[fileIndex] as number;
    return Array.from({ length: (open.ordinals[fileIndex + 1] as number) - first }, (_, i) => first + i);
  });
}

/** Lists selected chunks in path order, as many as the pack may need. */
function* listSelected({ open }: PackParts, files: readonly number[], budgetTokens: number): Generator<Choice> {
  let tokens = 0;
  for (const fileIndex of files) {
    const { chunkCount, tokenTotal } = open.row(fileIndex);
    const first = open.ordinals[fileIndex] as number;
    for (let i = 0; i < chunkCount; i++) yield { ordinal: first + i, why: 'selected' };
    tokens += tokenTotal;
    if (tokens > budgetTokens * CANDIDATE_SHARE) return;
  }
}
