import { getCurrentSelection, NO_CHOICES } from '../../model/choices.ts';
import type { Collection } from '../../model/collection.ts';
import type { Selection } from '../../model/outputs/selection.ts';
import { useApp } from './context.ts';
import { follow, type StoredChoices } from './selections.ts';
import { useSignal } from './signal.ts';

export function useSelections(collectionId: string): StoredChoices {
  return useSignal(useApp().state.choices.known)[collectionId] ?? NO_CHOICES;
}

/** The current selection, with the current paths of the collection. */
export function useSelection(collection: Collection): Selection {
  return follow(getCurrentSelection(useSelections(collection.id)), collection);
}
