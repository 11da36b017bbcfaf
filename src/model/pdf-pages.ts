/** The pages of a PDF, drawn as printed in a worker. The worker ends with the signal it was opened with, and all memory with it. */
export interface PdfPages {
  /** Width and height of each page in points, as shown. */
  readonly sizes: readonly (readonly [width: number, height: number])[];
  /** Draws a page, `scale` pixels for a point; the newest request comes first. The caller closes the picture. */
  draw(
    page: number,
    options: { readonly scale: number; readonly isThumbnail?: boolean },
    signal: AbortSignal,
  ): Promise<ImageBitmap>;
  readText(page: number): Promise<readonly PlacedText[]>;
}

/** A run of text in one font, in points from the top left corner of the page as shown. */
export interface PlacedText {
  readonly text: string;
  /** Where its baseline begins. */
  readonly x: number;
  readonly y: number;
  /** Clockwise, in radians. */
  readonly angle: number;
  /** Height of its letters, and the part of it above the baseline. */
  readonly height: number;
  readonly ascent: number;
  /** Left and right edge of each character along the line, from where the text begins. */
  readonly edges: readonly (readonly [left: number, right: number])[];
}
