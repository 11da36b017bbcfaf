import { createPriorities, type Priorities } from '../../lib/async/priorities.ts';
import { isAppError } from '../../model/app-error.ts';
import type { Store } from '../../store/contract.ts';
import type { Engine } from '../contract.ts';
import { createBelongings } from './belongings.ts';

const DAY_MS = 86_400_000;
/** One span is read and hashed in two or three milliseconds: whoever begins to type meanwhile does not notice. */
const SPAN_BYTES = 2_000_000;
const KEY = 'checked';

export interface IdleCheck {
  readonly engine: Engine;
  readonly store: Store;
  /** Those of the engine: no span is read while a question is being answered. */
  readonly priorities?: Priorities;
  /** No job has told of progress for so long. */
  readonly idleMs?: number;
  /** A collection is read again after so long. */
  readonly everyMs?: number;
  readonly now?: () => number;
}

/**
 * Reads every stored byte of one collection after the other while nothing else goes on. What is damaged is repaired or named by a job of type
 * `verify`, as when a person asks for it. Never fatal. Gives back what stops it.
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
  /** Those that could not be read, for instance since another tab holds them: they come after all others. */
  const unreadable = new Set<string>();
  const wait = (): void => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(lookAndWait, idleMs);
  };
  // A tab stays open for weeks: neither a look that finds nothing due nor one that fails may be the last.
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
    if (result !== 'disturbed') await createBelongings(store).of(id).put('settings', KEY, now());
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

/** Collections that were neither written nor read since. */
async function listDue(store: Store, since: number): Promise<string[]> {
  const belongings = createBelongings(store);
  const due: string[] = [];
  for (const { id, evicted, readOnly, changedAt } of await store.listCollections()) {
    if (evicted || readOnly || (Date.parse(changedAt) || 0) > since) continue;
    const checkedAt = await belongings.of(id).get<number>('settings', KEY);
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
        await priorities.unasked(async () => {
          await generation.read(file, at, Math.min(file.length, at + SPAN_BYTES));
        });
      }
    }
    return 'whole';
  } catch (error) {
    if (isAppError(error) && error.code === 'store/damaged') return 'damaged';
    throw error;
  } finally {
    generation.release();
  }
}
