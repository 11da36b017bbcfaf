import type { PlacedText } from '../model/pdf-pages.ts';
import { createFileFactory } from '../read/document/pdf/pdf-files.ts';
import type { PdfFile, PdfItem, PdfPage, PdfSource, PdfStyle, PdfTask } from '../read/document/pdf/pdf-library.ts';

/** A PDF that is open to be drawn; `close` gives its memory back. */
export interface DrawablePdf {
  readonly pdf: PdfFile;
  close(): Promise<void>;
}

/** The counter that asks pdf.js for the edges of characters. */
const EDGES = 4;

/** Opens a PDF to draw its pages in a worker. Throws what pdf.js throws for damaged files. */
export async function openToDraw(source: PdfSource, bytes: Uint8Array): Promise<DrawablePdf> {
  const { getDocument, counters } = await source.library();
  counters[EDGES] = 1;
  const task: PdfTask = getDocument({ ...OPTIONS, BinaryDataFactory: createFileFactory(source), data: bytes });
  const close = () => task.destroy();
  try {
    return { pdf: await task.promise, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Draws a page as printed, `scale` pixels for a point; nothing in it runs or can be clicked. */
export async function drawPdfPage(page: PdfPage, scale: number): Promise<OffscreenCanvas> {
  const viewport = page.getViewport({ scale });
  const canvas = createCanvas(viewport.width, viewport.height);
  await page.render({ canvas: null, canvasContext: canvas.getContext('2d'), viewport }).promise;
  page.cleanup();
  return canvas;
}

/** Reads where the text of a page is drawn. */
export async function readPlacedText(page: PdfPage): Promise<PlacedText[]> {
  const { items, styles } = await page.getTextContent({ disableNormalization: true });
  const { transform } = page.getViewport({ scale: 1 });
  return items
    .filter(({ str }) => str.trim() !== '')
    .map((item) => toPlaced(item, transform, styles[item.fontName ?? '']));
}

function toPlaced(item: PdfItem, toPage: readonly number[], style: PdfStyle | undefined): PlacedText {
  const [a, b, c, d, x, y] = multiply(toPage, item.transform);
  // Pages may count in units larger than a point.
  const unit = Math.hypot(toPage[0] ?? 1, toPage[1] ?? 0);
  // Some fonts state no ascent, others the height of their tallest accent.
  const ascent = style !== undefined && style.ascent > MIN_ASCENT && style.ascent < 1 ? style.ascent : USUAL_ASCENT;
  return {
    text: item.str,
    x,
    y,
    angle: Math.atan2(b, a) + (style?.vertical ? Math.PI / 2 : 0),
    height: Math.hypot(c, d),
    ascent,
    edges: (item.edges ?? []).map(([left, right]) => [left * unit, right * unit]),
  };
}

const MIN_ASCENT = 0.6;
const USUAL_ASCENT = 0.8;

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

function multiply(one: readonly number[], other: readonly number[]): Matrix {
  const [a, b, c, d, e, f] = one as Matrix;
  const [g, h, i, j, k, l] = other as Matrix;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

export function createCanvas(width: number, height: number): OffscreenCanvas {
  return new OffscreenCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
}

/** Larger pictures inside a PDF are not drawn: their pixels would take 400 MB. */
const MAX_IMAGE_PIXELS = 100_000_000;

/** Canvases without a page. pdf.js checks none of its own classes. */
class CanvasFactory {
  create(width: number, height: number): CanvasAndContext {
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;
    const draw = context.drawImage.bind(context) as Draw;
    return { canvas, context: Object.assign(context, { drawImage: withFilter(draw) }) };
  }
  reset({ canvas }: CanvasAndContext, width: number, height: number): void {
    if (canvas) Object.assign(canvas, { width, height });
  }
  destroy(used: CanvasAndContext): void {
    if (used.canvas) used.canvas.width = 0;
    Object.assign(used, { canvas: null, context: null });
  }
}

interface CanvasAndContext {
  readonly canvas: OffscreenCanvas | null;
  readonly context: OffscreenCanvasRenderingContext2D | null;
}

/** Changes the pixels of the next picture that is drawn. */
let filter: ((pixels: Uint8ClampedArray) => void) | undefined;

type Draw = (picture: OffscreenCanvas, ...place: readonly number[]) => void;

function withFilter(draw: Draw): Draw {
  return (picture, ...place) => {
    if (filter === undefined) return draw(picture, ...place);
    const { width, height } = picture;
    const copy = createCanvas(width, height);
    const context = copy.getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.drawImage(picture, 0, 0);
    const pixels = context.getImageData(0, 0, width, height);
    filter(pixels.data);
    filter = undefined;
    context.putImageData(pixels, 0, 0);
    draw(copy, ...place);
    copy.width = 0;
  };
}

/** Filters are elements of a page, which a worker lacks. pdf.js sets one right before it draws a mask: the pixels are changed instead. */
class FilterFactory {
  addFilter = toNone;
  addHCMFilter = toNone;
  addHighlightHCMFilter = toNone;
  addAlphaFilter(map: Uint8Array): string {
    filter = (pixels) => {
      for (let i = 3; i < pixels.length; i += 4) pixels[i] = map[pixels[i] as number] as number;
    };
    return 'none';
  }
  addLuminosityFilter(map?: Uint8Array): string {
    filter = (pixels) => {
      for (let i = 0; i < pixels.length; i += 4) {
        const [red = 0, green = 0, blue = 0] = pixels.subarray(i, i + 3);
        const light = Math.round(0.3 * red + 0.59 * green + 0.11 * blue);
        pixels[i + 3] = map?.[light] ?? light;
      }
    };
    return 'none';
  }
  destroy(): void {}
}

function toNone(): string {
  return 'none';
}

/** No code generation, no network, no fonts of the system: glyphs are drawn as paths. */
const OPTIONS = {
  verbosity: 0,
  isEvalSupported: false,
  useWorkerFetch: false,
  useSystemFonts: false,
  disableFontFace: true,
  useWasm: true,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  disableAutoFetch: true,
  disableRange: true,
  disableStream: true,
  maxImageSize: MAX_IMAGE_PIXELS,
  CanvasFactory,
  FilterFactory,
} as const;
