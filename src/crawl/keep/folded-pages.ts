import type { QueueItem } from '../queue/journal.ts';
import type { Run } from '../run/run.ts';

/** Longer chains of names are not followed. */
const MAX_RING = 100;

/** Puts a folded page behind the one it names; at once on its own again when that one failed, or leads back to it. */
export function waitFor(run: Run, item: QueueItem, key: string): void {
  run.foldedInto.set(key, [...(run.foldedInto.get(key) ?? []), item]);
  if (hasFailed(run, key)) releaseFolded(run, key);
  breakRing(run, item.key, key);
}

export function hasFailed(run: Run, key: string): boolean {
  return run.goneKeys.has(key) || run.sparedKeys.has(key);
}

/** A canonical URL that cannot be had: the pages that named it stand for themselves after all. */
export function releaseFolded(run: Run, key: string): void {
  const items = run.foldedInto.get(key);
  if (!items) return;
  run.foldedInto.delete(key);
  for (const item of items) standAlone(run, item);
}

function standAlone(run: Run, item: QueueItem): void {
  run.context.frontier.add({ ...item, ignoreCanonical: true, from: 'retry' });
}

/** Pages that name each other in a ring would all wait for ever: the first in the order of keys is kept, whichever answered last. */
export function breakRing(run: Run, key: string, target: string): void {
  const [first] = listWaiting(run, findRing(run, key, target)).sort((a, b) => (a.key < b.key ? -1 : 1));
  if (!first) return;
  for (const [named, items] of run.foldedInto) {
    const others = items.filter((item) => item.key !== first.key);
    if (others.length < items.length) run.foldedInto.set(named, others);
  }
  standAlone(run, first);
}

/** Whether a page that would close a ring is the one of it to keep. */
export function standsInRing(run: Run, key: string, target: string): boolean {
  const ring = findRing(run, key, target);
  return ring.length > 0 && listWaiting(run, ring).every((item) => key < item.key);
}

/** The names from `target` back to `key`; empty when they lead elsewhere. */
function findRing(run: Run, key: string, target: string): readonly string[] {
  const ring = [key];
  let at: string | undefined = target;
  while (at !== undefined && at !== key && ring.length < MAX_RING) {
    ring.push(at);
    at = run.context.frontier.aliases.get(at);
  }
  return at === key ? ring : [];
}

function listWaiting(run: Run, ring: readonly string[]): QueueItem[] {
  if (ring.length === 0) return [];
  return ring.flatMap((key) => run.foldedInto.get(key) ?? []).filter((item) => ring.includes(item.key));
}
