import { fromUtf8 } from '../../../src/lib/bytes.ts';
import type { PdfReader } from '../../../src/read/document/pdf/read-pdf.ts';
import { readDocument } from '../../../src/read/document/read-document.ts';

/** All that a reader makes of a document, as one text, here or in a page. */
export async function observeDocument(path: string, bytes: Uint8Array, pdfReader: PdfReader): Promise<string> {
  const read = await readDocument({ path, bytes, maxTextBytes: 10_485_760, targetChars: 4_000, pdfReader });
  return JSON.stringify({ ...read, bytes: fromUtf8(read.bytes) });
}
