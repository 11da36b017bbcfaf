import type { SelectionScope } from './outputs/selection.ts';

/** Text recognised in the picture of a page (OCR). Stored by the hash of its file, so it survives syncs and copies. */
export interface RecognisedPage {
  /** 1-based; 1 for a picture. */
  readonly page: number;
  /** Quarter turns clockwise that made the page upright; boxes are on the upright page. */
  readonly turns: number;
  /** Mean confidence of its letters in percent; 0 without text. */
  readonly confidence: number;
  /** In reading order; none on a blank page. */
  readonly lines: readonly RecognisedLine[];
}

export interface RecognisedLine {
  readonly text: string;
  /** Left, top, right, bottom, in thousandths of the page's width and height. */
  readonly box: readonly [number, number, number, number];
  readonly confidence: number;
  readonly beginsParagraph?: true;
}

export interface RecogniseRequest {
  readonly file: Blob;
  /** SHA-256 of the file, in hex: a document stays open for its next page. */
  readonly hash: string;
  /** Its name decides between a PDF and a picture. */
  readonly path: string;
  readonly page: number;
  readonly languages: readonly OcrLanguage[];
}

/** Recognises one page where that cannot block the engine. Throws `ocr/unavailable` if nothing can be recognised, `ocr/page-failed` for one page. */
export type RecognisePage = (request: RecogniseRequest) => Promise<RecognisedPage>;

/** Languages by their names in Tesseract's data. */
export const OCR_LANGUAGES = [
  'eng',
  'deu',
  'fra',
  'spa',
  'ita',
  'por',
  'nld',
  'pol',
  'ukr',
  'chi_sim',
  'jpn',
  'kor',
] as const;
export type OcrLanguage = (typeof OCR_LANGUAGES)[number];

/** A recognition that a user started. */
export interface Recognition {
  readonly scope: SelectionScope;
  readonly languages: readonly OcrLanguage[];
}

/** Recognition in a collection, as stored. */
export interface RecognitionState {
  /** Was paused, or its tab was closed. */
  readonly unfinished?: Recognition;
  /** Languages in which new files are read; absent: they are not. */
  readonly always?: readonly OcrLanguage[];
}

/** A file with pages that are pictures. */
export interface ScannedFile {
  readonly path: string;
  /** Pages without text. */
  readonly unread: number;
  /** Pages whose text was recognised. */
  readonly recognised: number;
}
