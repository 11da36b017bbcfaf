import type { Kind } from './kind.ts';
import type { RankedField } from './ranking.ts';

/** Prefix match, ASCII case-insensitive; values of one filter mean "or", different filters mean "and". */
export interface Filters {
  readonly path?: readonly string[];
  readonly kind?: readonly string[];
  readonly heading?: readonly string[];
  readonly symbol?: readonly string[];
  readonly lang?: readonly string[];
  /** Languages of prose, such as `de`; compared as a whole. */
  readonly language?: readonly string[];
  readonly source?: readonly string[];
  readonly tag?: readonly string[];
  /** Names of authors of documents, by the beginning of any of their words. */
  readonly author?: readonly string[];
  /** Years of documents: `2020`, `2015-2020` or `2015-`. */
  readonly year?: readonly string[];
  /** Years, months or days, such as `2025-01`: files of that time or later. */
  readonly after?: readonly string[];
  readonly before?: readonly string[];
  readonly modified?: readonly string[];
}

/** A filter that no file passes, and the name of one that some file passes with the same value: `works: 'lang'` for `kind:rust`. */
export interface OtherFilter {
  readonly key: keyof Filters;
  readonly value: string;
  readonly works: keyof Filters;
}

/** How exactly words must be in the text. */
export interface ExactMatch {
  readonly case?: boolean;
  readonly word?: boolean;
}

export interface SearchOptions {
  readonly filters?: Filters;
  /** At most LIMITS.maxHits. */
  readonly limit?: number;
  readonly offset?: number;
  /** Folds hits beyond LIMITS.foldedHits of one file, over the whole ranking, and hits with the same content. `limit` and `offset` count rows, `total` counts chunks. */
  readonly fold?: boolean;
  /** Newest files first; of hits with only some of the words, those after the others. */
  readonly sort?: 'date';
  /** The last word is still being typed, so it matches as a prefix. */
  readonly typing?: boolean;
  /** Finds only chunks with every word as typed: no stems and no similar spellings. */
  readonly exact?: ExactMatch;
  /** Searches the collection as a masked export would contain it: masked text cannot be found. */
  readonly mask?: boolean;
  /** A newer `seq` drops an older query that is still waiting. */
  readonly seq?: number;
}

/** Half-open spans of a text, in UTF-16 units. */
export type Ranges = readonly (readonly [number, number])[];

export interface Hit {
  readonly id: string;
  readonly ref: string;
  readonly path: string;
  readonly kind: Kind;
  readonly language?: string;
  readonly source: string;
  /** Title of its file: from the source, the front matter or properties, `<title>`, or the first heading. */
  readonly title?: string;
  /** Its collection in a search over several: `id` and `path` are the ones there, `ref` is prefixed with the collection's id and a slash. */
  readonly collection?: string;
  /** First and last line. */
  readonly lines: readonly [number, number];
  /** The line to open at: the one that the query names, else the line of the best match. */
  readonly line: number;
  readonly score: number;
  readonly label: string;
  readonly headingPath: readonly string[];
  readonly symbol?: string;
  readonly address?: string;
  readonly tokenEstimate: number;
  /** Further hits of the file, folded under this one, its last row. */
  readonly folded?: number;
  /** Hits with the same content that share this row, itself included; as far as they were ranked. */
  readonly copies?: number;
  /** True if it has only some of the words. Hits with everything that was typed come before it. */
  readonly some?: boolean;
  readonly snippet: string;
  /** Parts of the snippet to highlight. */
  readonly ranges: Ranges;
  /** Matching terms by field, strongest first. */
  readonly why: readonly {
    readonly term: string;
    readonly field: RankedField;
    /** `defines`: the query names the symbol; `names`: it names the title; `secondary`: tests, examples and change logs weigh less. */
    readonly how: 'exact' | 'stem' | 'prefix' | 'fuzzy' | 'defines' | 'names' | 'secondary';
  }[];
}

export interface Facets {
  readonly kind: readonly (readonly [string, number])[];
  readonly folder: readonly (readonly [string, number])[];
  readonly source: readonly (readonly [string, number])[];
  readonly tag: readonly (readonly [string, number])[];
  /** Languages of prose; empty in a collection with only one. */
  readonly language: readonly (readonly [string, number])[];
  /** Programming languages; empty with only one, and until all paths are read. */
  readonly lang: readonly (readonly [string, number])[];
}

export interface SearchAnswer {
  readonly hits: readonly Hit[];
  readonly total: number;
  /** Chunks with everything that was typed, the first ones; unset for one word or none. */
  readonly all?: number;
  /** Number of rows, with `fold`. */
  readonly rows?: number;
  /** True if a limit on phrases or their candidates stopped the count, or if shards are still being built. */
  readonly partial: boolean;
  /** True if nothing matched as typed, or only parts of an identifier, so that prefixes or similar spellings were searched. */
  readonly fuzzy: boolean;
  /** True if a newer `seq` came first; `hits` is then empty. */
  readonly dropped?: boolean;
  readonly facets?: Facets;
  /** Filters to use instead, if nothing was found. */
  readonly instead?: readonly OtherFilter[];
  /** Texts such as `after:soon`, which have no date and count as words. */
  readonly badDates?: readonly string[];
  /** Number of files without a known date, if dates were asked for. */
  readonly undated?: number;
  readonly seq?: number;
}
