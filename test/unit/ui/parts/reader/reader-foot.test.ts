// @vitest-environment jsdom
import { createElement } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import type { ChunkAnswer } from '../../../../../src/engine/contract.ts';
import { ReaderFoot } from '../../../../../src/ui/parts/reader/reader-foot.tsx';
import { renderApp } from '../../../../support/render-app.ts';

const FILES = {
  'page.html':
    '<nav>Narwhal menu</nav><aside>Narwhal tips</aside><main><h1>Curlews</h1></main><footer>Narwhal</footer>',
  'notes.md': '# Notes\n\nCurlews wade.\n',
};

it('Files says of a web page that header, navigation, asides and footer were left out', async () => {
  const app = await renderApp(FILES);
  onTestFinished(app.close);
  const { hits } = await app.engine.search(app.collection.id, 'narwhal');
  expect(hits).toEqual([]);
  for (const [path, isLeftOut] of Object.entries({ 'page.html': true, 'notes.md': false })) {
    const answer = (await app.engine.findChunkAt(app.collection.id, path, 1)) as ChunkAnswer;
    await app.render(createElement(ReaderFoot, { answer, collection: app.collection }));
    expect(app.body.textContent?.includes('not searched: header, navigation, asides and footer'), path).toBe(isLeftOut);
  }
});
