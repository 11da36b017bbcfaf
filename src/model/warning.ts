/** Codes for files refused or cut after they were found. A path excluded before reading is a Skip. */
export const WARNING_CODES = [
  'max-file-bytes',
  'max-total-bytes',
  'max-chunks',
  'encoding',
  'binary',
  'encrypted',
  'bad-path',
  'duplicate-path',
  'json-parse',
  'no-outline',
  'no-text',
  'hidden-text',
  'secret',
  'archive-entry',
  'unreadable',
  'hash-mismatch',
  'case-collision',
  'undecoded-text',
  'hidden-name',
] as const;

export type WarningCode = (typeof WARNING_CODES)[number];

/** `message` is a plain English sentence without file content. */
export interface Warning {
  readonly path: string;
  readonly code: WarningCode;
  readonly message: string;
  readonly limit?: number;
  readonly actual?: number;
  readonly line?: number;
}

/** The message if none of a file's bytes could be read; other `unreadable` warnings of a file with text are about a part of it. */
export const UNREAD_MESSAGE = 'The file could not be read.';

/** Returns whether the path could not be read at all; other warnings are about files that were read. */
export function isFailedWarning({ code }: Warning): boolean {
  return code === 'archive-entry' || code === 'unreadable' || code === 'bad-path';
}
