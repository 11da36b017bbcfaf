import type { ReadFile } from '../model/cut.ts';
import type { Kind } from '../model/kind.ts';

export interface Detected {
  readonly kind: Kind;
  /** Language of code (`typescript`, `python`), else empty. */
  readonly language: string;
  /** Which reader makes the cuts: the kernel by itself, or one of ours. */
  readonly reader: 'kernel' | 'html' | 'code';
}

/** Bytes of wasm files handed over by whoever knows where they are: `thread` in the browser, the harness in Node. */
export interface GrammarBytes {
  /** `web-tree-sitter`'s own runtime wasm. */
  runtime(): Promise<Uint8Array>;
  /** Rejects when the grammar cannot be had (offline and not cached): the file becomes skip `reader-missing`. */
  grammar(language: string): Promise<Uint8Array>;
}

/** Reads code into cuts. `undefined`: no outline (too large, budget used up) → text cuts and warning `no-outline`. */
export interface CodeReader {
  read(text: Uint8Array, language: string): Promise<Pick<ReadFile, 'cuts'> | undefined>;
}
