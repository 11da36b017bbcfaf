import { useMemo } from 'react';
import { NO_CHOICES } from '../../../model/choices.ts';
import type { Collection } from '../../../model/collection.ts';
import { NO_PACK, type PackDraft } from '../../../model/outputs/pack-draft.ts';
import { NO_SELECTION, type PickedChunk } from '../../../model/outputs/selection.ts';
import { addPick, dropPick, followPack, listPicks } from '../../../selection/pack-draft.ts';
import type { ChoiceStore, StoredChoices } from '../selections.ts';
import { useSelections } from '../use-selections.ts';

/** Returns the pack of a collection, with the current paths. */
export function usePackDraft({ id, sources }: Collection): PackDraft {
  const { pack = NO_PACK } = useSelections(id);
  return useMemo(() => follow(pack, sources), [pack, sources]);
}

/** Changes the stored pack, which another tab may have changed too. */
export function changePack(
  { plan }: ChoiceStore,
  { id, sources }: Collection,
  change: (draft: PackDraft, stored: StoredChoices) => PackDraft,
): void {
  plan(id, (stored) => ({ pack: follow(change(follow(stored.pack ?? NO_PACK, sources), stored), sources) }));
}

/** Adds the chunk to the pack, or removes it. The selection does not change. */
export function togglePick(
  choices: ChoiceStore,
  collection: Collection,
  { pick, isIn }: { readonly pick: PickedChunk; readonly isIn: boolean },
): void {
  changePack(choices, collection, (draft, { selections, current }) =>
    isIn ? dropPick(draft, selections[current] ?? NO_SELECTION, pick.id) : addPick(draft, pick),
  );
}

/** Lists the added chunks, for the reader and the header. */
export function listAdded({ selections, current, pack = NO_PACK }: StoredChoices = NO_CHOICES): readonly PickedChunk[] {
  return listPicks(pack, selections[current] ?? NO_SELECTION);
}

function follow(draft: PackDraft, sources: Collection['sources']): PackDraft {
  return followPack(
    draft,
    sources.map(({ id }) => id),
  );
}
