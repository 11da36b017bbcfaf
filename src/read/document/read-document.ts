import { AppError, isAppError } from '../../model/app-error.ts';
import type { ReadFile } from '../../model/cut.ts';
import { type DocumentFormat, findDocumentFormat } from '../../model/kind.ts';
import { DocumentError } from './document-error.ts';
import { DocumentParts } from './document-parts.ts';
import type { DocumentFacts, PartsReader, ReaderOptions } from './document-reader.ts';
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

export interface DocumentInput extends ReaderOptions {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The most its text may have. */
  readonly maxTextBytes: number;
  /** Without one a PDF is a document whose reader is missing. */
  readonly pdfReader?: PdfReader;
}

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
 * The text of a document, by what its bytes are: a name that says otherwise is told. What cannot be read is refused with a warning, and so is what breaks a
 * reader; of a document that breaks off, what came before is kept. Rejects with `read/reader-missing` only.
 */
export async function readDocument(input: DocumentInput): Promise<ReadFile> {
  const out = new DocumentText(input.path, input.maxTextBytes);
  try {
    return out.finish(await readBytes(input, out));
  } catch (error) {
    if (isAppError(error) && error.code === 'read/reader-missing') throw error;
    const { code, message, bounds } = toDocumentError(error);
    out.warn({ code, message, ...bounds });
    const read = out.finish();
    return read.bytes.length > 0 ? read : { ...read, refused: code };
  }
}

async function readBytes(input: DocumentInput, out: DocumentText): Promise<DocumentFacts> {
  const { path, bytes } = input;
  if (bytes.length === 0) throw new DocumentError('unreadable', 'The file is empty.');
  const type = sniff(bytes);
  if (type === 'ole') throw toOleError(bytes);
  if (type === 'rtf' || type === 'pdf') {
    tellFormat(out, path, type);
    if (type === 'rtf') return readRtf(bytes, out);
    if (input.pdfReader === undefined) throw new AppError('read/reader-missing', 'there is no reader of PDF here');
    return input.pdfReader.read(bytes, out);
  }
  if (type !== 'zip') throw new DocumentError('unreadable', NO_DOCUMENT);
  const parts = await DocumentParts.open(bytes);
  const format = await findFormat(parts);
  const read = format && READERS[format];
  if (!read) throw new DocumentError('unreadable', NO_DOCUMENT);
  tellFormat(out, path, format);
  const facts = await read(parts, out, input);
  for (const { code, message, bounds } of parts.problems) out.warn({ code, message, ...bounds });
  return facts;
}

const NO_DOCUMENT = 'The bytes are not those of a document of this kind.';

function tellFormat(out: DocumentText, path: string, format: DocumentFormat): void {
  const named = findDocumentFormat(path);
  if (named === format) return;
  out.warn({ code: 'encoding', message: `The name says ${named}, but the file is ${format}; it was read as that.` });
}

/** Nothing that a file holds may end a reading: what no reader foresaw is damage as well. */
function toDocumentError(error: unknown): DocumentError {
  return error instanceof DocumentError ? error : new DocumentError('unreadable', 'The document is damaged.');
}
