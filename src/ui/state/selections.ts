import type { Engine } from '../../engine/contract.ts';
import { type ChoiceChanges, type Choices, NO_CHOICES } from '../../model/choices.ts';
import type { Collection } from '../../model/collection.ts';
import { followSources } from '../../model/outputs/follow-sources.ts';
import { listPicks, NO_PACK, withSelection } from '../../model/outputs/pack-draft.ts';
import { NO_SELECTION, type Selection } from '../../model/outputs/selection.ts';
import { readError } from './read-error.ts';
import { createSignal, type Signal } from './signal.ts';

type Choosing = Pick<Engine, 'readChoices' | 'writeChoices'>;
export type StoredChoices = Pick<Choices, 'selections' | 'current' | 'pack'>;
type Plan = (stored: StoredChoices) => ChoiceChanges;

/** Selections and packs by collection. They are stored with their collection, so they are copied and deleted with it. */
export interface ChoiceStore {
  readonly known: Signal<Readonly<Record<string, StoredChoices>>>;
  /** Loads the choices of a collection. Keeps those made before they arrive. */
  load(collectionId: string): Promise<void>;
  /** Shows a change at once, then writes it after those before it. */
  plan(collectionId: string, make: Plan): void;
}

export function createChoices(engine: Choosing, report: (error: unknown) => void): ChoiceStore {
  const known: ChoiceStore['known'] = createSignal({});
  const waiting = new Map<string, Plan[]>();
  const set = (collectionId: string, stored: StoredChoices) =>
    known.update((all) => ({ ...all, [collectionId]: stored }));
  /** Returns the stored state; undefined when storage is full or refused, and changes then last until the page closes. */
  const write = async (collectionId: string, make: Plan): Promise<StoredChoices | undefined> => {
    const read = async () => toStored(await engine.readChoices(collectionId));
    try {
      const stored = await read();
      await engine.writeChoices(collectionId, make(stored));
      return apply(stored, make);
    } catch (error) {
      if (readError(error).code !== 'engine/bad-selection') return undefined;
      report(error);
      return read();
    }
  };
  const writeAll = async (collectionId: string, queue: Plan[]) => {
    for (let make = queue.shift(); make !== undefined; make = queue.shift()) {
      const stored = await write(collectionId, make);
      if (stored !== undefined) set(collectionId, queue.reduce(apply, stored));
    }
    waiting.delete(collectionId);
  };
  const plan = (collectionId: string, make: Plan) => {
    set(collectionId, apply(known.get()[collectionId] ?? NO_CHOICES, make));
    const queue = waiting.get(collectionId);
    if (queue !== undefined) queue.push(make);
    else {
      const first = [make];
      waiting.set(collectionId, first);
      void writeAll(collectionId, first);
    }
  };
  const load = async (collectionId: string) => {
    const stored = await engine.readChoices(collectionId);
    set(collectionId, (waiting.get(collectionId) ?? []).reduce(apply, toStored(stored)));
    if (stored.pack === undefined && stored.current in stored.selections) plan(collectionId, startPack);
  };
  return { known, load, plan };
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

/** Changes the current selection as stored at that moment: another tab may have changed it as well. */
export function changeSelection(
  { known, plan }: ChoiceStore,
  collection: Collection,
  change: (selection: Selection) => Selection,
): void {
  const { current } = known.get()[collection.id] ?? NO_CHOICES;
  plan(collection.id, ({ selections }) => {
    const before = follow(selections[current] ?? NO_SELECTION, collection);
    return { selections: { [current]: follow(change(before), collection) } };
  });
}

export function chooseSelection({ plan }: ChoiceStore, collectionId: string, id: string): void {
  plan(collectionId, ({ selections, pack = NO_PACK }) => {
    const selection = selections[id];
    return { current: id, ...(selection === undefined ? {} : { pack: withSelection(pack, selection) }) };
  });
}

/** Adds a selection and makes it the current one. */
export function addSelection({ plan }: ChoiceStore, collection: Collection, selection: Selection): void {
  // Ids sort in the order of creation.
  const id = `s${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`;
  plan(collection.id, () => ({ selections: { [id]: follow(selection, collection) }, current: id }));
}

/** Saves the pack with the current selection under a name. Its chunks then belong to the selection. */
export function saveSelection({ known, plan }: ChoiceStore, collection: Collection, name: string): void {
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
export function removeSelection({ known, plan }: ChoiceStore, collectionId: string, id: string): () => void {
  const gone = known.get()[collectionId]?.selections[id];
  plan(collectionId, () => ({ selections: { [id]: null } }));
  return () => plan(collectionId, () => (gone === undefined ? {} : { selections: { [id]: gone }, current: id }));
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

/** Gives the selection the current paths of the collection. */
export function follow(selection: Selection, { sources }: Pick<Collection, 'sources'>): Selection {
  return followSources(
    selection,
    sources.map(({ id }) => id),
  );
}
