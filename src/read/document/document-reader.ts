import type { ReadFile } from '../../model/cut.ts';
import type { DocumentParts } from './document-parts.ts';
import type { DocumentText } from './document-text.ts';

export type DocumentFacts = Pick<ReadFile, 'title' | 'description'>;

/** Reads a document that is a zip into `out`. Throws `DocumentError` when it cannot go on; what it wrote before that stays. */
export type PartsReader = (parts: DocumentParts, out: DocumentText, options: ReaderOptions) => Promise<DocumentFacts>;

export interface ReaderOptions {
  /** The size chunks aim for: rows are put together up to it. */
  readonly targetChars: number;
}
