import { findDocumentFormat } from '../kinds/document-format.ts';
import type { RecogniseRequest } from '../model/recognised.ts';
import type { PdfPage, PdfSource } from '../read/document/pdf/pdf-library.ts';
import { createCanvas, type DrawablePdf, drawPdfPage, openToDraw } from './draw-pdf.ts';
import { type Picture, toPicture } from './picture.ts';

/** Resolution that Tesseract was trained with. */
const DPI = 300;
const POINTS_PER_INCH = 72;
/** Pixels of an A4 page at that resolution. Larger pages and photos are drawn smaller. */
const PAGE_PIXELS = 8_700_000;
/** Letters on a screen are about half as high as on a scan. */
const MAX_ENLARGED = 2;

export type DrawPage = (request: Pick<RecogniseRequest, 'file' | 'hash' | 'path' | 'page'>) => Promise<Picture>;

/** Draws pages of PDFs and pictures in a worker. The last PDF stays open. Throws what pdf.js and the browser throw for damaged files. */
export function createDrawPage(source: PdfSource): DrawPage {
  let open: (DrawablePdf & { readonly hash: string }) | undefined;
  return async ({ file, hash, path, page }) => {
    if (findDocumentFormat(path) !== 'pdf') return drawImage(file);
    if (open?.hash !== hash) {
      await open?.close();
      open = undefined;
      open = { hash, ...(await openToDraw(source, new Uint8Array(await file.arrayBuffer()))) };
    }
    return drawPage(await open.pdf.getPage(page));
  };
}

async function drawPage(page: PdfPage): Promise<Picture> {
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = Math.min(DPI / POINTS_PER_INCH, Math.sqrt(PAGE_PIXELS / (width * height)));
  return readCanvas(await drawPdfPage(page, scale), Math.round(scale * POINTS_PER_INCH));
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

function readCanvas(canvas: OffscreenCanvas, dpi?: number): Picture {
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  const picture = toPicture(context.getImageData(0, 0, canvas.width, canvas.height), dpi);
  canvas.width = 0;
  return picture;
}
