import { toAsciiLower } from '../lib/ascii.ts';
import type { FileRow } from '../model/chunk.ts';
import { DOCUMENT_FORMATS, type DocumentFormat } from '../model/kind.ts';
import { LIMITS } from '../model/limits.ts';

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
  return FORMAT_BY_EXTENSION.get(toAsciiLower(path.slice(dot + 1)));
}

/** Returns the size limit for a file name. */
export function toMaxBytes(path: string, maxFileBytes: number): number {
  return findDocumentFormat(path) === undefined ? maxFileBytes : maxFileBytes * LIMITS.documentFileFactor;
}

/** Whether the file is a picture that may show text; icons and drawings made of shapes are not. */
export function isScannable(path: string): boolean {
  return /\.(?:png|jpe?g|webp|gif|bmp|avif)$/i.test(path);
}

/** Whether the file has pages that are pictures, read or not. */
export function hasPictures({ path, document = {} }: Pick<FileRow, 'path' | 'document'>): boolean {
  const { scannedPages, undecodedPages, ocrPages } = document;
  return isScannable(path) || (scannedPages ?? undecodedPages ?? ocrPages) !== undefined;
}
