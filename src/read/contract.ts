import type { ReadFile } from '../model/cut.ts';
import type { Kind } from '../model/kind.ts';

export interface Detected {
  readonly kind: Kind;
  /** Language of code (`typescript`, `python`), else empty. */
  readonly language: string;
  /** Which reader makes the cuts: the kernel by itself, or one of ours. */
  readonly reader: 'kernel' | 'html' | 'code' | 'text' | 'document';
}

/** `web-tree-sitter` as our build makes it: a new runtime at every `Parser.init`, and loops that burn fuel. */
export type ParserLibrary = Pick<typeof import('web-tree-sitter'), 'Parser' | 'Language'>;

/** The parser and its grammars, handed over by whoever knows where they are: `thread` in the browser, the harness in Node. */
export interface ParserSource {
  library(): Promise<ParserLibrary>;
  /** The library's own runtime, compiled. Asked for again whenever a runtime was thrown away. */
  runtime(): Promise<WebAssembly.Module>;
  /** Rejects when the grammar cannot be had (offline and not cached): the file is cut as text for now. */
  grammar(language: string): Promise<Uint8Array>;
}

/** Reads code into cuts. `undefined`: no outline (too large, budget used up) → text cuts and warning `no-outline`. */
export interface CodeReader {
  read(text: Uint8Array, language: string): Promise<Pick<ReadFile, 'cuts'> | undefined>;
}
