import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../src/read/document/read-document.ts';
import { nodePdf } from '../../support/node-pdf.ts';
import { sampleSize } from '../../support/sample-size.ts';
import { testData } from '../../support/test-data.ts';

const FORMATS = ['pdf', 'docx', 'odt', 'rtf', 'pptx', 'odp', 'xlsx', 'ods', 'epub'];

async function read(path: string) {
  const bytes = new Uint8Array(readFileSync(path));
  return readDocument({ path, bytes, maxTextBytes: 10_485_760, targetChars: 4_000, pdfReader: nodePdf });
}

describe.skipIf(!testData.available)('real documents', () => {
  it.each(FORMATS)(
    '%s: [E3] each is read or refused with a reason, and [E1] the same way twice',
    async (format) => {
      const folder = testData.path('documents', format);
      const every = sampleSize({ sample: 6, whole: 1 });
      const files = readdirSync(folder).filter((_, i) => i % every === 0);
      expect(files.length).toBeGreaterThan(0);
      let withText = 0;
      for (const file of files) {
        const first = await read(`${folder}/${file}`);
        if (first.refused)
          expect(first.warnings?.some(({ code, message }) => code === first.refused && message !== '')).toBe(true);
        if (first.bytes.length > 0) withText++;
        expect(Buffer.compare(first.bytes, (await read(`${folder}/${file}`)).bytes), file).toBe(0);
      }
      // Some of the presentations contain only pictures.
      if (format !== 'odp') expect(withText).toBeGreaterThan(files.length / 3);
    },
    240_000,
  );

  it.each([
    [
      'pdf.js--issue15012',
      'Trace-based Just-in-Time Type Specialization for Dynamic Languages',
      'for Dynamic\nLanguages',
    ],
    ['pdf.js--pr12564', 'Dragon Dispatch', 'Dragon Dispatch'],
    ['pdf.js--bug1997343', 'A Two Column Example', 'a LATEX document, including\n'],
  ])('%s has the title of its cover, and words that soft hyphens broke are whole', async (name, title, words) => {
    const file = await read(testData.path('documents', 'pdf', `${name}.pdf`));
    expect(file.title).toBe(title);
    expect(new TextDecoder().decode(file.bytes)).toContain(words);
  });
});
