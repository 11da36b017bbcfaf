import mapsUrl from '../../../build/pdf/pdfjs-maps.bin?url';
import { within } from '../../lib/async/within.ts';
import type { PdfLibrary, PdfSource } from '../../read/document/pdf/pdf-library.ts';
import { LOAD_MS, readBytes } from './read-bytes.ts';

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
