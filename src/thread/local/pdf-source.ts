import mapsUrl from '../../../build/pdf/pdfjs-maps.bin?url';
import type { PdfLibrary, PdfSource } from '../../read/document/pdf/pdf-library.ts';
import { readBytes } from './read-bytes.ts';

/** Fetched when the first PDF is met, and kept by the service worker from then on. */
export const pdfSource: PdfSource = {
  async library() {
    // The half that does the work makes itself known to the other one.
    const [api] = await Promise.all([
      import('../../../build/pdf/pdfjs-api.js') as Promise<unknown> as Promise<PdfLibrary>,
      import('../../../build/pdf/pdfjs-worker.js'),
    ]);
    return api;
  },
  maps: () => readBytes(mapsUrl),
};
