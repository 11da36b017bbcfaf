import type { DocumentFacts } from './document.ts';
import type { Kind } from './kind.ts';
import type { WarningCode } from './warning.ts';

/** A chunk as people, exports and the API see it. Lines are 1-based, inclusive. Hashes are lower-case hex. */
export interface Chunk {
  readonly id: string;
  readonly shortId: string;
  readonly ref: string;
  readonly slug: string;
  readonly path: string;
  readonly kind: Kind;
  readonly chunkIndex: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly content: string;
  readonly contentHash: string;
  readonly tokenEstimate: number;
  readonly headingPath: readonly string[];
  /** All headings inside the chunk, without omissions. */
  readonly headings?: readonly string[];
  readonly symbol?: string;
  /** All symbols that begin in the chunk, and the one it continues. */
  readonly symbols?: readonly string[];
  readonly address?: string;
  /** All pages, slides or row ranges in order, the first on the first line, for a document's chunk that spans several. */
  readonly places?: readonly Place[];
  /** Context that the lines need but do not contain: title of the document, sheet, header row. Not part of content and hashes. */
  readonly context?: readonly string[];
  readonly assetPath?: string;
  readonly language?: string;
  /** 1…n if a section was cut into parts; `parts` is n. */
  readonly part?: number;
  readonly parts?: number;
  readonly masked?: boolean;
}

export interface OutlineRow {
  readonly level: number;
  readonly text: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly ref: string;
}

export interface SymbolSpan {
  readonly name: string;
  readonly what: string;
  readonly startLine: number;
  readonly endLine: number;
}

export interface SymbolRow extends SymbolSpan {
  readonly ref: string;
}

/** Links of a file to others, and of others to it. */
export interface FileLinks {
  readonly links: readonly {
    /** As written, without a heading or block. */
    readonly target: string;
    readonly line: number;
    /** The file it leads to, if the collection has it. */
    readonly path?: string;
  }[];
  /** Files that link to this one, in path order. */
  readonly backlinks: readonly { readonly path: string; readonly title?: string; readonly line: number }[];
}

/** The fields of a file that filters, facets and hits use. */
export type FileNames = Pick<FileRow, 'path' | 'kind' | 'language' | 'source' | 'tags'> & {
  /** `path` without the collection's name, in a search over several collections. */
  readonly ownPath?: string;
  readonly document?: DocumentFacts;
};

/** A file with nothing to search: refused with that warning, empty, or a document whose reader is still missing. */
export interface FileWithoutText {
  readonly path: string;
  readonly bytes: number;
  readonly reason: WarningCode | 'empty' | 'incomplete';
  /** Whether `readOriginal` returns it. */
  readonly hasOriginal?: boolean;
}

/** One file of a collection in a list. */
export interface FileRow {
  readonly path: string;
  /** Slug of its source. */
  readonly source: string;
  readonly kind: Kind;
  readonly language?: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly lineCount: number;
  readonly chunkCount: number;
  readonly tokenTotal: number;
  readonly title?: string;
  readonly description?: string;
  readonly url?: string;
  readonly document?: DocumentFacts;
  readonly tags?: readonly string[];
}

/** The address of the text from a line on, up to the next place. */
export interface Place {
  readonly line: number;
  readonly address: string;
}
