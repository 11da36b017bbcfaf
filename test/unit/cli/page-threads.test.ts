import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPageThreads } from '../../../src/cli/page-threads.ts';
import { toUtf8 } from '../../../src/lib/bytes.ts';

const page = (word: string): Uint8Array => toUtf8(`<main><h1>${word}</h1><p>About the ${word}.</p></main>`);

describe('threads that read pages', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-threads-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const write = async (name: string, script: string): Promise<string> => {
    await writeFile(join(folder, name), script);
    return join(folder, name);
  };

  it.each([
    ['at its start', 'process.exit(1);'],
    ['by an error', "throw new Error('no memory');"],
    ['with a page', "require('node:worker_threads').parentPort.on('message', () => process.exit(1));"],
  ])('leave their pages to the caller when one ends %s', async (when, script) => {
    const read = createPageThreads(await write(`${when}.cjs`, script), '');
    const titles = await Promise.all(['heron', 'ibis', 'stork', 'crane'].map((word) => read(page(word))));
    expect(titles.map((found) => found?.title)).toEqual(['heron', 'ibis', 'stork', 'crane']);
    // Later ones too.
    expect((await read(page('egret')))?.markdown).toBe('# egret\n\nAbout the egret.\n');
  });

  it('answer each page in its turn', async () => {
    const script = `const { parentPort } = require('node:worker_threads');
      parentPort.on('message', (html) => parentPort.postMessage({ markdown: '', title: Buffer.from(html).toString() }));`;
    const read = createPageThreads(await write('echo.cjs', script), '');
    const names = Array.from({ length: 40 }, (_, i) => String(i));
    const found = await Promise.all(names.map((name) => read(toUtf8(name))));
    expect(found.map((one) => one?.title)).toEqual(names);
  });

  it('refuse a selector before they start', () => {
    expect(() => createPageThreads('none.cjs', 'main > p')).toThrow('use a tag');
  });
});
