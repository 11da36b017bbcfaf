import type { Engine } from '../../engine/contract.ts';
import { type ChoiceChanges, type Choices, getCurrentSelection, NO_CHOICES } from '../../model/choices.ts';
import type { Collection } from '../../model/collection.ts';
import { followSources } from '../../model/outputs/follow-sources.ts';
import { listPicks, NO_PACK, withSelection } from '../../model/outputs/pack-draft.ts';
import { NO_SELECTION, type Selection } from '../../model/outputs/selection.ts';
import { report } from './actions/report.ts';
import { readError } from './read-error.ts';
import { createSignal, useSignal } from './signal.ts';

type Choosing = Pick<Engine, 'readChoices' | 'writeChoices'>;
export type StoredChoices = Pick<Choices, 'selections' | 'current' | 'pack'>;
export type Plan = (stored: StoredChoices) => ChoiceChanges;

/** Selections by collection. They are stored with their collection, so they are copied and deleted with it. */
const known = createSignal<Readonly<Record<string, StoredChoices>>>({});
const waiting = new Map<string, Plan[]>();
let keeper: Choosing | undefined;

/** Loads the selections of a collection. Keeps choices made before they arrive. */
export async function loadSelections(engine: Choosing, collectionId: string): Promise<void> {
  keeper = engine;
  const stored = await engine.readChoices(collectionId);
  const left = waiting.get(collectionId) ?? [];
  set(collectionId, left.reduce(apply, toStored(stored)));
  if (stored.pack === undefined && stored.current in stored.selections) plan(collectionId, startPack);
}

/** Moves the pack out of the current selection, where earlier releases stored it and its chunks narrowed every export. */
function startPack({ selections, current, pack }: StoredChoices): ChoiceChanges {
  const selection = selections[current];
  if (selection === undefined || pack !== undefined) return {};
  const { picks, root } = selection;
  const started = withSelection({ ...NO_PACK, ...(root === undefined ? {} : { root }) }, selection);
  if (selection.name !== '' || picks.length === 0) return { pack: started };
  return { pack: { ...started, picks }, selections: { [current]: { ...selection, picks: [] } } };
}

export function useSelections(collectionId: string): StoredChoices {
  return useSignal(known)[collectionId] ?? NO_CHOICES;
}

/** The current selection, with the current paths of the collection. */
export function useSelection(collection: Collection): Selection {
  return follow(getCurrentSelection(useSelections(collection.id)), collection);
}

/** Changes the current selection as stored at that moment: another tab may have changed it as well. */
export function changeSelection(collection: Collection, change: (selection: Selection) => Selection): void {
  const { current } = known.get()[collection.id] ?? NO_CHOICES;
  plan(collection.id, ({ selections }) => {
    const before = follow(selections[current] ?? NO_SELECTION, collection);
    return { selections: { [current]: follow(change(before), collection) } };
  });
}

export function chooseSelection(collectionId: string, id: string): void {
  plan(collectionId, ({ selections, pack = NO_PACK }) => {
    const selection = selections[id];
    return { current: id, ...(selection === undefined ? {} : { pack: withSelection(pack, selection) }) };
  });
}

/** Adds a selection and makes it the current one. */
export function addSelection(collection: Collection, selection: Selection): void {
  // Ids sort in the order of creation.
  const id = `s${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`;
  plan(collection.id, () => ({ selections: { [id]: follow(selection, collection) }, current: id }));
}

/** Saves the pack with the current selection under a name. Its chunks then belong to the selection. */
export function saveSelection(collection: Collection, name: string): void {
  const { current } = known.get()[collection.id] ?? NO_CHOICES;
  plan(collection.id, ({ selections, pack = NO_PACK }) => {
    const before = follow(selections[current] ?? NO_SELECTION, collection);
    const { query, budgetTokens, format } = pack;
    const saved: Selection = {
      ...before,
      name,
      picks: listPicks(pack, before),
      ...(query === undefined ? {} : { query }),
      ...(budgetTokens === undefined ? {} : { budgetTokens }),
      ...(format === undefined ? {} : { format }),
    };
    return { selections: { [current]: follow(saved, collection) }, pack: { ...pack, picks: [] } };
  });
}

/** Removes a selection; returns the function that restores it. */
export function removeSelection(collectionId: string, id: string): () => void {
  const gone = known.get()[collectionId]?.selections[id];
  plan(collectionId, () => ({ selections: { [id]: null } }));
  return () => plan(collectionId, () => (gone === undefined ? {} : { selections: { [id]: gone }, current: id }));
}

/** Shows a change at once, then writes it: applies all pending plans to the stored state in one go. */
export function plan(collectionId: string, make: Plan): void {
  set(collectionId, apply(known.get()[collectionId] ?? NO_CHOICES, make));
  const queue = waiting.get(collectionId);
  if (queue !== undefined) queue.push(make);
  else {
    waiting.set(collectionId, [make]);
    void writeAll(collectionId);
  }
}

async function writeAll(collectionId: string): Promise<void> {
  const queue = waiting.get(collectionId) ?? [];
  while (queue.length > 0 && keeper !== undefined) {
    const stored = await write(keeper, collectionId, queue.splice(0));
    if (stored !== undefined) set(collectionId, queue.reduce(apply, stored));
  }
  waiting.delete(collectionId);
}

/** Returns the stored state; undefined when storage is full or refused, and changes then last until the page closes. */
async function write(
  engine: Choosing,
  collectionId: string,
  plans: readonly Plan[],
): Promise<StoredChoices | undefined> {
  try {
    let stored = toStored(await engine.readChoices(collectionId));
    let changes: ChoiceChanges = {};
    for (const make of plans) {
      const change = make(stored);
      stored = apply(stored, make);
      changes = { ...changes, ...change, selections: { ...changes.selections, ...change.selections } };
    }
    await engine.writeChoices(collectionId, changes);
    return stored;
  } catch (error) {
    if (readError(error).code !== 'engine/bad-selection') return undefined;
    // One plan is too large; the others must not be lost with it.
    if (plans.length > 1) return writeEach(engine, collectionId, plans);
    report(error);
    return toStored(await engine.readChoices(collectionId));
  }
}

async function writeEach(
  engine: Choosing,
  collectionId: string,
  plans: readonly Plan[],
): Promise<StoredChoices | undefined> {
  let stored: StoredChoices | undefined;
  for (const make of plans) stored = await write(engine, collectionId, [make]);
  return stored;
}

function apply(stored: StoredChoices, make: Plan): StoredChoices {
  const { selections = {}, current = stored.current, pack = stored.pack } = make(stored);
  const all = Object.entries({ ...stored.selections, ...selections });
  const left = Object.fromEntries(all.flatMap(([id, one]) => (one === null ? [] : [[id, one]])));
  return {
    selections: left,
    current: current in left ? current : (Object.keys(left)[0] ?? NO_CHOICES.current),
    ...(pack === undefined ? {} : { pack }),
  };
}

function toStored({ selections, current, pack }: Choices): StoredChoices {
  return { selections, current, ...(pack === undefined ? {} : { pack }) };
}

function set(collectionId: string, stored: StoredChoices): void {
  known.update((all) => ({ ...all, [collectionId]: stored }));
}

const followed = new WeakMap<Selection, { readonly sources: Collection['sources']; readonly selection: Selection }>();

/** Returns the same object for the same selection, because screens compare it. */
function follow(selection: Selection, { sources }: Collection): Selection {
  const before = followed.get(selection);
  if (before?.sources === sources) return before.selection;
  const moved = followSources(
    selection,
    sources.map(({ id }) => id),
  );
  const isSame = JSON.stringify(moved) === JSON.stringify(before?.selection);
  const now = isSame && before !== undefined ? before.selection : moved;
  followed.set(selection, { sources, selection: now });
  return now;
}
