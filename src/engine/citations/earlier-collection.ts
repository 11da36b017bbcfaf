import { findOrdinal } from '../search/answers.ts';
import { readChunk } from '../search/to-chunks.ts';
import type { Earlier } from './check-place.ts';
import { createFileNames } from './file-names.ts';
import { createQuoteFinder, type QuoteParts } from './find-quote.ts';

/** Makes another collection an earlier state of this one. */
export function toEarlierCollection(parts: QuoteParts): Earlier {
  const { kernel, open } = parts;
  const finder = createQuoteFinder(parts);
  const files = createFileNames(open);
  return {
    has: async (quote) => (await finder.find(quote)) !== undefined,
    hasFile: (name) => files.find(name).length > 0,
    async readLines(name, lines) {
      const fileIndex = files.find(name).find((i) => lines[1] <= open.file(i).lineCount);
      return fileIndex === undefined ? undefined : finder.readLines({ path: open.file(fileIndex).path, lines });
    },
    async readChunk(id) {
      // A ref is valid in one state only.
      const ordinal = id.startsWith('c') && id.length < 12 ? undefined : await findOrdinal(kernel, open, id);
      return ordinal === undefined ? undefined : (await readChunk(kernel, open, ordinal)).content;
    },
  };
}
