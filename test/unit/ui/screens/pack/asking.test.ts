// @vitest-environment jsdom

import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ChatEnd, Model } from '../../../../../src/answer/contract.ts';
import * as asking from '../../../../../src/ui/screens/pack/asking.ts';
import { type RenderedApp, renderApp } from '../../../../support/render-app.ts';

const TEXT = 'Herons wade in the shallows (README.md:3). They stand on one leg (README.md:3, and ';

let page: RenderedApp;
let write: (text: string) => void;
let end: (why: ChatEnd['why']) => void;

beforeEach(async () => {
  page = await renderApp({ 'README.md': '# Herons\n\nHerons wade in the shallows, and stand on one leg.\n' });
  const chat: Model['chat'] = (_, onText) => {
    write = onText;
    return new Promise((resolve) => {
      end = (why) => resolve({ why });
    });
  };
  const open = async () => ({ name: 'quill', host: 'localhost', chat });
  Object.assign(page.app.connection, { openModels: async () => ({ open }) });
});
afterEach(async () => {
  localStorage.clear();
  await page.close();
});

/** Asks, and waits until the answer has begun. */
async function ask(): Promise<void> {
  const { id: collectionId } = page.collection;
  asking.startAsk(page.app, {
    ...{ collectionId, question: 'Where do herons wade?', thread: [] },
    options: { collectionId, query: 'herons', budgetTokens: 2_000, format: 'markdown', counter: 'o200k', mask: true },
    choice: { type: 'server', base: 'http://localhost:11434', name: 'quill', kind: 'ollama' },
  });
  await page.until(() => readRun()?.stage === 'waiting');
  write(TEXT);
  await page.until(() => readRun()?.text === TEXT && (readRun()?.citations.length ?? 0) > 0);
}

const readRun = () => asking.readAsking(asking.askingOf(page.app.state).get(), page.collection.id).run;
const listKept = () => page.engine.listAnswers(page.collection.id);

it('an answer that is being written when the page closes is kept, and replaced if the page was only hidden', async () => {
  await ask();
  window.dispatchEvent(new Event('pagehide'));
  expect(await listKept()).toEqual([]);
  const unwritten = localStorage.getItem('quire-unwritten-answers') ?? '';
  // Not by the tab that still writes it.
  await asking.keepUnwritten(page.app, page.collection.id);
  expect(await listKept()).toEqual([]);
  end('end');
  await page.until(() => readRun()?.stage === 'done');
  await page.until(() => localStorage.getItem('quire-unwritten-answers') === null);
  const [whole] = await listKept();
  expect(whole).not.toHaveProperty('isCut');

  // The next page finds what the closed one has left.
  await page.engine.deleteAnswer(page.collection.id, whole?.id ?? '');
  localStorage.setItem('quire-unwritten-answers', unwritten);
  await asking.keepUnwritten(page.app, page.collection.id);
  expect(await listKept()).toMatchObject([
    { id: whole?.id, question: 'Where do herons wade?', text: TEXT, isCut: true },
  ]);
  expect(localStorage.getItem('quire-unwritten-answers')).toBeNull();
});

it('a server that stops answering differs from Stop, and a source cut in half is not counted', async () => {
  await ask();
  end('cut');
  await page.until(() => readRun()?.stage === 'done');
  expect(readRun()).toMatchObject({ isCut: true, isBroken: true });
  expect(readRun()?.citations.map(({ start }) => start)).toEqual([TEXT.indexOf('README')]);
  await page.until(() => localStorage.length === 0);
  expect(await listKept()).toMatchObject([{ isCut: true, isBroken: true }]);

  await ask();
  end('stopped');
  await page.until(() => readRun()?.stage === 'done');
  expect(readRun()).toMatchObject({ isCut: true, isBroken: false });
});
