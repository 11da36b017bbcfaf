import type { DocumentFacts } from './document-facts.ts';
import type { DocumentParts } from './document-parts.ts';
import type { DocumentText } from './document-text.ts';

/** Reads a zipped document into `out`. Throws `DocumentError` when it cannot continue; the text written before stays. */
export type PartsReader = (parts: DocumentParts, out: DocumentText, options: ReaderOptions) => Promise<DocumentFacts>;

export interface ReaderOptions {
  /** Target size of chunks; rows are grouped up to it. */
  readonly targetChars: number;
}
