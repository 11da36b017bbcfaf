import type { Engine } from '../../engine/contract.ts';
import { type ChoiceChanges, type Choices, getCurrentSelection, NO_CHOICES } from '../../model/choices.ts';
import type { Collection } from '../../model/collection.ts';
import { LIMITS } from '../../model/limits.ts';
import { followSources } from '../../model/outputs/follow-sources.ts';
import { NO_SELECTION, type PickedChunk, type Selection } from '../../model/outputs/selection.ts';
import { report } from './actions/report.ts';
import { readError } from './read-error.ts';
import { createSignal, useSignal } from './signal.ts';

type Choosing = Pick<Engine, 'readChoices' | 'writeChoices'>;
export type Kept = Pick<Choices, 'selections' | 'current'>;
type Plan = (kept: Kept) => ChoiceChanges;

/** Selections by collection. They are kept with their collection, so they are copied and deleted with it. */
const known = createSignal<Readonly<Record<string, Kept>>>({});
const waiting = new Map<string, Plan[]>();
let keeper: Choosing | undefined;

/** Reads the selections of a collection. What was chosen before they were there is kept. */
export async function loadSelections(engine: Choosing, collectionId: string): Promise<void> {
  keeper = engine;
  const kept = await engine.readChoices(collectionId);
  const left = waiting.get(collectionId) ?? [];
  set(collectionId, left.reduce(apply, toKept(kept)));
}

export function useSelections(collectionId: string): Kept {
  return useSignal(known)[collectionId] ?? NO_CHOICES;
}

/** The current selection, with the paths that the collection has now. */
export function useSelection(collection: Collection): Selection {
  return follow(getCurrentSelection(useSelections(collection.id)), collection);
}

/** Changes the current selection, as it is stored by then: another tab may have changed it as well. */
export function changeSelection(collection: Collection, change: (selection: Selection) => Selection): void {
  const { current } = known.get()[collection.id] ?? NO_CHOICES;
  plan(collection.id, ({ selections }) => {
    const before = follow(selections[current] ?? NO_SELECTION, collection);
    return { selections: { [current]: follow(change(before), collection) } };
  });
}

export function chooseSelection(collectionId: string, id: string): void {
  plan(collectionId, () => ({ current: id }));
}

/** A new one becomes the current one. */
export function addSelection(collection: Collection, selection: Selection): void {
  // In the order of their ids they are in the order in which they were made.
  const id = `s${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`;
  plan(collection.id, () => ({ selections: { [id]: follow(selection, collection) }, current: id }));
}

/** What undoes it. */
export function removeSelection(collectionId: string, id: string): () => void {
  const gone = known.get()[collectionId]?.selections[id];
  plan(collectionId, () => ({ selections: { [id]: null } }));
  return () => plan(collectionId, () => (gone === undefined ? {} : { selections: { [id]: gone }, current: id }));
}

export function togglePick(collection: Collection, pick: PickedChunk): 'added' | 'removed' {
  const { picks } = getCurrentSelection(known.get()[collection.id] ?? NO_CHOICES);
  const isIn = picks.some(({ id }) => id === pick.id);
  changeSelection(collection, (selection) => {
    const others = selection.picks.filter(({ id }) => id !== pick.id);
    return { ...selection, picks: isIn ? others : [...others, pick].slice(0, LIMITS.maxPicks) };
  });
  return isIn ? 'removed' : 'added';
}

/** Shown at once, then written: plans are made again over what is stored, all that have come by then in one go. */
function plan(collectionId: string, make: Plan): void {
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
    const kept = await write(keeper, collectionId, queue.splice(0));
    if (kept !== undefined) set(collectionId, queue.reduce(apply, kept));
  }
  waiting.delete(collectionId);
}

/** What is stored then; undefined where storage is full or refused: they then last as long as the page. */
async function write(engine: Choosing, collectionId: string, plans: readonly Plan[]): Promise<Kept | undefined> {
  try {
    let kept = toKept(await engine.readChoices(collectionId));
    let changes: ChoiceChanges = {};
    for (const make of plans) {
      const change = make(kept);
      kept = apply(kept, make);
      changes = { ...changes, ...change, selections: { ...changes.selections, ...change.selections } };
    }
    await engine.writeChoices(collectionId, changes);
    return kept;
  } catch (error) {
    if (readError(error).code !== 'engine/bad-selection') return undefined;
    // One of them is too much: the others are not lost with it.
    if (plans.length > 1) return writeEach(engine, collectionId, plans);
    report(error);
    return toKept(await engine.readChoices(collectionId));
  }
}

async function writeEach(engine: Choosing, collectionId: string, plans: readonly Plan[]): Promise<Kept | undefined> {
  let kept: Kept | undefined;
  for (const make of plans) kept = await write(engine, collectionId, [make]);
  return kept;
}

function apply(kept: Kept, make: Plan): Kept {
  const { selections = {}, current = kept.current } = make(kept);
  const all = Object.entries({ ...kept.selections, ...selections });
  const left = Object.fromEntries(all.flatMap(([id, one]) => (one === null ? [] : [[id, one]])));
  return { selections: left, current: current in left ? current : (Object.keys(left)[0] ?? NO_CHOICES.current) };
}

function toKept({ selections, current }: Choices): Kept {
  return { selections, current };
}

function set(collectionId: string, kept: Kept): void {
  known.update((all) => ({ ...all, [collectionId]: kept }));
}

const followed = new WeakMap<Selection, { readonly sources: Collection['sources']; readonly selection: Selection }>();

/** The same object for the same selection: screens compare it. */
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
