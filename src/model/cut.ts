import type { Warning, WarningCode } from './warning.ts';

/** What a cut begins. Numbers are part of the leaf format. */
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
} as const;
export type CutWhat = keyof typeof CUT_WHAT;

/**
 * A place where a chunk may begin, handed over by readers outside the kernel. Lines are 1-based lines of the text given
 * to the kernel. Cuts come in document order. `level` nests: a cut contains all later cuts of larger level up to its end.
 * Headings have level 1–6, and the line they end on if they take several. Declarations have level 1 for top level, 2 for members, … and the line they end on;
 * `line` includes leading comments and decorators, `symbolLine` is the line of the declaration itself. A cut that is an `address` says where its chunk is
 * (`$.services`, `2:51`); its name may be empty.
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
  /** Where its chunk is, when its name is another: `p. 12` of a heading in a document. */
  readonly address?: string;
}

/** What lines of the text need to be understood and do not hold: a chunk that begins on one of them stands below these texts. */
export interface ContextSpan {
  readonly firstLine: number;
  readonly lastLine: number;
  /** The name of a sheet, the header row of a table. */
  readonly texts: readonly string[];
}

/**
 * What a reader makes of a file's bytes. `bytes` is UTF-8 text with LF line ends. `sourceLines[i]` is the source line of text line i + 1, only
 * where the text is not the source itself (HTML). Without `cuts` the kernel finds them by kind.
 */
export interface ReadFile {
  readonly bytes: Uint8Array;
  readonly cuts?: readonly Cut[];
  readonly sourceLines?: Uint32Array;
  readonly sourceLineCount?: number;
  /** What the document itself says; without one its first heading counts. */
  readonly title?: string;
  readonly description?: string;
  /** In order of lines. */
  readonly context?: readonly ContextSpan[];
  readonly warnings?: readonly Warning[];
  /** Why there is no text. */
  readonly refused?: WarningCode;
}
