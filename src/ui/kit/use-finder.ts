import MiniSearch from 'minisearch';
import { useMemo, useState } from 'react';

/** Words, and single characters of scripts that put no spaces between words. */
const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}]+/gu;

/** Filters a list as the user types: words in any order, by their beginnings, with a typo; best matches first. */
export function useFinder<T>(items: readonly T[], toText: (item: T) => string, typed: string): readonly T[] {
  const [find] = useState(createFinder);
  return useMemo(() => find(items, toText, typed), [find, items, toText, typed]);
}

/** Creates a filter that indexes each text once, however often the list changes. */
export function createFinder() {
  const index = new MiniSearch<{ readonly id: string }>({
    fields: ['id'],
    tokenize: (text) => text.match(WORD) ?? [],
    searchOptions: { prefix: true, combineWith: 'AND' },
  });
  const search = (typed: string, edits: number) =>
    index.search(typed, { fuzzy: (term) => (term.length > 3 ? edits : false) });
  return <T>(items: readonly T[], toText: (item: T) => string, typed: string): readonly T[] => {
    if (!typed.match(WORD)) return items;
    const texts = new Map(items.map((item) => [item, toText(item)]));
    for (const id of texts.values()) if (!index.has(id)) index.add({ id });
    const close = search(typed, 1);
    // Two swapped letters are two edits.
    const found = close.length > 0 ? close : search(typed, 2);
    const scores = new Map(found.map(({ id, score }) => [id as string, score]));
    const toScore = (item: T): number => scores.get(texts.get(item) as string) ?? 0;
    return items.filter((item) => toScore(item) > 0).sort((a, b) => toScore(b) - toScore(a));
  };
}
