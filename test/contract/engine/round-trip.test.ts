import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import { ingestFiles, makeFilled } from '../../support/make-engine.ts';

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

async function readZip(
  engine: Engine,
  collectionId: string,
  options: { mask?: boolean; jobId: string },
): Promise<Blob> {
  const answer = await engine.exportZip({
    collectionId,
    jobId: options.jobId,
    form: 'full',
    mask: options.mask ?? false,
  });
  return answer.blob as Blob;
}

async function toBytes(blob: Blob): Promise<Buffer> {
  return Buffer.from(await blob.arrayBuffer());
}

describe('export → import → export', () => {
  it.each([false, true])('[E1] gives the same bytes (masked: %s)', async (mask) => {
    const { engine, id } = await makeFilled(FILES);
    const first = await readZip(engine, id, { mask, jobId: 'first' });
    const imported = await engine.importCollection({ file: first, name: 'made', jobId: 'import' });
    const index = async (collectionId: string, masked: boolean): Promise<unknown> =>
      JSON.parse(await (await engine.exportArtifact(collectionId, 'index.json', { mask: masked })).text());
    expect(await index(imported.id, false)).toEqual(await index(id, mask));
    const second = await readZip(engine, imported.id, { jobId: 'second' });
    expect((await toBytes(second)).equals(await toBytes(first))).toBe(true);
  });

  it('[E1] gives the same bytes for a collection of several sources, one of them without files', async () => {
    const { engine, id } = await makeFilled({ 'a.md': '# A\n\ntext\n' });
    await ingestFiles(engine, id, { 'b.md': '# B\n\ntext\n' }, { name: 'other' });
    await ingestFiles(engine, id, {}, { name: 'nothing' });
    const first = await readZip(engine, id, { jobId: 'several-1' });
    const imported = await engine.importCollection({ file: first, name: 'made', jobId: 'several-import' });
    expect(imported.sources.map((source) => source.slug)).toEqual(['made', 'other']);
    const second = await readZip(engine, imported.id, { jobId: 'several-2' });
    expect((await toBytes(second)).equals(await toBytes(first))).toBe(true);
    await engine.removeSource(imported.id, 'other');
    const lone = await readZip(engine, imported.id, { jobId: 'lone-1' });
    const again = await engine.importCollection({ file: lone, name: 'made', jobId: 'lone-import' });
    const third = await readZip(engine, again.id, { jobId: 'lone-2' });
    expect((await toBytes(third)).equals(await toBytes(lone))).toBe(true);
  });

  it('finds the same in the import as in the original, with the same scores', async () => {
    const { engine, id } = await makeFilled(FILES);
    const imported = await engine.importCollection({
      file: await readZip(engine, id, { jobId: 'zip' }),
      name: 'made',
      jobId: 'import',
    });
    for (const query of ['retry', 'café', 'rate limits', 'kind:json', 'symbol:Client']) {
      expect(await engine.search(imported.id, query)).toEqual(
        expect.objectContaining({ total: (await engine.search(id, query)).total }),
      );
      const scores = async (collection: string): Promise<unknown> =>
        (await engine.search(collection, query)).hits.map((hit) => [hit.path, hit.lines, hit.score]);
      expect(await scores(imported.id)).toEqual(await scores(id));
    }
  });

  it('keeps a secret out of every byte of a masked export', async () => {
    const { engine, id } = await makeFilled(FILES);
    const places = await engine.scanSecrets(id, 'scan');
    expect(places).toEqual([expect.objectContaining({ path: 'secret.env', line: 1 })]);
    const artifact = await (await engine.exportArtifact(id, 'index.json', { mask: true })).text();
    expect(artifact).not.toContain(SECRET);
    expect(artifact).not.toContain(SECRET.slice(4).toLowerCase());
    expect(artifact).toContain('[[secret:');
    expect((await engine.search(id, SECRET)).total).toBe(1);
  });
});
