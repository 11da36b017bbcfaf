import { findDocumentFormat } from '../kinds/document-format.ts';
import type { RecogniseRequest } from '../model/recognised.ts';
import { createFileFactory } from '../read/document/pdf/pdf-files.ts';
import type { PdfFile, PdfSource, PdfTask } from '../read/document/pdf/pdf-library.ts';
import { type Picture, toPicture } from './picture.ts';

/** Resolution that Tesseract was trained with. */
const DPI = 300;
const POINTS_PER_INCH = 72;
/** Pixels of an A4 page at that resolution. Larger pages and photos are drawn smaller. */
const PAGE_PIXELS = 8_700_000;
/** Letters on a screen are about half as high as on a scan. */
const MAX_ENLARGED = 2;
/** Larger pictures inside a PDF are not drawn: their pixels would take 400 MB. */
const MAX_IMAGE_PIXELS = 100_000_000;

export type DrawPage = (request: Pick<RecogniseRequest, 'file' | 'hash' | 'path' | 'page'>) => Promise<Picture>;

/** Draws pages of PDFs and pictures in a worker. The last PDF stays open. Throws what pdf.js and the browser throw for damaged files. */
export function createDrawPage(source: PdfSource): DrawPage {
  let open: { readonly hash: string; readonly task: PdfTask; readonly pdf: PdfFile } | undefined;
  return async ({ file, hash, path, page }) => {
    if (findDocumentFormat(path) !== 'pdf') return drawImage(file);
    if (open?.hash !== hash) {
      await open?.task.destroy();
      open = undefined;
      const { getDocument } = await source.library();
      const task = getDocument({
        ...OPTIONS,
        BinaryDataFactory: createFileFactory(source),
        data: new Uint8Array(await file.arrayBuffer()),
      });
      open = { hash, task, pdf: await task.promise };
    }
    return drawPdfPage(open.pdf, page);
  };
}

async function drawPdfPage(pdf: PdfFile, number: number): Promise<Picture> {
  const page = await pdf.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = Math.min(DPI / POINTS_PER_INCH, Math.sqrt(PAGE_PIXELS / (width * height)));
  const canvas = createCanvas(width * scale, height * scale);
  const viewport = page.getViewport({ scale });
  await page.render({ canvas: null, canvasContext: canvas.getContext('2d'), viewport }).promise;
  page.cleanup();
  return readCanvas(canvas, Math.round(scale * POINTS_PER_INCH));
}

async function drawImage(file: Blob): Promise<Picture> {
  const image = await createImageBitmap(file);
  const scale = Math.min(MAX_ENLARGED, Math.sqrt(PAGE_PIXELS / (image.width * image.height)));
  const canvas = createCanvas(image.width * scale, image.height * scale);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return readCanvas(canvas);
}

function createCanvas(width: number, height: number): OffscreenCanvas {
  return new OffscreenCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
}

function readCanvas(canvas: OffscreenCanvas, dpi?: number): Picture {
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  const picture = toPicture(context.getImageData(0, 0, canvas.width, canvas.height), dpi);
  canvas.width = 0;
  return picture;
}

/** Canvases without a page. pdf.js checks none of its own classes. */
class CanvasFactory {
  create(width: number, height: number): CanvasAndContext {
    const canvas = createCanvas(width, height);
    return { canvas, context: canvas.getContext('2d', { willReadFrequently: true }) };
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

/** Filters are elements of a page, which a worker lacks: masks by colour are drawn without them. */
class FilterFactory {
  addFilter = toNone;
  addHCMFilter = toNone;
  addAlphaFilter = toNone;
  addLuminosityFilter = toNone;
  addHighlightHCMFilter = toNone;
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
