// @vitest-environment jsdom

import { createElement } from 'react';
import { expect, it } from 'vitest';
import { buildTree } from '../../../../../src/ui/screens/files/build-tree.ts';
import { TreeMap } from '../../../../../src/ui/screens/files/tree-map.tsx';
import { filesWords } from '../../../../../src/ui/words/library.ts';
import { ingestFiles } from '../../../../support/make-engine.ts';
import { renderApp } from '../../../../support/render-app.ts';

it('the open folder of the map has the numbers of the last sync, and a folder that is gone is left', async () => {
  const made = { 'a/b/one.md': '# One\n', 'a/two.md': '# Two\n', 'c.md': '# Sea\n' };
  const page = await renderApp(made);
  const { engine, collection } = page;
  const draw = async () => {
    const files = await engine.listFiles(collection.id);
    const root = buildTree({ files, withoutText: [], skips: [] }, 'name');
    await page.render(createElement(TreeMap, { root, onOpen: () => undefined }));
  };
  await draw();
  await page.click(filesWords.mapViews.table);
  await page.click('a/');
  expect(page.body.querySelectorAll('tbody tr')).toHaveLength(2);
  const sourceId = collection.sources[0]?.id as string;
  await ingestFiles(engine, collection.id, { ...made, 'a/three.md': '# Three\n' }, { name: 'made', sourceId });
  await draw();
  expect(page.body.querySelectorAll('tbody tr')).toHaveLength(3);
  await page.click('b/');
  await ingestFiles(engine, collection.id, { 'a/two.md': '# Two\n', 'c.md': '# Sea\n' }, { name: 'made', sourceId });
  await draw();
  expect([...page.body.querySelectorAll('tbody th')].map(({ textContent }) => textContent)).toEqual(['two.md']);
  await page.click(filesWords.mapUp);
  expect(page.body.querySelectorAll('tbody tr')).toHaveLength(2);
  await page.close();
});
