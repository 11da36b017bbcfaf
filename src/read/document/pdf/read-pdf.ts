import { createQueue } from '../../../lib/async/queue.ts';
import { AppError } from '../../../model/app-error.ts';
import { LIMITS } from '../../../model/limits.ts';
import type { DocumentBudget } from '../document-budget.ts';
import { DocumentError } from '../document-error.ts';
import type { DocumentText } from '../document-text.ts';
import { createMapFactory } from './character-maps.ts';
import { orStalled } from './or-stalled.ts';
import { addAnnotations, type PageLine, toPageLines } from './page-lines.ts';
import { findCover, findLargeLines, placeBookmarks } from './pdf-headings.ts';
import type { PdfFile, PdfItem, PdfLibrary, PdfPage, PdfSource } from './pdf-library.ts';
import { PdfMeter } from './pdf-meter.ts';
import { readBookmarks } from './read-bookmarks.ts';
import { toReadingOrder } from './reading-order.ts';
import { withoutRepeated } from './repeated-lines.ts';
import { writePages } from './write-pages.ts';

export interface PdfReader {
  /** Throws `DocumentError`, and `read/reader-missing` when pdf.js could not be loaded. */
  read(bytes: Uint8Array, out: DocumentText): Promise<void>;
}

export function createPdfReader(source: PdfSource): PdfReader {
  let loading: Promise<PdfLibrary> | undefined;
  let mapsUnderWay = 0;
  const BinaryDataFactory = createMapFactory({
    ...source,
    async maps() {
      mapsUnderWay++;
      return source.maps().finally(() => mapsUnderWay--);
    },
  });
  // The counters of pdf.js serve one document at a time: the others wait, as they would for the thread.
  const inTurn = createQueue();
  return {
    async read(bytes, out) {
      loading ??= source.library();
      const library = await loading.catch(() => {
        // A failed download is retried with the next file.
        loading = undefined;
        throw new AppError('read/reader-missing', 'the reader of PDF could not be loaded');
      });
      return inTurn(() =>
        readOpen({ library, source, BinaryDataFactory, isLoading: () => mapsUnderWay > 0 }, bytes, out),
      );
    },
  };
}

interface OpenDeps {
  readonly library: PdfLibrary;
  readonly source: PdfSource;
  readonly BinaryDataFactory: object;
  /** A slow network is not a stall. */
  readonly isLoading: () => boolean;
}

async function readOpen(
  { library, source, BinaryDataFactory, isLoading }: OpenDeps,
  bytes: Uint8Array,
  out: DocumentText,
): Promise<void> {
  const meter = new PdfMeter(library.counters, out.budget, bytes.length);
  let rejections = 0;
  const stopListening = source.listenForRejections(() => {
    rejections++;
  });
  const task = library.getDocument({ ...OPTIONS, BinaryDataFactory, data: bytes.slice() });
  const work = async (): Promise<void> => {
    const pdf = await task.promise.catch((error: unknown) => {
      throw meter.findError() ?? toRefusal(error);
    });
    await readPages(pdf, out, meter);
  };
  try {
    await orStalled(work(), () => (isLoading() ? Number.NaN : meter.steps));
  } finally {
    meter.release();
    // Closing also waits for promises that pdf.js has lost.
    await orStalled(task.destroy(), () => 0, CLOSE_LOOKS).catch(() => undefined);
    // Browsers report rejections after the tasks that caused them.
    await new Promise((resolve) => setTimeout(resolve));
    stopListening();
    if (rejections > 0) out.warn({ code: 'unreadable', message: 'Parts of the document are damaged.' });
  }
}

/** Checks before giving up on a document that does not close; closing takes milliseconds. */
const CLOSE_LOOKS = 2;

/** No code generation, no drawing, no network, no system fonts. */
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

function toRefusal(error: unknown): DocumentError {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return new DocumentError('encrypted', 'The document is encrypted.');
  return new DocumentError('unreadable', 'The document is damaged.');
}

/** Pages read before other work in the thread gets a turn. */
const PAGES_AT_ONCE = 8;

async function readPages(pdf: PdfFile, out: DocumentText, meter: PdfMeter): Promise<void> {
  const limit = LIMITS.maxDocumentPages;
  const read: PageLine[][] = [];
  const tops: number[] = [];
  let failed = 0;
  let chars = 0;
  for (let number = 1; number <= Math.min(pdf.numPages, limit) && chars <= out.maxBytes; number++) {
    meter.startPage();
    const { lines, top } = await readPage(pdf, number, out.budget).catch(() => ({ lines: undefined, top: 0 }));
    const isOver = meter.findError() !== undefined;
    if (lines === undefined && !isOver) failed++;
    if (number % PAGES_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve));
    read.push(lines ?? []);
    tops.push(top);
    for (const { text } of lines ?? []) chars += text.length;
    if (isOver) break;
  }
  if (failed > 0) out.warn({ code: 'unreadable', message: 'Some pages are damaged.', limit: 0, actual: failed });
  if (chars === 0 && failed === 0 && out.budget.error === undefined)
    out.warn({ code: 'no-text', message: 'The document has no text: its pages are pictures or blank.' });
  if (pdf.numPages > limit) {
    const message = 'The document has more pages than allowed; the rest is left out.';
    out.warn({ code: 'max-chunks', message, limit, actual: pdf.numPages });
  }
  const pages = withoutRepeated(read);
  const bookmarks = meter.findError() ? [] : await readBookmarks(pdf, tops);
  const large = findLargeLines(pages);
  const headings = bookmarks.length > 0 ? placeBookmarks(bookmarks, pages) : large;
  writePages(pages, headings, out);
  const error = meter.findError();
  if (error) throw error;
  const { info } = await pdf.getMetadata();
  out.facts = { title: toText(info.Title), description: toText(info.Subject), cover: findCover(pages, large) };
}

async function readPage(
  pdf: PdfFile,
  number: number,
  budget: DocumentBudget,
): Promise<{ readonly lines: PageLine[]; readonly top: number }> {
  const page = await pdf.getPage(number);
  const items = await readItems(page, budget);
  const annotations = await page.getAnnotations().catch(() => []);
  const lines = addAnnotations(toPageLines(items, page), annotations, page);
  page.cleanup();
  budget.spend('items', lines.length);
  return { lines: toReadingOrder(lines, budget), top: page.view[3] ?? 0 };
}

/** Reads piece by piece: a page that never ends stops at the limit. */
async function readItems(page: PdfPage, budget: DocumentBudget): Promise<PdfItem[]> {
  const items: PdfItem[] = [];
  const reader = page.streamTextContent({ disableNormalization: true }).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return items;
    for (const item of value.items) items.push(item);
    if (items.length <= LIMITS.maxPdfPageItems) continue;
    budget.end('items');
    await reader.cancel(new Error('enough'));
    return items;
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
