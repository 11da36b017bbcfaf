import type { Kind } from '../../model/kind.ts';
import { toDisplayAddress } from '../../places/address.ts';
import { searchWords } from '../words/search.ts';

interface Placed {
  readonly kind: Kind;
  readonly address?: string;
}

/** Describes the position of a chunk: the page of a document, the lines of anything else. */
export function toWhere({ kind, address }: Placed, [first, last]: readonly [number, number]): string {
  return kind === 'document' && address !== undefined ? toDisplayAddress(address) : searchWords.lines(first, last);
}
