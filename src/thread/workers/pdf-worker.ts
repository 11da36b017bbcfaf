import drawingUrl from '../../../build/pdf/pdfjs-drawing.bin?url';
import fontsUrl from '../../../build/pdf/pdfjs-fonts.bin?url';
import { LIMITS } from '../../model/limits.ts';
import type { PdfPages, PlacedText } from '../../model/pdf-pages.ts';
import { drawPdfPage, openToDraw, readPlacedText } from '../../ocr/draw-pdf.ts';
import type { PdfFile } from '../../read/document/pdf/pdf-library.ts';
import { pdfSource } from '../local/pdf-source.ts';
import { readBytes } from '../local/read-bytes.ts';

/** The first request opens the file. Without a scale, the text of the page is read. */
export type PdfRequest = { readonly open: Blob } | { readonly page: number; readonly scale?: number };
export type PdfAnswer =
  | { readonly sizes: PdfPages['sizes'] }
  | ImageBitmap
  | readonly PlacedText[]
  | { readonly failed: true };

let pdf: PdfFile | undefined;

addEventListener('message', async ({ data }: MessageEvent<PdfRequest>) => {
  try {
    const answer = 'open' in data ? await open(data.open) : await readPage(data);
    postMessage(answer, { transfer: answer instanceof ImageBitmap ? [answer] : [] });
  } catch {
    postMessage({ failed: true });
  }
});

async function open(file: Blob): Promise<PdfAnswer> {
  const source = { ...pdfSource, drawing: () => readBytes(drawingUrl), fonts: () => readBytes(fontsUrl) };
  ({ pdf } = await openToDraw(source, new Uint8Array(await file.arrayBuffer())));
  const sizes: [number, number][] = [];
  for (let number = 1; number <= Math.min(pdf.numPages, LIMITS.maxDocumentPages); number++) {
    const page = await pdf.getPage(number).catch(() => undefined);
    const { width, height } = page?.getViewport({ scale: 1 }) ?? USUAL_SIZE;
    sizes.push([width, height]);
  }
  return { sizes };
}

/** A4, for a damaged page. */
const USUAL_SIZE = { width: 595, height: 842 };

/** Pixels of a page, 64 MB. Beyond them it is drawn smaller, and enlarged on screen. */
const MAX_PIXELS = 16_000_000;

async function readPage({ page: number, scale }: Extract<PdfRequest, { readonly page: number }>): Promise<PdfAnswer> {
  const page = await (pdf as PdfFile).getPage(number);
  if (scale === undefined) return readPlacedText(page);
  const { width, height } = page.getViewport({ scale: 1 });
  const canvas = await drawPdfPage(page, Math.min(scale, Math.sqrt(MAX_PIXELS / (width * height))));
  return canvas.transferToImageBitmap();
}
