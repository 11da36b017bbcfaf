/** A quotation with the text around it: the TextQuoteSelector of the W3C's annotation model. */
export interface TextQuote {
  readonly exact: string;
  readonly prefix: string;
  readonly suffix: string;
}

/** A highlight, or a note on a quotation, kept with its collection. */
export interface Note {
  readonly id: string;
  /** ISO time of the last change. */
  readonly at: string;
  /** Path of the file at that time. */
  readonly path: string;
  readonly quote: TextQuote;
  /** Unset for a highlight. */
  readonly text?: string;
}

export interface PlacedNote extends Note {
  /** Where the quotation is now; unset if it is gone. */
  readonly place?: NotePlace;
}

export interface NotePlace {
  readonly path: string;
  /** Refs of the chunks that have the quotation, in order. */
  readonly refs: readonly string[];
  readonly lines: readonly [number, number];
  /** Page, slide or rows of a document. */
  readonly page?: string;
  /** Title of the file. */
  readonly title?: string;
}

export const NOTE_LIMITS = {
  /** A few pages: longer selections are a file, not a quotation. */
  maxQuoteChars: 10_000,
  /** Characters kept before and after a quotation: enough to tell repeated sentences apart. */
  contextChars: 64,
  maxTextChars: 20_000,
};
