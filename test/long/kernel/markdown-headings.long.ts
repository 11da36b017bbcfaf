import { expect, it } from 'vitest';
import { expectPage, listPages } from '../../support/commonmark-headings.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';

it('finds the headings of commonmark.js, with lines and levels, in every .md under node_modules', async () => {
  const kernel = await loadNodeKernel();
  const pages = listPages();
  const headings = pages.reduce((sum, name) => sum + expectPage(kernel, name), 0);
  console.log(`${headings} headings of ${pages.length} pages`);
  expect(headings).toBeGreaterThan(5_000);
});
