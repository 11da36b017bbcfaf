import { LIMITS } from '../model/limits.ts';
import type { PackDraft } from '../model/outputs/pack-draft.ts';
import { NO_SELECTION, type PickedChunk, type Selection } from '../model/outputs/selection.ts';
import { followSources } from './scope.ts';

/** Returns the pack after a selection was chosen: the pack takes over its question, budget and format. */
export function withSelection({ everything: _, ...draft }: PackDraft, selection: Selection): PackDraft {
  const { query, budgetTokens, format } = selection;
  return {
    ...draft,
    ...(query === undefined ? {} : { query }),
    ...(budgetTokens === undefined ? {} : { budgetTokens }),
    ...(format === undefined ? {} : { format }),
  };
}

/** Lists the chunks that were added, by hand or with the selection. */
export function listPicks({ picks, removed }: PackDraft, selection: Selection): readonly PickedChunk[] {
  const own = new Set(selection.picks.map(({ id }) => id));
  const out = new Set(removed);
  return [...selection.picks, ...picks.filter(({ id }) => !own.has(id))].filter(({ id }) => !out.has(id));
}

/** Adds a chunk, even one that was removed before. */
export function addPick(draft: PackDraft, pick: PickedChunk): PackDraft {
  const others = draft.picks.filter(({ id }) => id !== pick.id);
  return {
    ...draft,
    picks: [...others, pick].slice(0, LIMITS.maxPicks),
    removed: draft.removed.filter((key) => key !== pick.id),
  };
}

/** Undoes `addPick`; the chunk may still be included as a match. A chunk of the selection has to be removed instead. */
export function dropPick(draft: PackDraft, selection: Selection, pickId: string): PackDraft {
  if (selection.picks.some(({ id }) => id === pickId)) return removeItem(draft, pickId);
  return { ...draft, picks: draft.picks.filter(({ id }) => id !== pickId) };
}

/** Puts the chunks that picked ones became in their places. */
export function replacePicks(picks: readonly PickedChunk[], now: ReadonlyMap<string, PickedChunk>): PickedChunk[] {
  return [...new Map(picks.map((pick) => now.get(pick.id) ?? pick).map((pick) => [pick.id, pick])).values()];
}

/** Always includes the files, whole, as far as they fit. */
export function addFiles(draft: PackDraft, paths: readonly string[]): PackDraft {
  return { ...draft, files: [...new Set([...(draft.files ?? []), ...paths])].slice(0, LIMITS.maxPicks) };
}

export function dropFile(draft: PackDraft, path: string): PackDraft {
  return { ...draft, files: (draft.files ?? []).filter((other) => other !== path) };
}

/** Excludes an item from the pack, for any reason it was included. */
export function removeItem(draft: PackDraft, key: string): PackDraft {
  const others = draft.removed.filter((other) => other !== key);
  return {
    ...draft,
    picks: draft.picks.filter(({ id }) => id !== key),
    removed: [...others, key].slice(-LIMITS.maxPicks),
  };
}

/** Returns the draft with the collection's current paths. */
export function followPack({ root, ...draft }: PackDraft, sourceIds: readonly string[]): PackDraft {
  const scope = { ...NO_SELECTION, paths: draft.files ?? [], picks: draft.picks, root };
  const moved = followSources(scope, sourceIds);
  const files = draft.files === undefined ? {} : { files: moved.paths };
  return { ...draft, ...files, picks: moved.picks, root: moved.root };
}
