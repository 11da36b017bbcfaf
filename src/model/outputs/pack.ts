import type { LeftOutCollection } from '../collection.ts';
import type { Filters } from '../hit.ts';
import type { SelectionScope } from './selection.ts';
import type { TokenFamily } from './token-family.ts';

export interface PackOptions {
  readonly collectionId: string;
  /** With it the pack can be cancelled, and tells how far it is: a job of type `pack`, which nothing remembers. */
  readonly jobId?: string;
  /** These at once instead [P10]: paths in the text begin with what each is called. `mask: 'collection'` masks what is packed. */
  readonly together?: readonly string[];
  readonly query?: string;
  readonly filters?: Filters;
  /** Refs or ids of chunks that come first. */
  readonly picks?: readonly string[];
  /** Its picks come first; the question is asked of its files. Without a question its files come in path order. */
  readonly selection?: SelectionScope;
  /** What changed since this snapshot comes first, then what uses the names it defines [P9]. */
  readonly since?: string;
  readonly budgetTokens: number;
  readonly format: 'markdown' | 'xml';
  /** Exact for o200k; for others by the factor of their makers. */
  readonly counter: 'o200k' | TokenFamily;
  /** Files as their outlines where none of their chunks fits. */
  readonly detail?: 'chunks' | 'signatures';
  /** Of files. Unset: by path. */
  readonly order?: 'path' | 'best';
  /** Keys of items that must not be in it; others take their room. */
  readonly leaveOut?: readonly string[];
  /** Rules that are off. With all of them off the pack is filled in the order of the search. */
  readonly without?: readonly PackRule[];
  /**
   * True: what is packed is masked, with numbers of its own; refs and lines are those of the collection. `collection`: the pack is one of the collection
   * as a masked export has it, which cannot be asked for what is masked and knows the secrets of files that are not packed.
   */
  readonly mask: boolean | 'collection';
}

/**
 * How a pack is chosen [P1]. `quotes`: quoted words are words like the others. `compounds`: neighbouring words are looked for as one word, too. `secondary`: tests,
 * examples, vendored files and change logs count less. `prose`: text counts less beside code. `small`: small chunks come before large ones. `head`: the head of a file of
 * code comes along. `whole`: the rest of a small file does.
 */
export type PackRule = 'quotes' | 'compounds' | 'secondary' | 'prose' | 'small' | 'head' | 'whole';

/**
 * Why a chunk is in a pack: picked by hand, found, the head of a file of code or another part of a file that something was found in, lying between
 * two that are in, of a file that is selected, changed since a snapshot, or using a name that what changed defines.
 */
export type PackReason = 'picked' | 'hit' | 'head' | 'same-file' | 'between' | 'selected' | 'changed' | 'uses';

/** A chunk, or the outline of a file. */
export interface PackItem {
  /** For `leaveOut`: the id of the chunk, or the path of the file that is outlined. */
  readonly key: string;
  readonly ref?: string;
  readonly path: string;
  /** Where several are packed together: the one it is of. */
  readonly collection?: string;
  /** First and last, of the lines whose whole text is in the pack. */
  readonly lines: readonly (readonly [number, number])[];
  readonly label: string;
  readonly why: PackReason | 'outline';
  /** What it takes alone. */
  readonly tokens: number;
}

export interface PackAnswer {
  readonly text: string;
  readonly tokens: number;
  readonly exact: boolean;
  readonly chunks: number;
  readonly candidates: number;
  /** The collection, or one of several, was not fully read; the text says so. */
  readonly isIncomplete: boolean;
  /** Where several are packed together, each behind the id of its collection and a slash. */
  readonly refs: readonly string[];
  /** Why each of `refs` is in it. */
  readonly reasons: readonly PackReason[];
  /** What is in it, best first. */
  readonly items: readonly PackItem[];
  /** Where several are packed together. */
  readonly leftOut?: readonly LeftOutCollection[];
}
