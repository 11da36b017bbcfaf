import { useMemo } from 'react';
import type { PackOptions } from '../../engine/contract.ts';
import { NO_CHOICES } from '../../model/choices.ts';
import { type Collection, isIncomplete } from '../../model/collection.ts';
import { NO_PACK, type PackDraft } from '../../model/outputs/pack-draft.ts';
import { isUnbounded, NO_SELECTION, type PickedChunk, type Selection } from '../../model/outputs/selection.ts';
import {
  addFiles,
  addPick,
  dropFile,
  dropPick,
  followPack,
  listPicks,
  replacePicks,
} from '../../selection/pack-draft.ts';
import { toScope } from '../../selection/scope.ts';
import { useLoaded } from '../kit/use-loaded.ts';
import { useApp, useCommits } from './context.ts';
import { getSearch } from './get-search.ts';
import type { Preferences } from './preferences.ts';
import { useRoute } from './route.ts';
import { listScope, useScope } from './scope.ts';
import { type ChoiceStore, changeSelection, follow, type StoredChoices } from './selections.ts';
import { useSignal } from './signal.ts';
import { useSelection, useSelections, useSelectionsState } from './use-selections.ts';

/** The options of a collection's pack, with the defaults filled in. */
export interface PackRequest {
  /** Undefined for an empty pack: no question, files or chunks. */
  readonly options?: PackOptions;
  /** Equal for equal packs. */
  readonly key: string;
  readonly query: string;
  /** The snapshot whose later changes are packed. */
  readonly since?: string | undefined;
  readonly budgetTokens: number;
  readonly format: 'markdown' | 'xml';
  /** Chunks that were added. */
  readonly picks: readonly PickedChunk[];
  /** Chunks that were added, and that the collection no longer has. */
  readonly gonePicks?: readonly PickedChunk[];
  /** Files that were added, whole. */
  readonly files: readonly string[];
}

interface PackSetting {
  readonly collection: Collection;
  readonly draft: PackDraft;
  readonly selection: Selection;
  readonly preferences: Preferences;
  /** The collections that are packed together. */
  readonly together?: readonly string[];
  /** The snapshot whose later changes are packed. */
  readonly since?: string;
  /** The search query, which is the question until the user types another one. */
  readonly searched: string;
}

/** Computes the current pack in one place: the header, the Pack screen and *Copy pack* read it. */
export function usePackRequest(collection: Collection): PackRequest {
  const app = useApp();
  const route = useRoute();
  const { scope } = useScope();
  const ids = listScope(scope, useSignal(app.state.collections));
  const isReady = useSelectionsState(collection.id).status === 'ready';
  const request = toPackRequest({
    collection,
    draft: usePackDraft(collection),
    selection: useSelection(collection),
    preferences: useSignal(app.state.preferences.values),
    together: scope === undefined ? undefined : ids,
    since: route.place === 'pack' ? route.since : undefined,
    searched: useSignal(getSearch(app, collection.id, scope).view).text,
  });
  const gone = useGonePicks(collection, request.picks);
  const picks = request.picks.filter(({ id }) => !gone.has(id));
  const gonePicks = request.picks.filter(({ id }) => gone.has(id));
  return { ...request, picks, gonePicks, options: isReady ? request.options : undefined };
}

/** Returns the ids of added chunks that the collection no longer has. Those that only changed are replaced in the pack. */
function useGonePicks(collection: Collection, picks: readonly PickedChunk[]): ReadonlySet<string> {
  const { connection, state } = useApp();
  const { engine } = connection;
  const { id } = collection;
  const selection = useSelection(collection);
  const commits = useCommits(id);
  const { place } = useRoute();
  // The start of the app need not read the whole collection for the header.
  const isWanted = picks.length > 0 && (commits > 0 || place === 'pack');
  // In an import everything that is still to come is missing, and a published collection would send requests.
  const isKnown = isWanted && !isIncomplete(collection) && collection.publishedAt === undefined;
  const load = async () => {
    const facts = await engine.describeSelection(id, { ...toScope(follow(NO_SELECTION, collection)), picks });
    const gone = new Set(facts.gone.picks);
    if (gone.size === 0) return gone;
    const { findSuccessors } = await import('./find-successors.ts');
    const now = await findSuccessors(
      engine,
      id,
      picks.filter((pick) => gone.has(pick.id)),
    );
    const replace = <T extends { readonly picks: readonly PickedChunk[] }>(of: T): T => ({
      ...of,
      picks: replacePicks(of.picks, now),
    });
    if (now.size > 0) changePack(state.choices, collection, replace);
    if (selection.picks.some((pick) => now.has(pick.id))) changeSelection(state.choices, collection, replace);
    for (const old of now.keys()) gone.delete(old);
    return gone;
  };
  const { value } = useLoaded(
    () => (isKnown ? load() : undefined),
    [engine, id, picks.map((pick) => pick.id).join(), isKnown],
    { version: commits, keep: true, onFailure: 'ignore' },
  );
  return value ?? NONE;
}

const NONE: ReadonlySet<string> = new Set();

export function toPackRequest(setting: PackSetting): PackRequest {
  const { collection, draft, selection, preferences: preferred, together, since, searched } = setting;
  const { budgetTokens = preferred.budgetTokens, format = preferred.packFormat, instructions = '' } = draft;
  const query = since === undefined ? (draft.query ?? searched) : (draft.reviewQuery ?? '');
  const picks = listPicks(draft, selection);
  // Without a question and without limits, the added chunks would be the whole pack.
  const isAll = since === undefined && draft.everything === true && query.trim() === '' && isUnbounded(selection);
  const files = together === undefined ? (draft.files ?? []) : [];
  const hasNotes = draft.notes === true && together === undefined && since === undefined;
  const isOnlyNotes = hasNotes && query.trim() === '' && !isAll;
  const isAsked = query.trim() !== '' || picks.length + files.length > 0 || isOnlyNotes;
  const hasFiles = together === undefined && (since !== undefined || isAll || !isUnbounded(selection));
  const options: PackOptions = {
    collectionId: collection.id,
    query: query.trim() === '' ? undefined : query,
    instructions: instructions.trim() === '' ? undefined : instructions,
    // Ticks and patterns belong to one collection; added chunks are included.
    ...(together === undefined
      ? {
          // Without limits, the selection is everything.
          selection:
            isOnlyNotes && picks.length === 0 && isUnbounded(selection)
              ? undefined
              : { ...toScope(selection), picks: isAll ? [] : picks },
          files: files.length === 0 ? undefined : files,
          since,
        }
      : { together, picks: picks.map(({ id }) => id) }),
    budgetTokens,
    format,
    counter: preferred.packCounter,
    detail: preferred.packDetail,
    order: preferred.packOrder,
    tests: draft.tests,
    notes: together === undefined ? draft.notes : undefined,
    citesLines: preferred.packLines,
    leaveOut: draft.removed,
    mask: selection.mask,
  };
  // During an import the collection changes all the time: one pack is enough until the end.
  const state = isIncomplete(collection) ? 'incomplete' : collection.index_id;
  return {
    options: isAsked || hasFiles ? options : undefined,
    key: `${state} ${JSON.stringify(options)}`,
    query,
    since,
    budgetTokens,
    format,
    picks,
    files,
  };
}

/** Returns the pack of a collection, with the current paths. */
export function usePackDraft({ id, sources }: Collection): PackDraft {
  const { pack = NO_PACK } = useSelections(id);
  return useMemo(() => followSourcesOf(pack, sources), [pack, sources]);
}

/** Changes the stored pack, which another tab may have changed too. */
export function changePack(
  { plan }: ChoiceStore,
  { id, sources }: Collection,
  change: (draft: PackDraft, stored: StoredChoices) => PackDraft,
): void {
  plan(id, (stored) => ({
    pack: followSourcesOf(change(followSourcesOf(stored.pack ?? NO_PACK, sources), stored), sources),
  }));
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

/** Adds the file to the pack, or removes it. */
export function toggleFile(
  choices: ChoiceStore,
  collection: Collection,
  { path, isIn }: { readonly path: string; readonly isIn: boolean },
): void {
  changePack(choices, collection, (draft) => (isIn ? dropFile(draft, path) : addFiles(draft, [path])));
}

/** Lists the added chunks, for the reader and the header. */
export function listAdded({ selections, current, pack = NO_PACK }: StoredChoices = NO_CHOICES): readonly PickedChunk[] {
  return listPicks(pack, selections[current] ?? NO_SELECTION);
}

function followSourcesOf(draft: PackDraft, sources: Collection['sources']): PackDraft {
  return followPack(
    draft,
    sources.map(({ id }) => id),
  );
}
