import { describe, expect, it } from 'vitest';
import { ingestFiles, makeFilled } from '../../support/make-engine.ts';
import { readArtifact, readExport } from '../../support/read-exports.ts';

const SECRET = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
const FILES = {
  'README.md': `---\ntitle: Acme docs\ndescription: What it is\n---\n# Acme\n\nWhat it is.\n\n### Deep\n\n${'alpha beta gamma\n'.repeat(400)}\n## Rate limits\n\nRequests get 429.\n`,
  'crlf.md': '# Windows\r\n\r\nline one\r\nline two\r\n',
  'src/client.ts': `/** Sends. */\nexport class Client {\n  send(): void {}\n${'  // filler line to make it long\n'.repeat(20)}  retryAfter(n: number): number { return n; }\n}\n\nexport function open(): Client { return new Client(); }\n`,
  'data.json': `{"errors": {"rate_limited": {"status": 429, "text": "caf\\u00e9"}}, "list": [${Array.from({ length: 200 }, (_, i) => `{"id": ${i}, "name": "item ${i}"}`).join(', ')}]}`,
  'broken.json': '{"a": [1, 2',
  'page.html': '<html><head><title>Page</title></head><body><h1>Top</h1><p>One</p><h2>Sub</h2><p>Two</p></body></html>',
  'repeat.txt': `${'same line\n'.repeat(20)}\nother\n`,
  'pic.png': new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0]),
  'secret.env': `TOKEN=${SECRET}\n`,
};

describe('export → import → export', () => {
  it.each([false, true])('[E1] gives the same bytes (masked: %s)', async (mask) => {
    const { engine, id } = await makeFilled(FILES);
    const first = await readExport(engine, id, { mask });
    const imported = await engine.importCollection({ file: first.blob, name: 'made', jobId: 'import' });
    expect(JSON.parse(await readArtifact(engine, imported.id))).toEqual(JSON.parse(first.texts['index.json'] ?? ''));
    expect((await readExport(engine, imported.id)).bytes).toEqual(first.bytes);
  });

  it('[E1] gives the same bytes for a collection of several sources, one of them without files', async () => {
    const { engine, id } = await makeFilled({ 'a.md': '# A\n\ntext\n' });
    await ingestFiles(engine, id, { 'b.md': '# B\n\ntext\n' }, { name: 'other' });
    await ingestFiles(engine, id, {}, { name: 'nothing' });
    const first = await readExport(engine, id);
    const imported = await engine.importCollection({ file: first.blob, name: 'made', jobId: 'import' });
    expect(imported.sources.map((source) => source.slug)).toEqual(['made', 'other']);
    expect((await readExport(engine, imported.id)).bytes).toEqual(first.bytes);
    await engine.removeSource(imported.id, 'other');
    const lone = await readExport(engine, imported.id);
    const again = await engine.importCollection({ file: lone.blob, name: 'made', jobId: 'import' });
    expect((await readExport(engine, again.id)).bytes).toEqual(lone.bytes);
  });

  it('finds the same in the import as in the original, with the same scores', async () => {
    const { engine, id } = await makeFilled(FILES);
    const { blob: file } = await readExport(engine, id);
    const imported = await engine.importCollection({ file, name: 'made', jobId: 'import' });
    for (const query of ['retry', 'café', 'rate limits', 'kind:json', 'symbol:Client']) {
      expect(await engine.search(imported.id, query)).toEqual(
        expect.objectContaining({ total: (await engine.search(id, query)).total }),
      );
      const scores = async (collection: string): Promise<unknown> =>
        (await engine.search(collection, query)).hits.map((hit) => [hit.path, hit.lines, hit.score]);
      expect(await scores(imported.id)).toEqual(await scores(id));
    }
  });
});
