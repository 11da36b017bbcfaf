import { groupBy } from '../../lib/group-by.ts';
import type { QueueItem } from './journal.ts';

/**
 * Orders a wave: listed pages before pages that are only linked, optional links last. Planned crawls ([S2], intelligent) take hubs first, then one
 * page of each section at a time, so that a small budget covers every section; others keep the order in which links were found.
 */
export function planWave(
  items: readonly QueueItem[],
  options: { readonly isPlanned: boolean; readonly base: string },
): QueueItem[] {
  const sorted = [...items].sort(
    (a, b) =>
      Number(a.isOptional) - Number(b.isOptional) || a.depth - b.depth || a.order - b.order || (a.key < b.key ? -1 : 1),
  );
  const planned = options.isPlanned ? interleave(sorted, options.base) : sorted;
  return planned.map((item, order) => ({ ...item, order }));
}

function interleave(items: readonly QueueItem[], base: string): QueueItem[] {
  const start = items.filter((item) => item.from === 'start');
  const optional = items.filter((item) => item.isOptional && item.from !== 'start');
  const rest = items.filter((item) => !item.isOptional && item.from !== 'start');
  const parents = countParents(rest);
  const hubs = rest.filter((item) => (parents.get(item.key) ?? 0) >= MIN_CHILDREN);
  const pages = rest.filter((item) => (parents.get(item.key) ?? 0) < MIN_CHILDREN);
  const depths = [...new Set(pages.map((item) => item.depth))];
  const inTurn = depths.flatMap((depth) =>
    bySections(
      pages.filter((item) => item.depth === depth),
      base,
    ),
  );
  return [...start, ...hubs, ...inTurn, ...optional];
}

/** A page with fewer pages below it is not a hub. */
export const MIN_CHILDREN = 3;

/** Counts, for each key, the other keys below it. */
export function countParents(items: readonly { readonly key: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of items) {
    let end = key.lastIndexOf('/');
    while (end > key.indexOf('//') + 1) {
      const parent = key.slice(0, end);
      counts.set(parent, (counts.get(parent) ?? 0) + 1);
      end = parent.lastIndexOf('/');
    }
  }
  return counts;
}

function bySections(items: readonly QueueItem[], base: string): QueueItem[] {
  const sections = groupBy(items, ({ key }) => sectionOf(key, base));
  const mixed: QueueItem[] = [];
  for (let row = 0; mixed.length < items.length; row++) {
    for (const section of sections.values()) {
      const item = section[row];
      if (item) mixed.push(item);
    }
  }
  return mixed;
}

/** Returns the first path segment below the directory of the start URL; elsewhere, host and first segment. Empty at the top. */
export function sectionOf(key: string, base: string): string {
  const url = new URL(key);
  const root = new URL('.', base);
  const isBelow = url.host === root.host && url.pathname.startsWith(root.pathname);
  const path = isBelow ? url.pathname.slice(root.pathname.length) : url.pathname.slice(1);
  const segments = path.split('/').filter(Boolean);
  const first = segments.length > 1 ? (segments[0] as string) : '';
  return url.host === root.host ? first : `${url.host}/${first}`;
}
