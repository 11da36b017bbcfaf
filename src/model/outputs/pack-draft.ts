import type { PickedChunk } from './selection.ts';

/**
 * The pack the user is working on, stored with its collection. The current selection decides which files it may use; adding or removing items changes
 * neither the selection nor an export.
 */
export interface PackDraft {
  /** Chunks added by hand; the selection may have more. */
  readonly picks: readonly PickedChunk[];
  /** Paths of files that are always included, whole. */
  readonly files?: readonly string[];
  /** Keys of items that were removed: chunk ids, and paths of outlines. */
  readonly removed: readonly string[];
  /** Unset until the user types one; until then, the search query is used. */
  readonly query?: string;
  /** The question about changes. Unset until the user types one. */
  readonly reviewQuery?: string;
  readonly instructions?: string;
  /** Unset: the browser's preference. */
  readonly budgetTokens?: number;
  readonly format?: 'markdown' | 'xml';
  /** Unset: if the question mentions tests. */
  readonly tests?: boolean;
  /** The user's highlights and notes come first. */
  readonly notes?: boolean;
  /** Every file of the selection is wanted, even if nothing limits it. */
  readonly everything?: boolean;
  /** As in a selection. */
  readonly root?: string;
}

export const NO_PACK: PackDraft = { picks: [], removed: [] };
