import { createStore } from './store.ts';

/** One chunk picked by hand. Kept by id: refs move when a collection changes, ids do not. */
export interface Pick {
  readonly id: string;
  readonly path: string;
  readonly label: string;
  readonly tokens: number;
}

const KEY = 'quire.baskets';
export const baskets = createStore<Readonly<Record<string, readonly Pick[]>>>(read());

export function togglePick(collectionId: string, pick: Pick): 'added' | 'removed' {
  const list = baskets.get()[collectionId] ?? [];
  const isIn = list.some((other) => other.id === pick.id);
  write(collectionId, isIn ? list.filter((other) => other.id !== pick.id) : [...list, pick]);
  return isIn ? 'removed' : 'added';
}

export function setPicks(collectionId: string, picks: readonly Pick[]): void {
  write(collectionId, picks);
}

function write(collectionId: string, picks: readonly Pick[]): void {
  baskets.update((all) => ({ ...all, [collectionId]: picks }));
  try {
    localStorage.setItem(KEY, JSON.stringify(baskets.get()));
  } catch {
    // Full or refused storage: the basket then lasts as long as the page.
  }
}

function read(): Readonly<Record<string, readonly Pick[]>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).map(([key, list]) => [key, readPicks(list)]));
  } catch {
    return {};
  }
}

function readPicks(value: unknown): readonly Pick[] {
  return Array.isArray(value) ? value.filter(isPick) : [];
}

function isPick(value: unknown): value is Pick {
  const pick = value as Partial<Pick> | null;
  return typeof pick?.id === 'string' && typeof pick.path === 'string' && typeof pick.tokens === 'number';
}
