import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { buildPdf } from '../../scripts/build-pdf.mjs';
import type { PdfLibrary, PdfSource } from '../../src/read/document/pdf/pdf-library.ts';
import { createPdfReader } from '../../src/read/document/pdf/read-pdf.ts';

/** pdf.js as our build makes it. */
const source: PdfSource = {
  async library() {
    const { api, worker } = await buildPdf();
    // A class that only drawing needs, but that must be there.
    Object.assign(globalThis, { DOMMatrix: globalThis.DOMMatrix ?? class {} });
    const { quireBudget } = (await import(pathToFileURL(worker).href)) as { quireBudget: Float64Array };
    const { getDocument } = (await import(pathToFileURL(api).href)) as PdfLibrary;
    return { getDocument, counters: quireBudget };
  },
  maps: async () => readFile((await buildPdf()).maps),
  listenForRejections(onRejection) {
    process.on('unhandledRejection', onRejection);
    return () => process.off('unhandledRejection', onRejection);
  },
};

export const nodePdf = createPdfReader(source);
