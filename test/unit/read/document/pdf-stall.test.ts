import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReadFile } from '../../../../src/model/cut.ts';
import type { PdfFile, PdfLibrary } from '../../../../src/read/document/pdf/pdf-library.ts';
import { createPdfReader, type PdfReader } from '../../../../src/read/document/pdf/read-pdf.ts';
import { readDocument } from '../../../../src/read/document/read-document.ts';

const never = new Promise<never>(() => undefined);
const emptyFile: PdfFile = {
  numPages: 0,
  getPage: () => never,
  getMetadata: async () => ({ info: { Subject: 'Empty' } }),
  getOutline: async () => null,
  getDestination: async () => null,
  getPageIndex: async () => 0,
};

/** Looks at progress every half second; a document that stalls is refused after twenty of them. */
const LOOK_MS = 500;
const STALLED_LOOKS = 20;

function createReader(getDocument: PdfLibrary['getDocument']): {
  readonly reader: PdfReader;
  readonly counters: Float64Array;
} {
  const counters = new Float64Array(4);
  const reader = createPdfReader({
    library: async () => ({ getDocument, counters }),
    maps: () => never,
    listenForRejections: () => () => undefined,
  });
  return { reader, counters };
}

/** Returns a state that has the result once there is one. */
function startReading(pdfReader: PdfReader): { read?: ReadFile } {
  const state: { read?: ReadFile } = {};
  const bytes = new TextEncoder().encode('%PDF-1.7');
  void readDocument({ path: 'a.pdf', bytes, maxTextBytes: 1_000, targetChars: 4_000, pdfReader }).then((read) => {
    state.read = read;
  });
  return state;
}

describe('a PDF that stalls', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is refused when pdf.js neither finishes nor closes, and the next one is read', async () => {
    let opened = 0;
    let closed = 0;
    const { reader } = createReader(() => {
      const isFirst = opened++ === 0;
      return {
        promise: isFirst ? never : Promise.resolve(emptyFile),
        destroy: () => {
          closed++;
          return isFirst ? never : Promise.resolve();
        },
      };
    });
    const first = startReading(reader);
    const second = startReading(reader);
    await vi.advanceTimersByTimeAsync((STALLED_LOOKS - 1) * LOOK_MS);
    expect([first.read, opened, closed]).toEqual([undefined, 1, 0]);
    // The last look, and two for a document that does not close.
    await vi.advanceTimersByTimeAsync(3 * LOOK_MS + 10);
    expect(first.read).toMatchObject({ refused: 'unreadable', warnings: [{ code: 'unreadable' }] });
    expect(second.read?.description).toBe('Empty');
    expect([opened, closed, vi.getTimerCount()]).toEqual([2, 2, 0]);
  });

  it('is not refused while pdf.js counts steps, however long it takes', async () => {
    const { reader, counters } = createReader(() => ({ promise: never, destroy: async () => undefined }));
    const slow = startReading(reader);
    for (let look = 0; look < 10 * STALLED_LOOKS; look++) {
      counters[0] = (counters[0] as number) - 1;
      await vi.advanceTimersByTimeAsync(LOOK_MS);
    }
    expect(slow.read).toBeUndefined();
    await vi.advanceTimersByTimeAsync((STALLED_LOOKS + 1) * LOOK_MS);
    expect(slow.read?.refused).toBe('unreadable');
  });
});
