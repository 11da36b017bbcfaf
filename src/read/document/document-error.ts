import type { WarningCode } from '../../model/warning.ts';

/** A document that cannot be read, or only in part; `message` is a sentence for people. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  constructor(
    readonly code: Extract<WarningCode, 'unreadable' | 'encrypted' | 'max-file-bytes' | 'max-chunks'>,
    message: string,
    readonly bounds: { readonly limit?: number; readonly actual?: number } = {},
  ) {
    super(message);
  }
}
