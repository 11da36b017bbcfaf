import { useMemo } from 'react';
import { getCurrentSelection, NO_CHOICES } from '../../model/choices.ts';
import type { Collection } from '../../model/collection.ts';
import type { Selection } from '../../model/outputs/selection.ts';
import type { LoadState } from '../kit/use-loaded.ts';
import { useApp } from './context.ts';
import { follow, type StoredChoices } from './selections.ts';
import { useSignal } from './signal.ts';

export function useSelections(collectionId: string): StoredChoices {
  return useSignal(useApp().state.choices.known)[collectionId] ?? NO_CHOICES;
}

/** Returns whether the selections of a collection are loaded. Until then a screen must not export, and must not edit what it would show as empty. */
export function useSelectionsState(collectionId: string): LoadState {
  const { choices } = useApp().state;
  const isKnown = collectionId in useSignal(choices.known);
  const problem = useSignal(choices.problems)[collectionId];
  return {
    status: isKnown ? 'ready' : problem === undefined ? 'loading' : 'failed',
    problem,
    reload: () => void choices.load(collectionId),
  };
}

/** Returns the current selection, with the current paths of the collection: the same object until either changes, because screens compare it. */
export function useSelection(collection: Collection): Selection {
  const selection = getCurrentSelection(useSelections(collection.id));
  const ids = collection.sources.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: every refresh makes another collection object; paths depend on the ids of its sources
  return useMemo(() => follow(selection, collection), [selection, ids]);
}
