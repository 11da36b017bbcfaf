import { describe, expect, it } from 'vitest';
import { makeOne } from '../../../../src/engine/ingest/file-outcome.ts';
import { createLocalLeafMaker } from '../../../../src/engine/ingest/local-leaf-maker.ts';
import { DEFAULT_SETTINGS } from '../../../../src/model/settings.ts';
import { createCodeReader } from '../../../../src/read/read-code.ts';
import { loadNodeKernel } from '../../../support/node-kernel.ts';
import { nodeParser } from '../../../support/node-parser.ts';

const kernel = await loadNodeKernel();
const maker = createLocalLeafMaker({ kernel, codeReader: createCodeReader(nodeParser) });

async function make(path: string, source: string) {
  const bytes = Uint8Array.from(source, (sign) => sign.charCodeAt(0));
  const { leaf, contents, original, facts } = await makeOne(maker, { path, bytes, settings: DEFAULT_SETTINGS });
  return { view: kernel.readLeaf(leaf), text: new TextDecoder().decode(contents), original, bytes, facts };
}

describe('a file that is not UTF-8', () => {
  it.each([
    ['a.txt', 'Caf\xe9\r\nole\n', 'Café\nole\n', 'a'],
    ['a.md', '# Caf\xe9\n', '# Café\n', 'Café'],
    ['a.rst', 'Caf\xe9\n====\n', 'Café\n====\n', 'Café'],
    ['a.html', '<title>Caf\xe9</title><p>Ol\xe9', '# Café\n\nOlé\n', 'Café'],
    ['a.json', '{"a": "\xe9"}', '{"a": "é"}', ''],
  ])('is read by its kind, %s, and its original bytes are stored', async (path, source, text, title) => {
    const made = await make(path, source);
    expect(made.text).toBe(text);
    expect(made.view.title).toBe(title);
    expect(made.view.refused).toBeUndefined();
    expect(made.facts.warnings).toMatchObject([{ code: 'encoding', message: expect.stringContaining('windows-1252') }]);
    expect(made.original).toBe(made.bytes);
  });

  it('has an outline of its code', async () => {
    const { view } = await make('a.py', '# \xe9\ndef f():\n    pass\n');
    expect(view.symbols.map(({ name }) => name)).toEqual(['f']);
  });

  it('is refused as binary if it is not text', async () => {
    const { view } = await make('a.txt', '\x01\x02\xff\x03'.repeat(100));
    expect([view.refused, view.chunkCount]).toEqual(['binary', 0]);
  });
});
