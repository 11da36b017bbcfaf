import { LIMITS } from './limits.ts';

export const KINDS = [
  'markdown',
  'json',
  'html',
  'java_script',
  'code',
  'text',
  'image',
  'document',
  'unknown',
  'type_script',
] as const;
/**
 * Decided by the file name, even if reading falls back to text; only HTML that is a template becomes `code`. `unknown` comes from imports only.
 * Stored bytes hold the places in this list.
 */
export type Kind = (typeof KINDS)[number];

export function isCodeKind(kind: string): boolean {
  return kind === 'code' || kind === 'java_script' || kind === 'type_script';
}

export const DOCUMENT_FORMATS = ['pdf', 'docx', 'odt', 'rtf', 'pptx', 'odp', 'xlsx', 'ods', 'epub'] as const;
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

/** Templates, slide shows and files with macros are the same formats under other names; macros are not read. */
const SAME_FORMAT: Readonly<Record<string, DocumentFormat>> = {
  ...{ docm: 'docx', dotx: 'docx', dotm: 'docx', ott: 'odt' },
  ...{ pptm: 'pptx', potx: 'pptx', potm: 'pptx', ppsx: 'pptx', ppsm: 'pptx', otp: 'odp' },
  ...{ xlsm: 'xlsx', xltx: 'xlsx', xltm: 'xlsx', ots: 'ods' },
};
const FORMAT_BY_EXTENSION: ReadonlyMap<string, DocumentFormat> = new Map([
  ...DOCUMENT_FORMATS.map((format) => [format, format] as const),
  ...Object.entries(SAME_FORMAT),
]);

/** Decides by the file name only. */
export function findDocumentFormat(path: string): DocumentFormat | undefined {
  const dot = path.lastIndexOf('.');
  // Longer extensions cannot match, so they need no lower-casing.
  if (dot < 0 || path.length - dot > 5) return undefined;
  const extension = path.slice(dot + 1).replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32));
  return FORMAT_BY_EXTENSION.get(extension);
}

/** Returns the size limit for a file name. */
export function toMaxBytes(path: string, maxFileBytes: number): number {
  return findDocumentFormat(path) === undefined ? maxFileBytes : maxFileBytes * LIMITS.documentFileFactor;
}
