import { findDocumentFormat } from '../../kinds/document-format.ts';
import { fromUtf8 } from '../../lib/bytes.ts';
import { AppError, isAppError } from '../../model/app-error.ts';
import type { ReadFile } from '../../model/cut.ts';
import type { DocumentFormat } from '../../model/kind.ts';
import type { RecognisedPage } from '../../model/recognised.ts';
import { type DocumentBudget, DocumentError } from './document-budget.ts';
import { DocumentParts } from './document-parts.ts';
import { DocumentText } from './document-text.ts';
import { readDocx } from './office/read-docx.ts';
import { readOdp, readOds, readOdt } from './office/read-odf.ts';
import { readPptx } from './office/read-pptx.ts';
import { readXlsx } from './office/read-xlsx.ts';
import type { PdfReader } from './pdf/read-pdf.ts';
import { readEpub } from './read-epub.ts';
import { readRtf } from './read-rtf.ts';

interface DocumentInput {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Target size of chunks; rows are grouped up to it. */
  readonly targetChars: number;
  /** Maximum size of its text. */
  readonly maxTextBytes: number;
  /** Budget, for callers that need to know how much was spent. */
  readonly budget?: DocumentBudget;
  /** Text recognised in pictures of its pages; counts where a page has no text of its own. */
  readonly recognised?: readonly RecognisedPage[];
  /** Without one, a PDF gets the warning that its reader is missing. */
  readonly pdfReader?: PdfReader;
}

/** Reads a zipped document into `out`. Throws `DocumentError` when it cannot continue; the text written before stays. */
type PartsReader = (parts: DocumentParts, out: DocumentText, options: DocumentInput) => Promise<void>;

const READERS: Readonly<Partial<Record<DocumentFormat, PartsReader>>> = {
  docx: readDocx,
  odt: readOdt,
  pptx: readPptx,
  odp: readOdp,
  xlsx: readXlsx,
  ods: readOds,
  epub: readEpub,
};

/**
 * Reads the text of a document. Its bytes decide the format; a file name that says otherwise gets a warning. A document that cannot be read or that
 * breaks a reader is refused with a warning; if reading fails midway, the text before stays. Rejects with `read/reader-missing` only.
 */
export async function readDocument(input: DocumentInput): Promise<ReadFile> {
  const out = new DocumentText(input.path, input.maxTextBytes, input.budget);
  try {
    await readBytes(input, out);
    return out.finish();
  } catch (error) {
    if (isAppError(error) && error.code === 'read/reader-missing') throw error;
    const { code, message, bounds } = toDocumentError(error);
    // A text that is full adds its own warning.
    if (code !== 'max-file-bytes' || !out.isFull) out.warn({ code, message, ...bounds });
    const read = out.finish();
    return read.bytes.length > 0 ? read : { ...read, refused: code };
  }
}

async function readBytes(input: DocumentInput, out: DocumentText): Promise<void> {
  const { path, bytes } = input;
  if (bytes.length === 0) throw new DocumentError('unreadable', 'The file is empty.');
  const type = sniff(bytes);
  if (type === 'ole') throw toOleError(bytes);
  if (type === 'rtf' || type === 'pdf') {
    warnAboutName(out, path, type);
    if (type === 'rtf') {
      await readRtf(bytes, out);
      if (out.isEmpty && fromUtf8(bytes).includes('\\pict')) warnOfPictures(out);
      return;
    }
    if (input.pdfReader === undefined) throw new AppError('read/reader-missing', 'the PDF reader is missing');
    return input.pdfReader.read(bytes, out, input.recognised);
  }
  if (type !== 'zip') throw new DocumentError('unreadable', NO_DOCUMENT);
  const parts = await DocumentParts.open(bytes, out.budget);
  const format = await findFormat(parts);
  const read = format && READERS[format];
  if (!read) throw new DocumentError('unreadable', NO_DOCUMENT);
  warnAboutName(out, path, format);
  await read(parts, out, input);
  if (out.isEmpty && parts.names().some((name) => PICTURE.test(name))) warnOfPictures(out);
  // A part that is referenced often has the same problem each time.
  const problems = new Map(parts.problems.map((problem) => [problem.message, problem]));
  for (const { code, message, bounds } of problems.values()) out.warn({ code, message, ...bounds });
}

/** Most programs store a picture of the first page. */
const PICTURE = /^(?!.*thumbnail).*\.(?:png|jpe?g|gif|bmp|tiff?|webp|svg|emf|wmf|svm)$/i;

function warnOfPictures(out: DocumentText): void {
  out.warn({ code: 'no-text', message: 'The document has no text, only pictures.' });
}

const NO_DOCUMENT = 'The bytes are not those of a document of this kind.';

function warnAboutName(out: DocumentText, path: string, format: DocumentFormat): void {
  const named = findDocumentFormat(path);
  if (named === format) return;
  out.warn({ code: 'encoding', message: `The name says ${named}, but the file is ${format}; it was read as that.` });
}

/** No file may end an import: an error that no reader expected counts as damage too. */
function toDocumentError(error: unknown): DocumentError {
  return error instanceof DocumentError ? error : new DocumentError('unreadable', 'The document is damaged.');
}

/** Bytes searched for the signature: mail programs and scanners put lines before it. */
const HEAD_BYTES = 1024;
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** Detects the format by the first bytes; the parts of a zip decide its format. */
function sniff(bytes: Uint8Array): 'pdf' | 'rtf' | 'zip' | 'ole' | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, HEAD_BYTES));
  if (/^\s*\{\\rtf/.test(head.replace(/^\xef\xbb\xbf/, ''))) return 'rtf';
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return 'zip';
  if (OLE.every((byte, i) => bytes[i] === byte)) return 'ole';
  return head.includes('%PDF-') ? 'pdf' : undefined;
}

type FormatPatterns = readonly (readonly [RegExp, DocumentFormat])[];

const BY_MIMETYPE: FormatPatterns = [
  [/^application\/epub\+zip$/, 'epub'],
  [/^application\/vnd\.oasis\.opendocument\.text(?:-template)?$/, 'odt'],
  [/^application\/vnd\.oasis\.opendocument\.spreadsheet(?:-template)?$/, 'ods'],
  [/^application\/vnd\.oasis\.opendocument\.presentation(?:-template)?$/, 'odp'],
];

const BY_CONTENT_TYPE: FormatPatterns = [
  [/wordprocessingml|ms-word/, 'docx'],
  [/spreadsheetml|ms-excel/, 'xlsx'],
  [/presentationml|ms-powerpoint/, 'pptx'],
];

/** Finds the format of a zip. Undefined when it is not a document. */
async function findFormat(parts: DocumentParts): Promise<DocumentFormat | undefined> {
  const mimetype = await parts.read('mimetype').catch(() => undefined);
  const named = mimetype && findByType(BY_MIMETYPE, fromUtf8(mimetype.subarray(0, 100)).trim());
  if (named) return named;
  if (parts.has('META-INF/container.xml')) return 'epub';
  let found: DocumentFormat | undefined;
  await parts.readXml('[Content_Types].xml', {
    start(tag) {
      const type = tag.attribute('ContentType');
      if (/main\+xml$/.test(type)) found ??= findByType(BY_CONTENT_TYPE, type);
    },
  });
  if (found) return found;
  if (parts.has('word/document.xml')) return 'docx';
  if (parts.has('xl/workbook.xml')) return 'xlsx';
  return parts.has('ppt/presentation.xml') ? 'pptx' : undefined;
}

/** An encrypted Office document is stored in a container of the old binary format, like a document of that format. */
function toOleError(bytes: Uint8Array): DocumentError {
  // The directory of the container has these names, in sectors of an even length.
  const isEncrypted = /EncryptedPackage|EncryptionInfo/.test(new TextDecoder('utf-16le').decode(bytes));
  if (isEncrypted) return new DocumentError('encrypted', 'The document is encrypted.');
  return new DocumentError('unreadable', 'The file is an Office document of the old binary format, which is not read.');
}

function findByType(patterns: FormatPatterns, type: string): DocumentFormat | undefined {
  return patterns.find(([pattern]) => pattern.test(type))?.[1];
}
