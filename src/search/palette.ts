import MiniSearch from 'minisearch';

/** Something the palette can find by its name. */
export interface PaletteItem {
  readonly id: string;
  readonly text: string;
}

export interface PaletteIndex {
  /** Ids, best first. */
  find(text: string, limit: number): readonly string[];
}

/** Fuzzy and prefix search over names of files and commands: a few thousand short texts, typed from memory. */
export function createPaletteIndex(items: readonly PaletteItem[]): PaletteIndex {
  const index = new MiniSearch<PaletteItem>({
    fields: ['text'],
    // Names are split like identifiers; ASCII only, so that no engine's idea of letters matters.
    tokenize: (text) => text.split(/[\s/\\._:-]+|(?<=[a-z0-9])(?=[A-Z])/).filter(Boolean),
    processTerm: (term) => term.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32)),
    searchOptions: { prefix: true, fuzzy: (term) => (term.length > 3 ? 0.25 : false), combineWith: 'AND' },
  });
  index.addAll(items);
  const place = new Map(items.map((item, i) => [item.id, i]));
  return {
    find: (text, limit) =>
      index
        .search(text)
        .sort((a, b) => b.score - a.score || (place.get(a.id) as number) - (place.get(b.id) as number))
        .slice(0, limit)
        .map(({ id }) => id as string),
  };
}
