import type { Engine } from '../../engine/contract.ts';
import { type ChoiceChanges, type Choices, NO_CHOICES } from '../../model/choices.ts';
import type { Collection } from '../../model/collection.ts';
import { NO_PACK } from '../../model/outputs/pack-draft.ts';
import { NO_SELECTION, type Selection } from '../../model/outputs/selection.ts';
import { listPicks, withSelection } from '../../selection/pack-draft.ts';
import { followSources } from '../../selection/scope.ts';
import { type Problem, readError } from './read-error.ts';
import { createSignal, type Signal } from './signal.ts';
import { readStoredJson, writeStored } from './stored.ts';

type Choosing = Pick<Engine, 'readChoices' | 'writeChoices'>;
export type StoredChoices = Pick<Choices, 'selections' | 'current' | 'pack'>;
type Plan = (stored: StoredChoices) => ChoiceChanges;

/** Selections and packs by collection. They are stored with their collection, so they are copied and deleted with it. */
export interface ChoiceStore {
  /** Choices of the collections that are loaded. A collection that isn't here may have any: nothing is exported from it yet. */
  readonly known: Signal<Readonly<Record<string, StoredChoices>>>;
  /** Reasons why the choices of a collection could not be loaded. */
  readonly problems: Signal<Readonly<Record<string, Problem>>>;
  /** Loads the choices of a collection. Keeps those made before they arrive. */
  load(collectionId: string): Promise<void>;
  /** Shows a change at once, or when the stored choices have arrived, then writes it after those before it. */
  plan(collectionId: string, make: Plan): void;
  /** Shows a change of typed text at once, and writes it when typing pauses. */
  planTyped(collectionId: string, make: Plan): void;
  /** Writes what waits for a pause in typing. Ends when all changes are written. */
  flush(collectionId: string): Promise<void>;
  /** Keeps what is not written yet for the next load: a page that closes can still write to localStorage, and nothing else. */
  keep(): void;
}

/** Changes that are not written yet. While the timer runs, typing made the last one. */
interface Queue {
  readonly plans: Plan[];
  /** The one that is being written. */
  now?: Plan;
  timer?: ReturnType<typeof setTimeout>;
  writing?: Promise<void>;
  /** JSON of the changes that localStorage keeps for this queue. */
  kept?: string;
}

const TYPING_MS = 400;
const KEY = 'quire-unwritten-choices';

export function createChoices(engine: Choosing, report: (error: unknown) => void): ChoiceStore {
  const known: ChoiceStore['known'] = createSignal({});
  const problems: ChoiceStore['problems'] = createSignal({});
  const waiting = new Map<string, Queue>();
  const set = (collectionId: string, stored: StoredChoices) =>
    known.update((all) => ({ ...all, [collectionId]: stored }));
  /** Keeps the objects of unchanged selections: screens would load their figures again. */
  const replace = (collectionId: string, stored: StoredChoices) => {
    const before = known.get()[collectionId]?.selections ?? {};
    const isSame = (id: string, one: Selection) => JSON.stringify(before[id]) === JSON.stringify(one);
    const entries = Object.entries(stored.selections).map(([id, one]) => [id, isSame(id, one) ? before[id] : one]);
    set(collectionId, { ...stored, selections: Object.fromEntries(entries) });
  };
  /** Returns the stored state, or undefined if it cannot be read. */
  const write = async (collectionId: string, make: Plan): Promise<StoredChoices | 'refused' | undefined> => {
    const read = async () => toStored(await engine.readChoices(collectionId));
    try {
      const stored = await read();
      await engine.writeChoices(collectionId, make(stored));
      return apply(stored, make);
    } catch (error) {
      const { code } = readError(error);
      const isTooLarge = code === 'engine/bad-selection';
      if (isTooLarge || known.get()[collectionId] === undefined) report(error);
      if (isTooLarge) return read().catch(() => undefined);
      return /^(?:store|thread)\//.test(code) ? 'refused' : undefined;
    }
  };
  /** Stops at a change that storage refuses: it is written with the next one, or kept when the page closes. */
  const writeAll = async (collectionId: string, queue: Queue) => {
    const { plans } = queue;
    for (queue.now = plans.shift(); queue.now !== undefined; queue.now = plans.shift()) {
      const stored = await write(collectionId, queue.now);
      if (stored === 'refused') {
        plans.unshift(queue.now);
        queue.now = queue.writing = undefined;
        return;
      }
      if (stored !== undefined) replace(collectionId, plans.reduce(apply, stored));
    }
    waiting.delete(collectionId);
    dropKept(collectionId, queue.kept);
  };
  const show = (collectionId: string, make: Plan): Queue => {
    const now = known.get()[collectionId];
    if (now !== undefined) set(collectionId, apply(now, make));
    const queue = waiting.get(collectionId) ?? { plans: [] };
    waiting.set(collectionId, queue);
    return queue;
  };
  const flush = async (collectionId: string) => {
    const queue = waiting.get(collectionId);
    if (queue === undefined) return;
    clearTimeout(queue.timer);
    queue.timer = undefined;
    queue.writing ??= writeAll(collectionId, queue);
    await queue.writing;
  };
  const plan = (collectionId: string, make: Plan) => {
    show(collectionId, make).plans.push(make);
    void flush(collectionId);
  };
  const planTyped = (collectionId: string, make: Plan) => {
    const queue = show(collectionId, make);
    const typed = queue.timer === undefined ? undefined : queue.plans.pop();
    queue.plans.push(typed === undefined ? make : join(typed, make));
    clearTimeout(queue.timer);
    queue.timer = setTimeout(() => void flush(collectionId), TYPING_MS);
  };
  const keep = () => {
    for (const [collectionId, queue] of waiting) {
      const { now, plans } = queue;
      const all = now === undefined ? plans : [now, ...plans];
      const shown = known.get()[collectionId];
      if (shown === undefined || all.length === 0) continue;
      const kept = readKept();
      // Another tab may have kept some.
      const changes = [() => kept[collectionId] ?? {}, ...all].reduce(join)(shown);
      queue.kept = JSON.stringify(changes);
      writeStored(KEY, JSON.stringify({ ...kept, [collectionId]: changes }));
    }
  };
  const load = async (collectionId: string) => {
    const { [collectionId]: kept } = readKept();
    if (kept !== undefined) {
      const queue = show(collectionId, () => kept);
      queue.plans.unshift(() => kept);
      queue.kept = JSON.stringify(kept);
      await flush(collectionId);
    }
    const stored = await engine.readChoices(collectionId).catch((error: unknown) => {
      problems.update((all) => ({ ...all, [collectionId]: readError(error) }));
    });
    if (stored === undefined) return;
    replace(collectionId, (waiting.get(collectionId)?.plans ?? []).reduce(apply, toStored(stored)));
    if (stored.pack === undefined && stored.current in stored.selections) plan(collectionId, startPack);
  };
  return { known, problems, load, plan, planTyped, flush, keep };
}

function readKept(): Readonly<Record<string, ChoiceChanges>> {
  const kept = readStoredJson(KEY);
  return typeof kept === 'object' && kept !== null ? (kept as Record<string, ChoiceChanges>) : {};
}

/** Removes kept changes after they were written, unless another tab has kept others meanwhile. */
function dropKept(collectionId: string, json: string | undefined): void {
  const { [collectionId]: kept, ...rest } = readKept();
  if (kept === undefined || JSON.stringify(kept) !== json) return;
  writeStored(KEY, Object.keys(rest).length > 0 ? JSON.stringify(rest) : undefined);
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
  { known, plan }: Pick<ChoiceStore, 'known' | 'plan'>,
  collection: Collection,
  change: (selection: Selection) => Selection,
): void {
  const shown = known.get()[collection.id]?.current;
  plan(collection.id, ({ selections, current }) => {
    const id = shown ?? current;
    const before = follow(selections[id] ?? NO_SELECTION, collection);
    return { selections: { [id]: follow(change(before), collection) } };
  });
}

/** Changes the current selection as the user types. */
export function changeTyped(choices: ChoiceStore, ...rest: [Collection, (selection: Selection) => Selection]): void {
  changeSelection({ known: choices.known, plan: choices.planTyped }, ...rest);
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
  const shown = known.get()[collection.id]?.current;
  plan(collection.id, ({ selections, current, pack = NO_PACK }) => {
    const id = shown ?? current;
    const before = follow(selections[id] ?? NO_SELECTION, collection);
    const { query, budgetTokens, format } = pack;
    const saved: Selection = {
      ...before,
      name,
      picks: listPicks(pack, before),
      ...(query === undefined ? {} : { query }),
      ...(budgetTokens === undefined ? {} : { budgetTokens }),
      ...(format === undefined ? {} : { format }),
    };
    return { selections: { [id]: follow(saved, collection) }, pack: { ...pack, picks: [] } };
  });
}

/** Removes a selection; returns the function that restores it. */
export function removeSelection({ known, plan }: ChoiceStore, collectionId: string, id: string): () => void {
  const gone = known.get()[collectionId]?.selections[id];
  plan(collectionId, () => ({ selections: { [id]: null } }));
  return () => plan(collectionId, () => (gone === undefined ? {} : { selections: { [id]: gone }, current: id }));
}

/** Makes one plan of two. */
function join(first: Plan, second: Plan): Plan {
  return (stored) => {
    const before = first(stored);
    const after = second(apply(stored, () => before));
    return { ...before, ...after, selections: { ...before.selections, ...after.selections } };
  };
}

function apply(stored: StoredChoices, make: Plan): StoredChoices {
  const { selections = {}, current = stored.current, pack = stored.pack } = make(stored);
  const all = Object.entries({ ...stored.selections, ...selections });
  const left = Object.fromEntries(all.flatMap(([id, one]) => (one === null ? [] : [[id, one]])));
  return {
    selections: left,
    current: current in left ? current : (Object.keys(left)[0] ?? NO_CHOICES.current),
    pack,
  };
}

function toStored({ selections, current, pack }: Choices): StoredChoices {
  return { selections, current, pack };
}

/** Gives the selection the current paths of the collection. */
export function follow(selection: Selection, { sources }: Pick<Collection, 'sources'>): Selection {
  return followSources(
    selection,
    sources.map(({ id }) => id),
  );
}
