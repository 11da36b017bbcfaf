import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { createNodeEngine, openAny } from '../../harness/node-engine.ts';
import { createRandom } from '../../support/make-corpus.ts';
import { captureWorkers, injectEverywhere } from '../../support/worker-injection.ts';
import { expect, goTo, longInFirefox, openFolder, test } from './story.ts';

longInFirefox();

const PARTS = 40;

/** In front of every thread: names of calls that deflate are told to the page. */
const tellCalls = `
const calls = new BroadcastChannel('calls');
calls.onmessage = ({ data }) => (globalThis.__calls ??= []).push(data);
const post = MessagePort.prototype.postMessage;
MessagePort.prototype.postMessage = function (...args) {
  const name = args[0]?.path?.[0];
  if (typeof name === 'string' && name.startsWith('deflate')) calls.postMessage(name);
  return post.apply(this, args);
};`;

test('[E2] a large export is deflated by ingest workers and has the bytes of Node, also when they die', async ({
  page,
  context,
  folder,
}) => {
  test.slow();
  await captureWorkers(context);
  await injectEverywhere(context, tellCalls);
  const random = createRandom(1);
  const word = () => `w${Math.floor(random() ** 2 * 9_000).toString(36)}`;
  const section = (i: number) => `## Part ${i}\n\n${Array.from({ length: 300 }, word).join(' ')}\n`;
  for (let i = 0; i < PARTS; i++)
    await folder.write(`many/file-${i}.md`, Array.from({ length: 25 }, (_, j) => section(j)).join('\n'));

  const { engine } = await createNodeEngine();
  const collectionId = await openAny(engine, folder.path);
  const { blob } = await engine.exportZip({ collectionId, jobId: 'wanted', form: 'full', mask: true });
  const wanted = Buffer.from(await (blob as Blob).arrayBuffer());

  await openFolder(page, folder, 6 + PARTS);
  await goTo(page, 'Export');
  expect((await exportFull(page)).equals(wanted)).toBe(true);
  const calls = () => page.evaluate(() => (globalThis as unknown as { __calls?: string[] }).__calls ?? []);
  expect(new Set(await calls())).toEqual(new Set(['deflateEntries', 'deflatePiece']));

  const before = (await calls()).length;
  const dying = exportFull(page);
  await expect.poll(async () => (await calls()).length).toBeGreaterThan(before);
  await page.evaluate(() => {
    const { __workers } = window as unknown as { __workers: Record<string, Worker> };
    for (const [name, worker] of Object.entries(__workers)) if (name.startsWith('quire ingest')) worker.terminate();
  });
  expect((await dying).equals(wanted)).toBe(true);
});

async function exportFull(page: Page): Promise<Buffer> {
  const waiting = page.waitForEvent('download', { timeout: 60_000 });
  await page.getByRole('button', { name: 'Full export' }).click();
  return readFile(await (await waiting).path());
}
