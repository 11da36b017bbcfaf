import type { DocumentFacts } from './document.ts';
import type { Warning, WarningCode } from './warning.ts';

/** Kind of structure that a cut begins. Numbers are part of the leaf format. */
export const CUT_WHAT = {
  address: 0,
  heading: 1,
  function: 2,
  class: 3,
  method: 4,
  interface: 5,
  type: 6,
  enum: 7,
  const: 8,
  module: 9,
  /** Fields, properties and values of a class: names of the chunk they are in, not lines of an outline. */
  field: 10,
} as const;
export type CutWhat = keyof typeof CUT_WHAT;

/**
 * A place where a chunk may begin, from readers outside the kernel. Lines are 1-based lines of the text given to the kernel. Cuts are in document
 * order. `level` nests: a cut contains all later cuts of a larger level up to its end. Headings have level 1–6, and an end line if they take
 * several lines. Declarations have level 1 for top level, 2 for members, … and an end line; `line` includes leading comments and decorators,
 * `symbolLine` is the declaration itself. A cut of kind `address` gives the address of its chunk (`$.services`, `2:51`); its name may be empty.
 */
export interface Cut {
  readonly line: number;
  readonly level: number;
  readonly what: CutWhat;
  /** Heading text, or the qualified symbol (`Store.open`). */
  readonly name: string;
  readonly endLine?: number;
  readonly symbolLine?: number;
  /** Begins a chunk only if it is not small: constants. */
  readonly isSoft?: boolean;
  /** True if the lines up to `endLine` are Markdown, whose headings count too: a notebook cell. */
  readonly isMarkdown?: boolean;
  /** Language of a file that is code in spite of its name: an HTML template. */
  readonly language?: string;
  /** Address of its chunk if it differs from the name: `p. 12` for a heading in a document. */
  readonly address?: string;
}

/** Bytes that become one chunk, for structure that does not follow lines (JSON). Over the cap they are split, and the parts numbered: `$.a#1`. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly address: string;
}

/** Texts that a chunk starting on one of these lines needs to be understood but does not contain. */
export interface ContextSpan {
  readonly firstLine: number;
  readonly lastLine: number;
  /** Such as the name of a sheet, or the header row of a table. */
  readonly texts: readonly string[];
}

/** A link to another file of the collection, at its first place. */
export interface FileLink {
  /** As written, without a heading or block; percent escapes are decoded. */
  readonly target: string;
  readonly line: number;
}

/**
 * A file as a reader returns it. `bytes` is UTF-8 text with LF line ends. `sourceLines[i]` is the source line of text line i + 1, only if the text
 * is not the source itself (HTML, notebooks). Without `cuts` the kernel finds them by kind.
 */
export interface ReadFile {
  readonly bytes: Uint8Array;
  /** True if the bytes are Markdown, whatever the kind of the file: the kernel cuts them as such. */
  readonly isMarkdown?: boolean;
  /** Language of code, where the name does not tell it: an HTML template, a C++ header named `.h`. */
  readonly language?: string;
  readonly cuts?: readonly Cut[];
  /** Chunks of JSON source, instead of cuts. Their strings are searched with escapes decoded. */
  readonly spans?: readonly Span[];
  readonly sourceLines?: Uint32Array;
  /** The source line on which each text line ends, if that is not the one on which it begins. */
  readonly sourceLastLines?: Uint32Array;
  readonly sourceLineCount?: number;
  /** Title in the document's metadata; without it the first heading counts. */
  readonly title?: string;
  readonly description?: string;
  readonly document?: DocumentFacts;
  /** In order of lines. */
  readonly context?: readonly ContextSpan[];
  /** Links in formats other than Markdown, which the kernel reads itself. */
  readonly links?: readonly FileLink[];
  readonly warnings?: readonly Warning[];
  /** Set if the file has no readable text. */
  readonly refused?: WarningCode;
}
