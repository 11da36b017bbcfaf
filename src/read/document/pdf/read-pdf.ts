import { toAsciiLower } from '../../../lib/ascii.ts';
import { createQueue } from '../../../lib/async/queue.ts';
import { AppError } from '../../../model/app-error.ts';
import { LIMITS } from '../../../model/limits.ts';
import type { RecognisedPage } from '../../../model/recognised.ts';
import { toPageText } from '../../../places/address.ts';
import { writeRecognised } from '../../recognised-text.ts';
import { type BudgetError, type DocumentBudget, DocumentError } from '../document-budget.ts';
import { type DocumentText, joinWords } from '../document-text.ts';
import { readFirstPage } from './first-page.ts';
import { addAnnotations, type PageLine, toPageLines, toReadingOrder, withoutRepeated } from './page-lines.ts';
import { createFileFactory } from './pdf-files.ts';
import { findLargeLines, type PdfHeadings, placeBookmarks, readBookmarks } from './pdf-headings.ts';
import type { PdfFile, PdfItem, PdfLibrary, PdfPage, PdfSource } from './pdf-library.ts';

export interface PdfReader {
  /** Throws `DocumentError`, and `read/reader-missing` when pdf.js could not be loaded. */
  read(bytes: Uint8Array, out: DocumentText, recognised?: readonly RecognisedPage[]): Promise<void>;
}

export function createPdfReader(source: PdfSource): PdfReader {
  let loading: Promise<PdfLibrary> | undefined;
  let mapsUnderWay = 0;
  const BinaryDataFactory = createFileFactory({
    async maps() {
      mapsUnderWay++;
      return source.maps().finally(() => mapsUnderWay--);
    },
  });
  // The counters of pdf.js serve one document at a time: the others wait, as they would for the thread.
  const inTurn = createQueue();
  return {
    async read(bytes, out, recognised = []) {
      loading ??= source.library();
      const library = await loading.catch(() => {
        // A failed download is retried with the next file.
        loading = undefined;
        throw new AppError('read/reader-missing', 'the reader of PDF could not be loaded');
      });
      return inTurn(() =>
        readOpen({ library, source, BinaryDataFactory, recognised, isLoading: () => mapsUnderWay > 0 }, bytes, out),
      );
    },
  };
}

interface OpenDeps {
  readonly library: PdfLibrary;
  readonly source: PdfSource;
  readonly BinaryDataFactory: object;
  readonly recognised: readonly RecognisedPage[];
  /** A slow network is not a stall. */
  readonly isLoading: () => boolean;
}

async function readOpen(
  { library, source, BinaryDataFactory, recognised, isLoading }: OpenDeps,
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
    await readPages(pdf, out, meter, recognised);
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

async function readPages(
  pdf: PdfFile,
  out: DocumentText,
  meter: PdfMeter,
  recognised: readonly RecognisedPage[],
): Promise<void> {
  const limit = LIMITS.maxDocumentPages;
  const read: PageLine[][] = [];
  const tops: number[] = [];
  const ocr = new Map(recognised.map((page) => [page.page, page]));
  const without: number[] = [];
  let failed = 0;
  let chars = 0;
  for (let number = 1; number <= Math.min(pdf.numPages, limit) && chars <= out.maxBytes; number++) {
    meter.startPage();
    const { lines, top } = await readPage(pdf, number, out.budget).catch(() => ({ lines: undefined, top: 0 }));
    const isOver = meter.findError() !== undefined;
    if (lines === undefined && !isOver) failed++;
    if (number % PAGES_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve));
    tops.push(top);
    read.push(lines ?? []);
    if (lines?.length === 0) without.push(number);
    for (const { text } of lines ?? []) chars += text.length;
    if (isOver) break;
  }
  if (failed > 0) out.warn({ code: 'unreadable', message: 'Some pages are damaged.', limit: 0, actual: failed });
  const undecoded = dropUndecoded(read);
  const ocrPages = [...without, ...undecoded].filter((page) => ocr.has(page)).sort((one, other) => one - other);
  const scannedPages = without.filter((page) => !ocr.has(page));
  const undecodedPages = undecoded.filter((page) => !ocr.has(page));
  if (undecodedPages.length > 0) {
    const message = 'The text of some pages could not be decoded.';
    out.warn({ code: 'undecoded-text', message, limit: 0, actual: undecodedPages.length });
  } else if (chars === 0 && ocrPages.length === 0 && failed === 0 && out.budget.error === undefined)
    out.warn({ code: 'no-text', message: 'The document has no text: its pages are pictures or blank.' });
  if (pdf.numPages > limit) {
    const message = 'The document has more pages than allowed; the rest is left out.';
    out.warn({ code: 'max-chunks', message, limit, actual: pdf.numPages });
  }
  const pages = withoutRepeated(read);
  const bookmarks = meter.findError() ? [] : await readBookmarks(pdf, tops);
  const headings = bookmarks.length > 0 ? placeBookmarks(bookmarks, pages) : findLargeLines(pages);
  writePages({ pages, headings, ocr }, out);
  const error = meter.findError();
  if (error) throw error;
  const { info } = await pdf.getMetadata();
  const { title, ...stated } = readFirstPage(pages, { title: toText(info.Title), subject: toText(info.Subject) });
  const document = {
    ...stated,
    ...(scannedPages.length > 0 && { scannedPages }),
    ...(undecodedPages.length > 0 && { undecodedPages }),
    ...(ocrPages.length > 0 && { ocrPages }),
  };
  out.facts = {
    title,
    description: toText(info.Subject),
    ...(Object.keys(document).length > 0 && { document }),
  };
}

/** Empties the pages whose text could not be decoded, and returns their numbers. Pages of a few words are judged by the others. */
function dropUndecoded(pages: PageLine[][]): number[] {
  const readable = pages.map((lines) => (lines.length === 0 ? true : isReadable(lines)));
  const isMost = readable.filter((one) => one === false).length * 2 > pages.length;
  const numbers: number[] = [];
  for (const [i, one] of readable.entries()) {
    if (one ?? !isMost) continue;
    pages[i] = [];
    numbers.push(i + 1);
  }
  return numbers;
}

async function readPage(
  pdf: PdfFile,
  number: number,
  budget: DocumentBudget,
): Promise<{ readonly lines: PageLine[]; readonly top: number }> {
  const page = await pdf.getPage(number);
  const items = await readItems(page, budget);
  const annotations = await page.getAnnotations().catch(() => []);
  const lines = addAnnotations(toPageLines(items, page, number === 1), annotations, page);
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

/** The counters of our build of pdf.js, by index. It decrements them, and once one is negative each of its loops throws. */
const [STEPS, BYTES, ENTRIES, CHARS] = [0, 1, 2, 3];
const COUNTERS = 4;

/** Lends a document's budget to pdf.js, which counts it down while it expands streams, fills maps and runs its loops. */
class PdfMeter {
  readonly #counters: Float64Array;
  readonly #budget: DocumentBudget;
  readonly #stepsLent: number;
  #bytesLeft: number;
  #bytesLent = 0;

  constructor(counters: Float64Array, budget: DocumentBudget, fileBytes: number) {
    this.#counters = counters;
    this.#budget = budget;
    this.#bytesLeft = LIMITS.maxDocumentBytes + fileBytes * LIMITS.pdfBytesPerByte;
    this.#stepsLent = LIMITS.maxPdfSteps + fileBytes * LIMITS.pdfStepsPerByte;
    counters[STEPS] = this.#stepsLent;
    counters[ENTRIES] = LIMITS.maxPdfEntries;
    counters[CHARS] = budget.limits.chars;
    this.#lend();
  }

  /** Changes whenever pdf.js does anything. */
  get steps(): number {
    return this.#counters[STEPS] as number;
  }

  /** Each page has its own share of bytes: the bytes of the previous page have been freed. */
  startPage(): void {
    this.#bytesLeft -= this.#bytesLent - (this.#counters[BYTES] as number);
    this.#lend();
  }

  #lend(): void {
    this.#bytesLent = Math.min(this.#bytesLeft, LIMITS.maxPdfPageBytes);
    this.#counters[BYTES] = this.#bytesLent;
  }

  /** Returns the error that ends the document: pdf.js has spent its loan, or a reader the budget. */
  findError(): BudgetError | undefined {
    const isSpent = (index: number): boolean => (this.#counters[index] as number) < 0;
    if (!isSpent(STEPS)) return this.#budget.error;
    return this.#budget.end(isSpent(BYTES) ? 'bytes' : isSpent(CHARS) ? 'chars' : 'steps');
  }

  /** Closing the document must not run out of budget. */
  release(): void {
    this.#budget.spent.steps += this.#stepsLent - Math.max(0, this.steps);
    for (let i = 0; i < COUNTERS; i++) this.#counters[i] = Number.POSITIVE_INFINITY;
  }
}

const LOOK_MS = 500;
/** Loading a character map or expanding a stream takes fewer looks. */
const MAX_IDLE_CHECKS = 20;

/**
 * Settles as the work does, or rejects when nothing has moved for ten seconds (`NaN` counts as moving): an error that pdf.js lost leaves its promise
 * pending for ever.
 */
async function orStalled<T>(work: Promise<T>, progress: () => number, maxIdleChecks = MAX_IDLE_CHECKS): Promise<T> {
  let stop = (): void => {};
  const stalled = new Promise<never>((_, reject) => {
    let last = progress();
    let idle = 0;
    const timer = setInterval(() => {
      idle = progress() === last ? idle + 1 : 0;
      last = progress();
      if (idle >= maxIdleChecks) reject(new DocumentError('unreadable', 'The document is damaged.'));
    }, LOOK_MS);
    stop = () => clearInterval(timer);
  });
  try {
    return await Promise.race([work, stalled]);
  } finally {
    stop();
  }
}

/** Writes one section per page; joins words that were hyphenated at the end of a line. */
function writePages(
  {
    pages,
    headings,
    ocr,
  }: {
    readonly pages: readonly (readonly PageLine[])[];
    readonly headings: PdfHeadings;
    readonly ocr: ReadonlyMap<number, RecognisedPage>;
  },
  out: DocumentText,
): void {
  const isCompound = createCompoundFinder(pages);
  for (const [i, page] of pages.entries()) {
    out.place(toPageText('p.', i + 1));
    const recognised = page.length === 0 ? ocr.get(i + 1) : undefined;
    if (recognised) writeRecognised(out, recognised, { isAfterText: (pages[i - 1]?.length ?? 0) > 0 });
    const texts = joinWords(page, isCompound);
    for (const [at, line] of page.entries()) {
      const heading = headings.get(line);
      if (heading || isApart(page[at - 1], line)) out.gap();
      if (heading) out.nameNext(heading.level, heading.name);
      out.line(texts[at] ?? '');
    }
  }
}

/** Lines of different sizes, or farther apart than the lines of one paragraph. */
function isApart(above: PageLine | undefined, line: PageLine): boolean {
  if (!above) return true;
  const distance = line.y - above.y;
  const height = Math.max(above.height, line.height);
  return distance < -height || distance > height * 1.6;
}

/** Returns a check for a word that was broken at its hyphen: whether the document has it with the hyphen elsewhere, and not without. */
function createCompoundFinder(pages: readonly (readonly PageLine[])[]): (word: string) => boolean {
  let known: { readonly compounds: ReadonlySet<string>; readonly words: ReadonlySet<string> } | undefined;
  return (broken) => {
    const compound = /[a-z\u00c0-\u04ff]+(?:-[a-z\u00c0-\u04ff]+)+/.exec(toAsciiLower(broken))?.[0];
    if (compound === undefined) return false;
    known ??= {
      compounds: listWords(pages, /[A-Za-z\u00c0-\u04ff]+(?:-[A-Za-z\u00c0-\u04ff]+)+/g),
      words: listWords(pages, /[A-Za-z\u00c0-\u04ff]{4,}/g),
    };
    return known.compounds.has(compound) && !known.words.has(compound.replaceAll('-', ''));
  };
}

function listWords(pages: readonly (readonly PageLine[])[], pattern: RegExp): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { text } of pages.flat()) for (const word of text.match(pattern) ?? []) words.add(toAsciiLower(word));
  return words;
}

/** Characters that are judged; fewer than the minimum prove nothing. */
const MAX_CHARS = 6_000;
const MIN_CHARS = 60;
/** Share of the visible characters that are part of words or numbers; formulas and tables have half. */
const MIN_WORDS = 0.3;
/** Share of one character, other than those that lines are drawn with. */
const MAX_REPEATED = 0.4;
/** Share of the letters that are the most frequent ones in every language of the Latin alphabet: seven of ten in text, less than four in noise. */
const MIN_COMMON = 0.42;
const MIN_LETTERS = 150;
const MAX_PRIVATE = 0.3;

/**
 * Whether the characters of a page can be its text; undefined for too few to tell. Fonts without a character map give others: symbols, or each
 * letter for another one.
 */
function isReadable(lines: readonly PageLine[]): boolean | undefined {
  let text = '';
  for (const line of lines) {
    if (text.length > MAX_CHARS) break;
    text += `${line.text} `;
  }
  const visible = text.replace(/[\s._\-–—·…=*|]+/g, '');
  if (visible.length < MIN_CHARS) return undefined;
  const unmapped = count(visible, /[\x00-\x1f\x7f-\x9f\ue000-\uf8ff\ufffd]/g);
  if (unmapped > visible.length * MAX_PRIVATE || findMost(visible) > visible.length * MAX_REPEATED) return false;
  // A word of the Latin alphabet has a vowel, and letters only.
  const words = text.match(/(?<![^\s("'“‘[/–—-])[A-Za-z\u00c0-\u024f]{2,}(?![^\s)"'”’\],.;:!?/–—-])/g) ?? [];
  const inWords = words.reduce((sum, word) => sum + (VOWEL.test(word) ? word.length : 0), 0);
  const others = count(visible, /[0-9\u0370-\u1fff\u2c00-\ud7ff\uf900-\ufdff\ufe70-\ufefc]/g);
  if (inWords + others < visible.length * MIN_WORDS) return false;
  const letters = count(visible, /[A-Za-z]/g);
  return letters < MIN_LETTERS || others > letters || count(visible, /[etaoinsrhlETAOINSRHL]/g) >= letters * MIN_COMMON;
}

const VOWEL = /[aeiouyAEIOUY\u00c0-\u024f]/;

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function findMost(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) if (char < '0' || char > '9') counts.set(char, (counts.get(char) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}
