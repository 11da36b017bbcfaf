import { findDocumentFormat } from '../../kinds/document-format.ts';
import { AppError, isAppError } from '../../model/app-error.ts';
import type { ReadFile } from '../../model/cut.ts';
import type { DocumentFormat } from '../../model/kind.ts';
import type { DocumentBudget } from './document-budget.ts';
import { DocumentError } from './document-error.ts';
import { DocumentParts } from './document-parts.ts';
import { DocumentText } from './document-text.ts';
import { findFormat, sniff, toOleError } from './find-format.ts';
import { readDocx } from './office/read-docx.ts';
import { readOdp } from './office/read-odp.ts';
import { readOds } from './office/read-ods.ts';
import { readOdt } from './office/read-odt.ts';
import { readPptx } from './office/read-pptx.ts';
import { readXlsx } from './office/read-xlsx.ts';
import type { PdfReader } from './pdf/read-pdf.ts';
import { readEpub } from './read-epub.ts';
import { readRtf } from './read-rtf.ts';

export interface DocumentInput {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Target size of chunks; rows are grouped up to it. */
  readonly targetChars: number;
  /** Maximum size of its text. */
  readonly maxTextBytes: number;
  /** Budget, for callers that need to know how much was spent. */
  readonly budget?: DocumentBudget;
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
    if (type === 'rtf') return readRtf(bytes, out);
    if (input.pdfReader === undefined) throw new AppError('read/reader-missing', 'the PDF reader is missing');
    return input.pdfReader.read(bytes, out);
  }
  if (type !== 'zip') throw new DocumentError('unreadable', NO_DOCUMENT);
  const parts = await DocumentParts.open(bytes, out.budget);
  const format = await findFormat(parts);
  const read = format && READERS[format];
  if (!read) throw new DocumentError('unreadable', NO_DOCUMENT);
  warnAboutName(out, path, format);
  await read(parts, out, input);
  // A part that is referenced often has the same problem each time.
  const problems = new Map(parts.problems.map((problem) => [problem.message, problem]));
  for (const { code, message, bounds } of problems.values()) out.warn({ code, message, ...bounds });
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
