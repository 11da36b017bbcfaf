import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../src/engine/create-engine.ts';
import { createLocalLeafMaker } from '../../../src/engine/ingest/local-leaf-maker.ts';
import { AppError } from '../../../src/model/app-error.ts';
import { type Collection, countIndexed, countWithoutText } from '../../../src/model/collection.ts';
import type { PdfReader } from '../../../src/read/document/pdf/read-pdf.ts';
import { createMemoryStore } from '../../../src/store/memory-store.ts';
import { makeDocx } from '../../support/make-document.ts';
import { ingestFiles, makeCollection } from '../../support/make-engine.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { nodePdf } from '../../support/node-pdf.ts';
import { readArtifact } from '../../support/read-exports.ts';

const page = (words: string) =>
  Array.from({ length: 8 }, (_, i) => ({ text: `${words} ${i} of a page with words.`, x: 50, y: 700 - i * 12 }));
const FILES = {
  'fruit.pdf': makePdf({ pages: [page('quince'), page('medlar')] }),
  'birds.docx': makeDocx('<w:p><w:r><w:t>The lapwing.</w:t></w:r></w:p>').slice(),
  'broken.docx': new TextEncoder().encode('no zip at all'),
  'notes.md': '# Notes\n',
};

async function makeEngineWith(pdfReader: PdfReader) {
  const kernel = await loadNodeKernel();
  const leafMaker = createLocalLeafMaker({ kernel, pdfReader });
  return createEngine({ kernel, store: await createMemoryStore(), leafMaker, where: 'main thread' });
}

describe('documents in a collection', () => {
  it('are found and exported with their places; an unreadable one is listed with its reason', async () => {
    const engine = await makeEngineWith(nodePdf);
    const { id } = await engine.createCollection({ name: 'made' });
    const summary = await ingestFiles(engine, id, FILES);
    expect(summary).toMatchObject({ indexed: 3, withoutText: 1, failed: 0 });
    const { hits } = await engine.search(id, 'medlar kind:document');
    expect(hits[0]).toMatchObject({ path: 'fruit.pdf', kind: 'document', address: 'p. 2', label: 'p. 2' });
    const index = JSON.parse(await readArtifact(engine, id));
    expect(index.warnings).toMatchObject([{ path: 'broken.docx', code: 'unreadable' }]);
    expect(index.chunks.map(({ path, address }: { path: string; address?: string }) => [path, address])).toEqual([
      ['birds.docx', undefined],
      ['fruit.pdf', 'p. 1'],
      ['fruit.pdf', 'p. 2'],
      ['notes.md', undefined],
    ]);
  });

  it('[E1] whose reader is missing wait for it, count as incomplete, and end as if it had been there', async () => {
    let isThere = false;
    const engine = await makeEngineWith({
      async read(bytes, out) {
        if (!isThere) throw new AppError('read/reader-missing', 'offline');
        return nodePdf.read(bytes, out);
      },
    });
    const id = await makeCollection(engine, FILES);
    expect((await engine.search(id, 'medlar')).total).toBe(0);
    const { stats } = (await engine.listCollections())[0] as Collection;
    expect(stats.incomplete_files).toBe(1);
    // It is counted once: as waiting, and not as one without text.
    expect(stats.waiting_files).toBe(1);
    expect([countIndexed(stats), countWithoutText(stats)]).toEqual([2, 1]);
    expect(await engine.listWithoutText(id)).toMatchObject([
      { path: 'broken.docx', reason: 'unreadable' },
      { path: 'fruit.pdf', reason: 'incomplete' },
    ]);
    isThere = true;
    expect(await engine.finishReading(id, 'finish')).toBe(0);
    expect((await engine.search(id, 'medlar')).total).toBe(1);

    const other = await makeEngineWith(nodePdf);
    const fresh = await makeCollection(other, FILES);
    expect(await readArtifact(engine, id)).toBe(await readArtifact(other, fresh));
  });

  it('contain no secret in a masked export, and all the rest of their text', async () => {
    const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const engine = await makeEngineWith(nodePdf);
    const { id } = await engine.createCollection({ name: 'made' });
    const body = `<w:p><w:r><w:t>The lapwing uses ${token} to come in.</w:t></w:r></w:p>`;
    const line = { text: `The quince uses ${token} as well.`, x: 50, y: 700 };
    await ingestFiles(engine, id, { 'birds.docx': makeDocx(body).slice(), 'fruit.pdf': makePdf({ pages: [[line]] }) });
    expect((await engine.scanSecrets(id, 'scan')).map(({ path }) => path)).toEqual(['birds.docx', 'fruit.pdf']);
    const index = await readArtifact(engine, id, 'index.json', { mask: true });
    expect(index).not.toContain(token);
    expect(index).toMatch(/The lapwing uses \[\[secret:[a-z-]+:1\]\] to come in\./);
    expect(index).toMatch(/The quince uses \[\[secret:[a-z-]+:1\]\] as well\./);
    expect(JSON.parse(index).warnings).toEqual([]);
  });

  it('can be saved unchanged; an import has only the text', async () => {
    const engine = await makeEngineWith(nodePdf);
    const id = await makeCollection(engine, FILES);
    const saved = await engine.readOriginal(id, 'birds.docx');
    expect(new Uint8Array((await saved?.arrayBuffer()) as ArrayBuffer)).toEqual(new Uint8Array(FILES['birds.docx']));
    expect(await engine.findChunkAt(id, 'birds.docx', 1)).toMatchObject({ hasOriginal: true });
    expect((await engine.findChunkAt(id, 'notes.md', 1))?.hasOriginal).toBeUndefined();
    const file = await engine.exportArtifact(id, 'index.json');
    const imported = await engine.importCollection({ file, name: 'again', jobId: 'import' });
    expect(await engine.readOriginal(imported.id, 'birds.docx')).toBeUndefined();
    expect((await engine.findChunkAt(imported.id, 'birds.docx', 1))?.hasOriginal).toBeUndefined();
    await engine.changeSettings(imported.id, { stemming: false, chunk_min_chars: 1_000 }, 'settings');
    expect((await engine.search(imported.id, 'medlar lapwing')).total).toBe(2);
  });

  it('can be saved without text too: encrypted ones, and ones with pictures alone, which are not called empty', async () => {
    const engine = await makeEngineWith(nodePdf);
    const locked = new Uint8Array(2_048);
    locked.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    locked.set(Buffer.from('EncryptedPackage', 'utf16le'), 1_024);
    const files = {
      'blank.docx': makeDocx('<w:p/>').slice(),
      'locked.docx': locked,
      'photo.docx': makeDocx('<w:p/>', {}, { 'word/media/image1.png': 'pixels' }).slice(),
    };
    const { id } = await engine.createCollection({ name: 'made' });
    await ingestFiles(engine, id, files);
    expect(await engine.listWithoutText(id)).toMatchObject([
      { path: 'blank.docx', reason: 'empty', hasOriginal: true },
      { path: 'locked.docx', reason: 'encrypted', hasOriginal: true },
      { path: 'photo.docx', reason: 'no-text', hasOriginal: true },
    ]);
    for (const [path, bytes] of Object.entries(files))
      expect((await engine.readOriginal(id, path))?.size).toBe(bytes.length);
  });

  it('can be kept as text only, are read again if that is not enough, and [E1] end like a fresh import', async () => {
    const engine = await makeEngineWith(nodePdf);
    const id = await makeCollection(engine, FILES);
    const sourceId = (await engine.listCollections())[0]?.sources[0]?.id ?? '';
    const before = await readArtifact(engine, id);
    const stored = async () => (await engine.listCollections())[0]?.storedBytes ?? 0;
    const whole = await stored();
    await engine.keepOriginals(id, false, 'drop');
    expect(await stored()).toBeLessThan(whole - FILES['fruit.pdf'].length);
    expect(await engine.readOriginal(id, 'fruit.pdf')).toBeUndefined();
    expect(await readArtifact(engine, id)).toBe(before);
    expect(await ingestFiles(engine, id, FILES, { sourceId })).toMatchObject({ indexed: 0, unchanged: 3 });

    await engine.changeSettings(id, { chunk_min_chars: 1_000 }, 'settings');
    expect((await engine.search(id, 'medlar')).hits[0]).toMatchObject({ address: 'p. 2' });
    expect((await engine.listCollections())[0]?.stats.incomplete_files).toBe(2);
    await ingestFiles(engine, id, FILES, { sourceId });
    expect((await engine.listCollections())[0]?.stats.incomplete_files).toBe(0);
    expect((await engine.search(id, 'medlar')).hits[0]).toMatchObject({ address: 'p. 1…p. 2' });
    expect(await engine.readOriginal(id, 'fruit.pdf')).toBeUndefined();

    await engine.keepOriginals(id, true, 'keep');
    await ingestFiles(engine, id, FILES, { sourceId });
    expect((await engine.readOriginal(id, 'fruit.pdf'))?.size).toBe(FILES['fruit.pdf'].length);
    const other = await makeEngineWith(nodePdf);
    const fresh = await makeCollection(other, FILES);
    await other.changeSettings(fresh, { chunk_min_chars: 1_000 }, 'settings');
    expect(await readArtifact(engine, id)).toBe(await readArtifact(other, fresh));
  });
});
