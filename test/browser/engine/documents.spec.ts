import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { buildPdf } from '../../../scripts/build-pdf.mjs';
import { bundlePage } from '../../support/bundle-page.ts';
import { nodePdf } from '../../support/node-pdf.ts';
import { testData } from '../../support/test-data.ts';
import { TINY_DOCUMENTS } from '../../support/tiny-documents.ts';
import { observeDocument } from './observe-document.ts';
import type { ObserveDocument } from './page/documents.ts';

const entry = new URL('./page/documents.ts', import.meta.url).pathname;
const FORMATS = ['pdf', 'docx', 'odt', 'rtf', 'pptx', 'odp', 'xlsx', 'ods', 'epub'];
/** Files per format; PDF has the most ways to differ. `QUIRE_ALL_DOCUMENTS=1` takes all. */
const SAMPLE = (format: string): number =>
  process.env.QUIRE_ALL_DOCUMENTS ? Number.POSITIVE_INFINITY : format === 'pdf' ? 4 : 1;

test('[E2] documents have the same text, cuts, titles and warnings as in Node @long', async ({ page }) => {
  test.slow();
  const files = new Map(Object.entries(TINY_DOCUMENTS));
  for (const format of testData.available ? FORMATS : []) {
    const folder = testData.path('documents', format);
    const bySize = readdirSync(folder).sort(
      (a, b) => statSync(`${folder}/${a}`).size - statSync(`${folder}/${b}`).size,
    );
    for (const name of bySize.slice(0, SAMPLE(format)))
      files.set(name, new Uint8Array(readFileSync(`${folder}/${name}`)));
  }
  const { maps } = await buildPdf();
  const paths = [...files.keys()];
  const data = { '/maps.bin': await readFile(maps) } as Record<string, Uint8Array>;
  paths.forEach((path, i) => {
    data[`/file-${i}`] = files.get(path) as Uint8Array;
  });
  const bundled = await bundlePage({ entry, data });
  try {
    await page.goto(bundled.url);
    await page.waitForFunction(() => 'observe' in globalThis);
    const seen = await page.evaluate(async (names) => {
      const { observe } = globalThis as unknown as { observe: ObserveDocument };
      const hashes: string[] = [];
      for (const [i, name] of names.entries()) hashes.push(`${name} ${await observe(name, `/file-${i}`)}`);
      return hashes;
    }, paths);
    const wanted: string[] = [];
    for (const path of paths) {
      const text = await observeDocument(path, files.get(path) as Uint8Array, nodePdf);
      wanted.push(`${path} ${createHash('sha256').update(text).digest('hex')}`);
    }
    expect(seen).toEqual(wanted);
  } finally {
    await bundled.stop();
  }
});
