import { AppError } from '../../../model/app-error.ts';
import { LIMITS } from '../../../model/limits.ts';
import { DocumentError } from '../document-error.ts';
import type { DocumentFacts } from '../document-reader.ts';
import type { DocumentText } from '../document-text.ts';
import { createMapFactory } from './character-maps.ts';
import { addAnnotations, type PageLine, toPageLines } from './page-lines.ts';
import { findLargeLines, placeBookmarks } from './pdf-headings.ts';
import type { PdfFile, PdfLibrary, PdfSource } from './pdf-library.ts';
import { readBookmarks } from './read-bookmarks.ts';
import { toReadingOrder } from './reading-order.ts';
import { withoutRepeated } from './repeated-lines.ts';
import { writePages } from './write-pages.ts';

export interface PdfReader {
  /** Throws `DocumentError`, and `read/reader-missing` when pdf.js could not be loaded. */
  read(bytes: Uint8Array, out: DocumentText): Promise<DocumentFacts>;
}

export function createPdfReader(source: PdfSource): PdfReader {
  let loading: Promise<PdfLibrary> | undefined;
  const BinaryDataFactory = createMapFactory(source);
  return {
    async read(bytes, out) {
      loading ??= source.library();
      const library = await loading.catch(() => {
        // What could not be fetched is asked for again with the next file.
        loading = undefined;
        throw new AppError('read/reader-missing', 'the reader of PDF could not be loaded');
      });
      const task = library.getDocument({ ...OPTIONS, BinaryDataFactory, data: bytes.slice() });
      try {
        return await readPages(await task.promise.catch(refuse), out);
      } finally {
        await task.destroy();
      }
    },
  };
}

/** No code is made at run time, nothing is drawn, nothing is fetched, no font of the system is asked for. */
const OPTIONS = {
  verbosity: 0,
  isEvalSupported: false,
  useWorkerFetch: false,
  useSystemFonts: true,
  disableFontFace: true,
  useWasm: false,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  disableAutoFetch: true,
  disableRange: true,
  disableStream: true,
  maxImageSize: 0,
} as const;

function refuse(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') throw new DocumentError('encrypted', 'The document is encrypted.');
  throw new DocumentError('unreadable', 'The document is damaged.');
}

/** Between so many pages others in the thread have their turn. */
const PAGES_AT_ONCE = 8;

async function readPages(pdf: PdfFile, out: DocumentText): Promise<DocumentFacts> {
  const limit = LIMITS.maxDocumentPages;
  const read: PageLine[][] = [];
  const tops: number[] = [];
  let failed = 0;
  let chars = 0;
  for (let number = 1; number <= Math.min(pdf.numPages, limit) && chars <= out.maxBytes; number++) {
    const { lines, top } = await readPage(pdf, number).catch(() => ({ lines: undefined, top: 0 }));
    if (lines === undefined) failed++;
    if (number % PAGES_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve));
    read.push(lines ?? []);
    tops.push(top);
    for (const { text } of lines ?? []) chars += text.length;
  }
  if (failed > 0) out.warn({ code: 'unreadable', message: 'Some pages are damaged.', limit: 0, actual: failed });
  if (pdf.numPages > limit) {
    const message = 'The document has more pages than allowed; the rest is left out.';
    out.warn({ code: 'max-chunks', message, limit, actual: pdf.numPages });
  }
  const pages = withoutRepeated(read);
  const bookmarks = await readBookmarks(pdf, tops);
  const headings = bookmarks.length > 0 ? placeBookmarks(bookmarks, pages) : findLargeLines(pages);
  writePages(pages, headings, out);
  const { info } = await pdf.getMetadata();
  return { title: toText(info.Title), description: toText(info.Subject) };
}

async function readPage(pdf: PdfFile, number: number): Promise<{ readonly lines: PageLine[]; readonly top: number }> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent({ disableNormalization: true });
  const annotations = await page.getAnnotations().catch(() => []);
  const lines = addAnnotations(toPageLines(items, page), annotations, page);
  page.cleanup();
  return { lines: toReadingOrder(lines), top: page.view[3] ?? 0 };
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
