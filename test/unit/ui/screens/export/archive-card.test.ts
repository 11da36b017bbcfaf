// @vitest-environment jsdom
import { createElement } from 'react';
import { afterEach, expect, it } from 'vitest';
import { NO_SELECTION } from '../../../../../src/model/outputs/selection.ts';
import { ArchiveCard } from '../../../../../src/ui/screens/export/cards.tsx';
import { ExportContext } from '../../../../../src/ui/screens/export/use-export.ts';
import { exportWords } from '../../../../../src/ui/words/export.ts';
import { type RenderedApp, renderApp } from '../../../../support/render-app.ts';

let page: RenderedApp;
afterEach(() => page.close());

it('the card of the full archive says how many files an import of it will lack, and lists them', async () => {
  const texts = Object.fromEntries(Array.from({ length: 99 }, (_, i) => [`${i}.md`, `# Page ${i}\n`]));
  page = await renderApp({ ...texts, 'binary.bin': new Uint8Array([0, 1, 2, 0, 255, 254, 0, 3]) });
  const { engine, collection } = page;
  const { blob } = await engine.exportZip({ collectionId: collection.id, jobId: 'e', form: 'full', mask: false });
  const imported = await engine.importCollection({ file: blob as Blob, name: 'back', jobId: 'i' });
  const lost = (await engine.listFiles(collection.id)).length + 1 - (await engine.listFiles(imported.id)).length;
  const options = { isBusy: false, allowed: new Set<string>(), escapeHidden: false, withSelections: true };
  const setup = { collection, selection: NO_SELECTION, facts: undefined, ...options };
  const show = (form: 'full' | 'compact') =>
    page.render(createElement(ExportContext, { value: setup }, createElement(ArchiveCard, { form })));
  await show('full');
  expect(lost).toBe(1);
  const link = page.body.querySelector('a');
  expect(link?.textContent).toBe(exportWords.leftOut(lost));
  expect(link?.getAttribute('href')).toContain('without-text');
  expect(page.body.textContent).toContain('without the original documents');
  await show('compact');
  expect(page.body.querySelector('a')).toBeNull();
});
