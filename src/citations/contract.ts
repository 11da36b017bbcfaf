import type { Address } from '../places/address.ts';

/** A claim in an answer about a collection: a place, words quoted from it, or code in backticks. */
export interface Claim {
  readonly type: 'place' | 'ref' | 'quote' | 'code';
  /** The claim as written in the answer. */
  readonly text: string;
  /** Offset in the answer, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Path of a place; `/` between segments. */
  readonly path?: string;
  readonly lines?: readonly [number, number];
  /** Pages, slides or rows, if the place names these instead of lines. */
  readonly page?: Address;
  /** Ref, short id or id of a chunk. */
  readonly ref?: string;
  /** The quoted words or the code, without their marks. */
  readonly quote?: string;
  /** Form of a quotation: lines of its own, or words in a sentence. */
  readonly form?: 'fence' | 'block' | 'inline';
  /** End of the words of a quotation. The last line of a block quote may name its source. */
  readonly wordsEnd?: number;
  /** Index of the claim that gives the place of a quotation or of code. */
  readonly at?: number;
}

/** Facts about the collection: the form of its refs, and which names without a folder are files. */
export interface ClaimOptions {
  /** Length of a ref, including its `c`. */
  readonly refChars: number;
  /** Checks whether a name without lines is the name of a file or the end of its path. */
  readonly isFile: (name: string) => boolean;
  /** Finds the path of the document with a citation key. Unset: no document has one. */
  readonly findKey?: ((key: string) => string | undefined) | undefined;
}
