import mapsUrl from '../../../build/pdf/pdfjs-maps.bin?url';
import type { LeafMaker } from '../../engine/deps.ts';
import { createLocalLeafMaker } from '../../engine/ingest/local-leaf-maker.ts';
import type { Kernel } from '../../kernel/contract.ts';
import { within } from '../../lib/async/within.ts';
import type { PdfLibrary, PdfSource } from '../../read/document/pdf/pdf-library.ts';
import { createPdfReader } from '../../read/document/pdf/read-pdf.ts';
import { findColours } from '../../read/find-colours.ts';
import { createCodeReader } from '../../read/read-code.ts';
import { parserSource } from './parser-source.ts';
import { LOAD_MS, readBytes } from './read-bytes.ts';

export function createThreadLeafMaker(kernel: Kernel): LeafMaker {
  const parts = { kernel, pdfReader: createPdfReader(pdfSource) };
  // tree-sitter is WebAssembly: without it code is chunked as text.
  if (kernel.build === 'js') return createLocalLeafMaker(parts);
  return {
    ...createLocalLeafMaker({ ...parts, codeReader: createCodeReader(parserSource) }),
    findColours: (language, text) => findColours(parserSource, language, text),
  };
}

/** Fetched with the first PDF, and cached by the service worker from then on. */
export const pdfSource: PdfSource = {
  async library() {
    // The worker half of pdf.js registers itself with the API half.
    const loading = Promise.all([
      import('../../../build/pdf/pdfjs-api.js') as Promise<unknown> as Promise<PdfLibrary>,
      import('../../../build/pdf/pdfjs-worker.js') as Promise<unknown> as Promise<{ quireBudget: Float64Array }>,
    ]);
    const [api, worker] = await within(LOAD_MS, loading);
    return { getDocument: api.getDocument, counters: worker.quireBudget };
  },
  maps: () => readBytes(mapsUrl),
  listenForRejections(onRejection) {
    const take = (event: PromiseRejectionEvent): void => {
      event.preventDefault();
      // Others would fail the file.
      event.stopImmediatePropagation();
      onRejection();
    };
    // Capturing listeners come first, whenever they were added.
    globalThis.addEventListener('unhandledrejection', take, { capture: true });
    return () => globalThis.removeEventListener('unhandledrejection', take, { capture: true });
  },
};
