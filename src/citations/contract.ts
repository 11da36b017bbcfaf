/** What an answer claims about a collection: that something stands at a place, or that some words stand in it. */
export interface Claim {
  readonly type: 'place' | 'ref' | 'quote';
  /** As it stands in the answer. */
  readonly text: string;
  /** Where it begins there, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Of a place; `/` between segments. */
  readonly path?: string;
  readonly lines?: readonly [number, number];
  /** Ref, short id or id of a chunk. */
  readonly ref?: string;
  /** The quoted words, without the marks around them. */
  readonly quote?: string;
  /** Of a quotation: lines of their own, or words of a sentence. */
  readonly form?: 'fence' | 'block' | 'inline';
  /** Of a quotation: where its words end. The last line of a block quote may say where they are from. */
  readonly wordsEnd?: number;
  /** Of a quotation: the index of the claim that says where it stands. */
  readonly at?: number;
}

/** How answers are read: what the collection calls its chunks, and which names without a folder are files. */
export interface ClaimOptions {
  /** Characters of a ref, `c` included. */
  readonly refChars: number;
  /** Whether a name without lines is the name or the end of the path of a file. */
  readonly isFile: (name: string) => boolean;
}
