import type { QueueItem } from '../queue/journal.ts';
import type { Run } from '../run/run.ts';

/** Longest chain of canonical links that is followed. */
const MAX_RING = 100;

/** Makes a folded page wait for its canonical page. Requeues it at once when that page failed or links back to it. */
export function waitFor(run: Run, item: QueueItem, key: string): void {
  run.foldedInto.set(key, [...(run.foldedInto.get(key) ?? []), item]);
  if (hasFailed(run, key)) releaseFolded(run, key);
  breakRing(run, item.key, key);
}

export function hasFailed(run: Run, key: string): boolean {
  return run.goneKeys.has(key) || run.sparedKeys.has(key);
}

/** Requeues, as pages of their own, the pages whose canonical URL could not be fetched. */
export function releaseFolded(run: Run, key: string): void {
  const items = run.foldedInto.get(key);
  if (!items) return;
  run.foldedInto.delete(key);
  for (const item of items) requeueAlone(run, item);
}

function requeueAlone(run: Run, item: QueueItem): void {
  run.frontier.add({ ...item, ignoreCanonical: true, from: 'retry' });
}

/** Pages that name each other as canonical would wait forever. Keeps the first by key, whichever answered last. */
export function breakRing(run: Run, key: string, target: string): void {
  const [first] = listWaiting(run, findRing(run, key, target)).sort((a, b) => (a.key < b.key ? -1 : 1));
  if (!first) return;
  for (const [named, items] of run.foldedInto) {
    const others = items.filter((item) => item.key !== first.key);
    if (others.length < items.length) run.foldedInto.set(named, others);
  }
  requeueAlone(run, first);
}

/** True when this page would close a ring and is the one to keep. */
export function isKeptInRing(run: Run, key: string, target: string): boolean {
  const ring = findRing(run, key, target);
  return ring.length > 0 && listWaiting(run, ring).every((item) => key < item.key);
}

/** Returns the chain of canonical links from `target` back to `key`; empty when it leads elsewhere. */
function findRing(run: Run, key: string, target: string): readonly string[] {
  const ring = [key];
  let at: string | undefined = target;
  while (at !== undefined && at !== key && ring.length < MAX_RING) {
    ring.push(at);
    at = run.frontier.aliases.get(at);
  }
  return at === key ? ring : [];
}

function listWaiting(run: Run, ring: readonly string[]): QueueItem[] {
  if (ring.length === 0) return [];
  return ring.flatMap((key) => run.foldedInto.get(key) ?? []).filter((item) => ring.includes(item.key));
}
