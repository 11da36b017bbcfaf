import type { FileRow } from '../model/chunk.ts';

/** Whether the file is a picture that may show text; icons and drawings made of shapes are not. */
export function isScannable(path: string): boolean {
  return /\.(?:png|jpe?g|webp|gif|bmp|avif)$/i.test(path);
}

/** Whether the file has pages that are pictures, read or not. */
export function hasPictures({ path, document = {} }: Pick<FileRow, 'path' | 'document'>): boolean {
  const { scannedPages, undecodedPages, ocrPages } = document;
  return isScannable(path) || (scannedPages ?? undecodedPages ?? ocrPages) !== undefined;
}
