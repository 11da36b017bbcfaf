import type { LineMatches, MatchHow, MatchOptions } from '../../lib/match-lines.ts';
import type { Filters, Ranges } from '../../model/hit.ts';
import type { Kind } from '../../model/kind.ts';
import type { SelectionScope } from '../../model/outputs/selection.ts';

/** A text or a regular expression whose every match is listed. */
export interface OccurrenceWish {
  /** As typed: a text, or `/regular expression/`, with filters. With `how.regex` all of it is the pattern. */
  readonly query: string;
  readonly how?: MatchHow;
  /** All of the query is the text: it has no filters and is no regular expression. */
  readonly literal?: boolean;
  readonly filters?: Filters;
  readonly selection?: SelectionScope;
  /** `next` of the previous page. */
  readonly from?: number;
  /** Most lines listed on this page; the rest is only counted. */
  readonly limit?: number;
}

/** One page of files. */
export interface OccurrencePage {
  /** Files with matches, in path order. */
  readonly files: readonly FileOccurrences[];
  /** Matches on this page, including those on lines that are not listed. */
  readonly matches: number;
  /** Files read so far, on all pages, and files to read. */
  readonly done: number;
  readonly total: number;
  /** Where the next page begins; undefined after the last one. */
  readonly next?: number;
}

export interface FileOccurrences {
  readonly path: string;
  readonly kind: Kind;
  readonly language?: string;
  /** Its collection, if several are searched. */
  readonly collection?: string;
  readonly lines: readonly OccurrenceLine[];
}

export interface OccurrenceLine {
  readonly line: number;
  /** The line, or the part of a long one around its first match. */
  readonly text: string;
  readonly ranges: Ranges;
}

/** Finds a pattern in texts, where it can be ended. Rejects with `engine/slow-pattern`. */
export type MatchTexts = (request: MatchRequest) => Promise<readonly LineMatches[]>;

export interface MatchRequest extends MatchOptions {
  readonly texts: readonly string[];
  readonly pattern: RegExp;
}

/** Lines with a name: where it is defined, used, and mentioned in comments. */
export interface References {
  /** Files with definitions first, comments and tests last. */
  readonly files: readonly FileReferences[];
  readonly definitions: number;
  readonly uses: number;
}

export interface FileReferences extends Omit<FileOccurrences, 'lines'> {
  readonly isTest: boolean;
  readonly lines: readonly ReferenceLine[];
}

export interface ReferenceLine extends OccurrenceLine {
  readonly what: 'definition' | 'use' | 'comment';
}
