/** Facts of a document besides its title; absent where it does not state them. */
export interface DocumentFacts {
  /** Citation key, from a reference file of the collection. */
  readonly key?: string;
  readonly authors?: readonly string[];
  readonly year?: number;
  readonly doi?: string;
  /** The user has read it. */
  readonly isRead?: boolean;
  /** Pages without text, which are pictures or blank; numbered from 1. */
  readonly scannedPages?: readonly number[];
  /** Pages whose text could not be decoded, and is not indexed; numbered from 1. */
  readonly undecodedPages?: readonly number[];
  /** Pages whose text was recognised in their picture (OCR); numbered from 1. */
  readonly ocrPages?: readonly number[];
}

/** Facts that the user wrote about a document. An empty value or 0 takes one back. */
export interface DocumentDetails extends Pick<DocumentFacts, 'authors' | 'year' | 'isRead'> {
  readonly title?: string;
  /** Hash of the file, so that the details follow it to another path. */
  readonly sha256?: string;
}

/** A document in the table of papers. */
export interface Paper extends Pick<DocumentFacts, 'key' | 'year' | 'doi'> {
  readonly path: string;
  readonly title?: string;
  readonly authors: readonly string[];
  /** Unset where a document has no pages. */
  readonly pages?: number;
  readonly isRead: boolean;
}
