import { toHex } from '../../../../src/lib/bytes.ts';
import type { PdfLibrary } from '../../../../src/read/document/pdf/pdf-library.ts';
import { createPdfReader } from '../../../../src/read/document/pdf/read-pdf.ts';
import { observeDocument } from '../observe-document.ts';

export type ObserveDocument = (path: string, url: string) => Promise<string>;

const fetchBytes = async (url: string): Promise<Uint8Array> => new Uint8Array(await (await fetch(url)).arrayBuffer());

const pdfReader = createPdfReader({
  async library() {
    const [{ getDocument }, { quireBudget }] = await Promise.all([
      import('../../../../build/pdf/pdfjs-api.js') as Promise<unknown> as Promise<PdfLibrary>,
      import('../../../../build/pdf/pdfjs-worker.js') as Promise<unknown> as Promise<{ quireBudget: Float64Array }>,
    ]);
    return { getDocument, counters: quireBudget };
  },
  maps: () => fetchBytes('/maps.bin'),
  listenForRejections: () => () => undefined,
});

const sha256 = async (text: string): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));

/** The hash of all that a reader makes of one document. */
const observe: ObserveDocument = async (path, url) =>
  sha256(await observeDocument(path, await fetchBytes(url), pdfReader));

Object.assign(globalThis, { observe });
