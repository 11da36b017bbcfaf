/** Facts of a document besides its title; absent where it does not state them. */
export interface DocumentFacts {
  /** Citation key, from a reference file of the collection. */
  readonly key?: string;
  readonly authors?: readonly string[];
  readonly year?: number;
  readonly doi?: string;
  /** Pages without text, which are pictures or blank; numbered from 1. */
  readonly scannedPages?: readonly number[];
  /** Pages whose text could not be decoded, and is not indexed; numbered from 1. */
  readonly undecodedPages?: readonly number[];
  /** Pages whose text was recognised in their picture (OCR); numbered from 1. */
  readonly ocrPages?: readonly number[];
}
