import type { Kind } from './kind.ts';
import type { RankedField } from './ranking.ts';

/** Prefix match, ASCII case-insensitive; several values of one filter mean "or", several filters mean "and". */
export interface Filters {
  readonly path?: readonly string[];
  readonly kind?: readonly string[];
  readonly heading?: readonly string[];
  readonly symbol?: readonly string[];
  readonly lang?: readonly string[];
  readonly source?: readonly string[];
}

export interface SearchOptions {
  readonly filters?: Filters;
  /** At most LIMITS.maxHits. */
  readonly limit?: number;
  readonly offset?: number;
  /** Of one file at most LIMITS.foldedHits are rows of their own, over the whole ranking. `limit` and `offset` count rows, `total` chunks. */
  readonly fold?: boolean;
  /** The last word is still being typed: it matches as a prefix. */
  readonly typing?: boolean;
  /** Ask the collection as a masked export has it: what is masked cannot be found either. */
  readonly mask?: boolean;
  /** A newer `seq` drops an older query that has not been answered. */
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
  /** Of its file: that of its source, its front matter or properties, its `<title>`, or its first heading. */
  readonly title?: string;
  /** Where several are asked at once: the one it is of. `id` and `path` are those it has there, and `ref` stands behind the id of the collection and a slash. */
  readonly collection?: string;
  /** First and last line. */
  readonly lines: readonly [number, number];
  readonly score: number;
  readonly label: string;
  readonly heading_path: readonly string[];
  readonly symbol?: string;
  readonly address?: string;
  readonly token_estimate: number;
  /** So many further hits of the file are folded under this one, its last row. */
  readonly folded?: number;
  readonly snippet: string;
  /** What of the snippet to mark. */
  readonly ranges: Ranges;
  /** Which terms matched in which field, strongest first. */
  readonly why: readonly {
    readonly term: string;
    readonly field: RankedField;
    /** `defines`: the symbol is what was asked for; `names`: so is the title; `secondary`: tests, examples and change logs weigh less. */
    readonly how: 'exact' | 'stem' | 'prefix' | 'fuzzy' | 'defines' | 'names' | 'secondary';
  }[];
}

export interface Facets {
  readonly kind: readonly (readonly [string, number])[];
  readonly folder: readonly (readonly [string, number])[];
  readonly source: readonly (readonly [string, number])[];
}

export interface SearchAnswer {
  readonly hits: readonly Hit[];
  readonly total: number;
  /** With `fold`: how many rows there are. */
  readonly rows?: number;
  /** True when a bound (phrases, or candidates for them) stopped the count, or when shards are still being built. */
  readonly partial: boolean;
  /** True when nothing matched as typed, or an identifier only in parts: then similar spellings, or what begins so, were looked for. */
  readonly fuzzy: boolean;
  /** True when a newer `seq` came first; then there are no hits. */
  readonly dropped?: boolean;
  readonly facets?: Facets;
  readonly seq?: number;
}
