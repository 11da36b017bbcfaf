import type { SelectionScope } from './selection.ts';
import type { TokenFamily } from './token-family.ts';

/** A text for a model that is no pack: all that is selected, or its structure. */
export interface TextExportOptions {
  readonly collectionId: string;
  readonly jobId: string;
  /** `one-file`: every file with its text below a tree of them [P7]. `signatures`: headings and declarations alone [P2]. */
  readonly what: 'one-file' | 'signatures';
  /** Of one file; signatures are Markdown. */
  readonly format: 'markdown' | 'xml';
  /** One file in parts of at most so many tokens. */
  readonly budgetTokens?: number;
  readonly counter: 'o200k' | TokenFamily;
  /** Unset: everything. */
  readonly selection?: SelectionScope & { readonly name?: string };
  readonly mask: boolean;
  readonly allowedSecrets?: readonly string[];
  readonly escapeHidden?: boolean;
  readonly target?: FileSystemFileHandle;
}

/** What a text takes. */
export interface TextSize {
  readonly tokens: number;
  readonly exact: boolean;
  readonly bytes: number;
  readonly files: number;
  /** Of each part, in their order. */
  readonly parts: readonly { readonly tokens: number; readonly bytes: number }[];
}
