/** What is used of pdf.js. */
export interface PdfLibrary {
  getDocument(options: object): PdfTask;
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
  /** Normalised, ligatures are taken apart before text from the right is turned around. */
  getTextContent(options: { readonly disableNormalization: true }): Promise<{ readonly items: readonly PdfItem[] }>;
  getAnnotations(): Promise<readonly PdfAnnotation[]>;
  cleanup(): void;
}

export interface PdfAnnotation {
  readonly subtype: string;
  readonly rect: readonly number[];
  readonly annotationFlags?: number;
  /** Of a field of a form. */
  readonly fieldType?: string;
  readonly fieldValue?: unknown;
  /** Of a field to choose from; a list that is no combo box shows all of them. */
  readonly options?: readonly { readonly displayValue?: unknown }[];
  readonly combo?: boolean;
  readonly password?: boolean;
  /** What is shown on the page: the text of a note, a value with the digits its field gives it. */
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
}

/** pdf.js and its character maps, handed over by whoever knows where they are. Both reject when they cannot be had (offline, never met). */
export interface PdfSource {
  library(): Promise<PdfLibrary>;
  /** A u32 length, that much JSON of [name, length], and the maps one behind the other. */
  maps(): Promise<Uint8Array>;
}
