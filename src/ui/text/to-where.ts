import type { Kind } from '../../model/kind.ts';
import { words } from '../words/words.ts';

interface Placed {
  readonly kind: Kind;
  readonly address?: string;
}

/** Where a chunk is, as a person would look for it: the page of a document, the lines of anything else. */
export function toWhere({ kind, address }: Placed, [first, last]: readonly [number, number]): string {
  return kind === 'document' && address !== undefined ? address : words.search.lines(first, last);
}
