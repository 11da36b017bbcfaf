import type { LeftOutCollection } from '../collection.ts';
import type { Filters } from '../hit.ts';
import type { SelectionScope } from './selection.ts';

export interface PackOptions {
  readonly collectionId: string;
  /** Makes the pack a job of type `pack`, with progress and cancel; the job is not stored. */
  readonly jobId?: string;
  /** Packs these collections instead [P10]; each path begins with the name of its collection. `mask: 'collection'` masks what is packed. */
  readonly together?: readonly string[];
  readonly query?: string;
  /** Text above the files; counts towards the budget. */
  readonly instructions?: string;
  readonly filters?: Filters;
  /** Refs or ids of chunks that come first. */
  readonly picks?: readonly string[];
  /** Paths of files whose chunks come next, all of them. */
  readonly files?: readonly string[];
  /** Its picks come first; the question searches its files. Without a question its files come in path order, every file of the collection if nothing is selected. */
  readonly selection?: SelectionScope;
  /** Puts changes since this snapshot first, then code that uses the names they define [P9]. */
  readonly since?: string;
  readonly budgetTokens: number;
  readonly format: 'markdown' | 'xml';
  /** Exact for o200k; other families use the factor of their makers. */
  readonly counter: 'o200k' | TokenFamily;
  /** `signatures` adds files as outlines if none of their chunks fits. */
  readonly detail?: 'chunks' | 'signatures';
  /** Order of files; unset: best first. */
  readonly order?: 'path' | 'best';
  /** Adds the tests of what is found. Unset: if the question mentions tests. */
  readonly tests?: boolean;
  /** Puts the user's highlights and notes first, and the chunks that have them. Not with `together`. */
  readonly notes?: boolean;
  /** Numbers the lines of code; unset: yes. */
  readonly citesLines?: boolean;
  /** Keys of items to exclude; others use their space. */
  readonly leaveOut?: readonly string[];
  /** Rules to switch off. Without any rule the pack is filled in search order. */
  readonly without?: readonly PackRule[];
  /**
   * True: masks what is packed, with its own numbering; refs and lines are the collection's. `collection`: packs the collection as a masked export
   * contains it, in which masked text cannot be found and secrets are known across all files.
   */
  readonly mask: boolean | 'collection';
}

/**
 * Rules that choose what goes into a pack [P1]. `quotes`: quoted words count as plain words. `compounds`: neighbouring words are also searched as
 * one word. `secondary`: tests, examples, vendored files and change logs count less. `prose`: text counts less than code. `small`: small chunks
 * come first. `head`: adds the start of a code file. `whole`: adds the rest of a small file. `targets`: a small budget has more of the best files.
 * `links`: adds files that the best notes link to. `neighbours`: outlines have the definitions that the best files use, and uses of theirs.
 */
export type PackRule =
  | 'quotes'
  | 'compounds'
  | 'secondary'
  | 'prose'
  | 'small'
  | 'head'
  | 'whole'
  | 'targets'
  | 'links'
  | 'neighbours';

/**
 * Why a chunk is in a pack: picked by hand, a search match, the start of a code file or another part of a file with a match, between two included
 * chunks, in a file that a note with a match links to, in a selected file, changed since a snapshot, or using a name that a change defines.
 */
export type PackReason =
  | 'picked'
  | 'hit'
  | 'head'
  | 'same-file'
  | 'between'
  | 'linked'
  | 'selected'
  | 'changed'
  | 'uses';

/** A chunk, or the outline of a file. */
export interface PackItem {
  /** For `leaveOut`: the id of the chunk, or the path of the outlined file. */
  readonly key: string;
  readonly ref?: string;
  readonly path: string;
  /** Its collection, if several are packed together. */
  readonly collection?: string;
  /** First and last lines of the ranges whose full text is in the pack. */
  readonly lines: readonly (readonly [number, number])[];
  readonly label: string;
  readonly why: PackReason | 'outline';
  readonly tokens: number;
}

/**
 * Matches, and how many of them are in the pack. A match is a chunk that was added by hand, found by the question, selected or changed; equal
 * content counts once, removed chunks do not count. Other chunks fill the rest of the budget.
 */
export interface PackAccount {
  readonly matches: number;
  /** Matches that did not fit. */
  readonly missing: number;
  /**
   * The next of `PACK_BUDGETS`, if it holds every match; for selected files the smallest that does. Estimated, unset if all of them fit or none does.
   */
  readonly enoughTokens?: number;
  /** Without a question: the number of selected files, and of selected files whose every chunk is in. */
  readonly selected?: { readonly files: number; readonly whole: number };
  /** Files of `files` that did not fit completely, with their estimated tokens. */
  readonly cut?: readonly { readonly path: string; readonly tokens: number }[];
}

/** Budgets to choose from. */
export const PACK_BUDGETS = [
  8_000, 32_000, 128_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000,
] as const;

export interface PackAnswer {
  readonly text: string;
  readonly tokens: number;
  readonly exact: boolean;
  readonly chunks: number;
  /** Files that the chunks are from. */
  readonly files: number;
  /** Outlines of files, or of the rest of a file. */
  readonly outlines: number;
  readonly candidates: number;
  readonly account: PackAccount;
  /** The collection, or one of several, was not fully read; the text says so. */
  readonly isIncomplete: boolean;
  /** Prefixed with the id of its collection and a slash if several are packed together. */
  readonly refs: readonly string[];
  readonly reasons: readonly PackReason[];
  /** Best first. */
  readonly items: readonly PackItem[];
  /** Set if several are packed together. */
  readonly leftOut?: readonly LeftOutCollection[];
}

/** Models whose makers say how many characters a token has. Such counts are shown with `~`. */
export const TOKEN_FACTORS = [
  { family: 'claude', charsPerToken: 3.5, source: 'https://docs.claude.com/en/docs/about-claude/glossary' },
  { family: 'gemini', charsPerToken: 4, source: 'https://ai.google.dev/gemini-api/docs/tokens' },
  { family: 'deepseek', charsPerToken: 3.33, source: 'https://api-docs.deepseek.com/quick_start/token_usage' },
  {
    family: 'other',
    charsPerToken: 4,
    source: 'https://help.openai.com/en/articles/4936856-what-are-tokens-and-how-to-count-them',
  },
] as const;
export type TokenFamily = (typeof TOKEN_FACTORS)[number]['family'];
