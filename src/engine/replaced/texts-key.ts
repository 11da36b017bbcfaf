/** Where replaced texts of a collection lie, in its table of snapshots. */
export const TEXTS = 'texts/';

/** In a copy they stand before those of its own snapshots, which are counted anew. */
export function toCopiedTextsKey(key: string): string {
  return `${TEXTS}!${key.slice(TEXTS.length + 1)}`;
}
