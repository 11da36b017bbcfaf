import type { ReadFile } from '../model/cut.ts';
import type { Kind } from '../model/kind.ts';

export interface Detected {
  readonly kind: Kind;
  /** Language of code (`typescript`, `python`); empty for other files. */
  readonly language: string;
  /** The reader that makes the cuts: the kernel itself, or one in this room. */
  readonly reader: 'kernel' | 'html' | 'json' | 'code' | 'text' | 'document';
}

/** `web-tree-sitter` as our build makes it: a new runtime at every `Parser.init`, and loops that burn fuel. */
export type ParserLibrary = Pick<typeof import('web-tree-sitter'), 'Parser' | 'Language'>;

/** The parser and its grammars, from the code that knows where they are: `thread` in the browser, the harness in Node. */
export interface ParserSource {
  library(): Promise<ParserLibrary>;
  /** Returns the library's own runtime, compiled. Called again each time a runtime was discarded. */
  runtime(): Promise<WebAssembly.Module>;
  /** Rejects when the grammar is unavailable (offline and not cached): the file is chunked as text for now. */
  grammar(language: string): Promise<Uint8Array>;
}

/** Reads code into cuts. `undefined`: no outline (too large, or over budget), so the file gets text cuts and the warning `no-outline`. */
export interface CodeReader {
  read(text: Uint8Array, language: string): Promise<Pick<ReadFile, 'cuts'> | undefined>;
}
