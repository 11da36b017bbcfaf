import type { TokenFamily } from './pack.ts';
import type { SelectionScope } from './selection.ts';

/** Text for a model other than a pack: everything selected, or its structure. */
export interface TextExportOptions {
  readonly collectionId: string;
  readonly jobId: string;
  /** `one-file`: every file with its text below a file tree [P7]. `signatures`: only headings and declarations [P2]. */
  readonly what: 'one-file' | 'signatures';
  /** For one file; signatures are always Markdown. */
  readonly format: 'markdown' | 'xml';
  /** Splits one file into parts of at most this many tokens. */
  readonly budgetTokens?: number;
  readonly counter: 'o200k' | TokenFamily;
  /** Unset: everything. */
  readonly selection?: SelectionScope & { readonly name?: string };
  readonly mask: boolean;
  readonly allowedSecrets?: readonly string[];
  readonly escapeHidden?: boolean;
  readonly target?: FileSystemFileHandle;
}

export interface TextSize {
  readonly tokens: number;
  readonly exact: boolean;
  readonly bytes: number;
  readonly files: number;
  /** Size of each part, in order. */
  readonly parts: readonly { readonly tokens: number; readonly bytes: number }[];
}
