import { createPriorities, type Priorities } from '../../lib/async/priorities.ts';
import type { Store } from '../../store/contract.ts';
import type { Engine } from '../contract.ts';
import { createCollectionRecords } from './collection-records.ts';
import { isDamage } from './damage-notes.ts';

const DAY_MS = 86_400_000;
/** Bytes read and hashed at once, in two or three milliseconds: short enough not to be noticed while typing. */
const SPAN_BYTES = 2_000_000;
const KEY = 'checked';

export interface IdleCheck {
  readonly engine: Engine;
  readonly store: Store;
  /** The engine's own priorities: no span is read while a search runs. */
  readonly priorities?: Priorities;
  /** Time without progress from any job before a check starts. */
  readonly idleMs?: number;
  /** Time after which a collection is checked again. */
  readonly everyMs?: number;
  readonly now?: () => number;
}

/**
 * Reads every stored byte, one collection at a time, while no job runs. A job of type `verify` repairs or reports the damage, as if the user had
 * started it. Never fails. Returns a function that stops it.
 */
export async function startIdleCheck(check: IdleCheck): Promise<() => void> {
  const {
    engine,
    store,
    priorities = createPriorities(),
    idleMs = 60_000,
    everyMs = 7 * DAY_MS,
    now = Date.now,
  } = check;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = store.backend === 'memory';
  let activity = 0;
  /** Collections that could not be read, for example because another tab holds them; they are tried last. */
  const unreadable = new Set<string>();
  const wait = (): void => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(lookAndWait, idleMs);
  };
  // A tab stays open for weeks: the check continues after a failure and when nothing is due.
  const lookAndWait = (): void =>
    void look()
      .catch(() => {})
      .finally(wait);

  async function look(): Promise<void> {
    const before = activity;
    const isDisturbed = (): boolean => stopped || activity !== before;
    const due = await listDue(store, now() - everyMs);
    const id = due.find((each) => !unreadable.has(each)) ?? due[0];
    if (id === undefined) return;
    unreadable.add(id);
    const result = await readSlowly({ store, priorities, isDisturbed }, id);
    unreadable.delete(id);
    if (result !== 'disturbed') await createCollectionRecords(store).of(id).put('settings', KEY, now());
    if (result === 'damaged') await engine.verify(id, `idle-check-${id}`);
  }

  const unsubscribe = await engine.subscribe((event) => {
    if (event.type !== 'progress') return;
    activity++;
    wait();
  });
  wait();
  return () => {
    stopped = true;
    clearTimeout(timer);
    unsubscribe();
  };
}

/** Lists collections neither changed nor checked since. */
async function listDue(store: Store, since: number): Promise<string[]> {
  const collectionRecords = createCollectionRecords(store);
  const due: string[] = [];
  for (const { id, evicted, readOnly, changedAt } of await store.listCollections()) {
    if (evicted || readOnly || (Date.parse(changedAt) || 0) > since) continue;
    const checkedAt = await collectionRecords.of(id).get<number>('settings', KEY);
    if ((checkedAt ?? 0) <= since) due.push(id);
  }
  return due;
}

async function readSlowly(
  { store, priorities, isDisturbed }: { store: Store; priorities: Priorities; isDisturbed: () => boolean },
  collectionId: string,
): Promise<'whole' | 'damaged' | 'disturbed'> {
  const generation = await store.openGeneration(collectionId);
  try {
    for (const file of generation.row.files) {
      for (let at = 0; at < file.length; at += SPAN_BYTES) {
        if (isDisturbed()) return 'disturbed';
        await priorities.backgroundSlice(async () => {
          await generation.read(file, at, Math.min(file.length, at + SPAN_BYTES));
        });
      }
    }
    return 'whole';
  } catch (error) {
    if (isDamage(error)) return 'damaged';
    throw error;
  } finally {
    generation.release();
  }
}
