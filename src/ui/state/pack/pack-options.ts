import type { PackOptions } from '../../../engine/contract.ts';
import { type Collection, isIncomplete } from '../../../model/collection.ts';
import type { PackDraft } from '../../../model/outputs/pack-draft.ts';
import { isUnbounded, type PickedChunk, type Selection } from '../../../model/outputs/selection.ts';
import { listPicks } from '../../../selection/pack-draft.ts';
import { toScope } from '../../../selection/scope.ts';
import { useApp } from '../context.ts';
import { getSearch } from '../get-search.ts';
import type { Preferences } from '../preferences.ts';
import { useRoute } from '../route.ts';
import { listAll } from '../scope/all-collections.ts';
import { useScope } from '../scope/use-scope.ts';
import { useSignal } from '../signal.ts';
import { useSelection, useSelectionsState } from '../use-selections.ts';
import { usePackDraft } from './pack-draft.ts';

/** The options of a collection's pack, with the defaults filled in. */
export interface PackRequest {
  /** Undefined for an empty pack: no question, files or chunks. */
  readonly options?: PackOptions;
  /** Equal for equal packs. */
  readonly key: string;
  readonly query: string;
  readonly budgetTokens: number;
  readonly format: 'markdown' | 'xml';
  /** Chunks that were added. */
  readonly picks: readonly PickedChunk[];
}

interface PackSetting {
  readonly collection: Collection;
  readonly draft: PackDraft;
  readonly selection: Selection;
  readonly preferences: Preferences;
  /** The collections that are packed together. */
  readonly together?: readonly string[] | undefined;
  /** The snapshot whose later changes are packed. */
  readonly since?: string | undefined;
  /** The search query, which is the question until the user types another one. */
  readonly searched: string;
}

/** Computes the current pack in one place: the header, the Pack screen and *Copy pack* read it. */
export function usePackRequest(collection: Collection): PackRequest {
  const app = useApp();
  const route = useRoute();
  const { scope } = useScope();
  const all = listAll(useSignal(app.state.collections));
  const isReady = useSelectionsState(collection.id).status === 'ready';
  const request = toPackRequest({
    collection,
    draft: usePackDraft(collection),
    selection: useSelection(collection),
    preferences: useSignal(app.state.preferences.values),
    together: scope === undefined ? undefined : all,
    since: route.place === 'pack' ? route.since : undefined,
    searched: useSignal(getSearch(app, collection.id, scope).view).text,
  });
  const { options: _, ...unasked } = request;
  return isReady ? request : unasked;
}

export function toPackRequest(setting: PackSetting): PackRequest {
  const { collection, draft, selection, preferences: preferred, together, since, searched } = setting;
  const { budgetTokens = preferred.budgetTokens, format = preferred.packFormat, instructions = '' } = draft;
  const query = draft.query ?? (since === undefined ? searched : '');
  const picks = listPicks(draft, selection);
  // Without a question and without limits, the added chunks would be the whole pack.
  const isAll = draft.everything === true && query.trim() === '' && isUnbounded(selection);
  const isAsked = query.trim() !== '' || picks.length > 0;
  const hasFiles = together === undefined && (since !== undefined || isAll || !isUnbounded(selection));
  const options: PackOptions = {
    collectionId: collection.id,
    ...(query.trim() === '' ? {} : { query }),
    ...(instructions.trim() === '' ? {} : { instructions }),
    // Ticks and patterns belong to one collection; added chunks are included.
    ...(together === undefined
      ? { selection: { ...toScope(selection), picks: isAll ? [] : picks }, ...(since === undefined ? {} : { since }) }
      : { together, picks: picks.map(({ id }) => id) }),
    budgetTokens,
    format,
    counter: preferred.packCounter,
    detail: preferred.packDetail,
    order: preferred.packOrder,
    leaveOut: draft.removed,
    mask: selection.mask,
  };
  // During an import the collection changes all the time: one pack is enough until the end.
  const state = isIncomplete(collection) ? 'incomplete' : collection.index_id;
  return {
    ...(isAsked || hasFiles ? { options } : {}),
    key: `${state} ${JSON.stringify(options)}`,
    query,
    budgetTokens,
    format,
    picks,
  };
}
