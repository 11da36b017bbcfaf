/** Key prefix of a collection's replaced texts, in its table of snapshots. */
export const TEXTS = 'texts/';

/** Sorts copied texts before the copy's own, whose snapshot numbers start again. */
export function toCopiedTextsKey(key: string): string {
  return `${TEXTS}!${key.slice(TEXTS.length + 1)}`;
}
