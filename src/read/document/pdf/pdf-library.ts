import type { PlacedText } from '../../../model/pdf-pages.ts';

/** The parts of pdf.js that are used. */
export interface PdfLibrary {
  getDocument(options: object): PdfTask;
  /** Remaining budget of the open document; see `PdfMeter`. The last one asks for the edges of characters. */
  readonly counters: Float64Array;
}

export interface PdfTask {
  readonly promise: Promise<PdfFile>;
  destroy(): Promise<void>;
}

export interface PdfFile {
  readonly numPages: number;
  getPage(number: number): Promise<PdfPage>;
  getMetadata(): Promise<{ readonly info: { readonly Title?: unknown; readonly Subject?: unknown } }>;
  getOutline(): Promise<readonly PdfBookmark[] | null>;
  getDestination(name: string): Promise<readonly unknown[] | null>;
  getPageIndex(ref: unknown): Promise<number>;
}

export interface PdfBookmark {
  readonly title: string;
  readonly dest: string | readonly unknown[] | null;
  readonly items: readonly PdfBookmark[];
}

export interface PdfPage {
  /** Left, bottom, right, top. */
  readonly view: readonly number[];
  readonly rotate: number;
  /** With normalisation, pdf.js would take ligatures apart before it reverses right-to-left text. */
  streamTextContent(options: { readonly disableNormalization: true }): ReadableStream<{
    readonly items: readonly PdfItem[];
  }>;
  getTextContent(options: { readonly disableNormalization: true }): Promise<{
    readonly items: readonly PdfItem[];
    readonly styles: Readonly<Record<string, PdfStyle>>;
  }>;
  getAnnotations(): Promise<readonly PdfAnnotation[]>;
  getViewport(options: { readonly scale: number }): {
    readonly width: number;
    readonly height: number;
    /** Maps a point of the page to the picture. */
    readonly transform: readonly number[];
  };
  render(options: object): { readonly promise: Promise<void> };
  cleanup(): void;
}

export interface PdfAnnotation {
  readonly subtype: string;
  readonly rect: readonly number[];
  readonly annotationFlags?: number;
  /** Set for form fields. */
  readonly fieldType?: string;
  readonly fieldValue?: unknown;
  /** Options of a choice field; a list box that is not a combo box shows all of them. */
  readonly options?: readonly { readonly displayValue?: unknown }[];
  readonly combo?: boolean;
  readonly password?: boolean;
  /** Text shown on the page: the text of a note, a value formatted by its field. */
  readonly textContent?: readonly string[];
  readonly contentsObj?: { readonly str: string };
}

export interface PdfItem {
  readonly str: string;
  /** Maps the unit square of a character to the page. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly dir: string;
  readonly hasEOL: boolean;
  readonly fontName?: string;
  /** Left and right edge of each character along the line, from where the text begins; see `openToDraw`. */
  readonly edges?: PlacedText['edges'];
}

/** A font, as far as its text must be placed: `ascent` is a part of the letters' height. */
export interface PdfStyle {
  readonly ascent: number;
  readonly vertical?: boolean;
}

/** pdf.js and its character maps, from the code that knows where they are. Both reject when unavailable (offline and not cached). */
export interface PdfSource {
  library(): Promise<PdfLibrary>;
  /** Reads a u32 length, that many bytes of JSON with [name, length], then the maps, concatenated. */
  maps(): Promise<Uint8Array>;
  /** Reads image decoders, packed like the maps. Absent where nothing is drawn. */
  drawing?(): Promise<Uint8Array>;
  /** Reads the fonts that every program that shows PDFs has, packed like the maps. */
  fonts?(): Promise<Uint8Array>;
  /**
   * Returns a function that stops listening. pdf.js may reject a promise without a handler: that ends a Node process, and is an error of the page in
   * a browser.
   */
  listenForRejections(onRejection: () => void): () => void;
}
