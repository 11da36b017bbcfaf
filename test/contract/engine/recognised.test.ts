import { describe, expect, it } from 'vitest';
import { NO_SELECTION } from '../../../src/model/outputs/selection.ts';
import type { RecognisePage } from '../../../src/model/recognised.ts';
import { createMemoryStore } from '../../../src/store/memory-store.ts';
import { makeEngine, makeFilled, syncFiles } from '../../support/make-engine.ts';
import { makePdf } from '../../support/make-pdf.ts';

const TEXT = [{ text: 'A page with a text of its own about herons.', x: 50, y: 700 }];
/** Page 2 has text, the others are pictures. */
const SCAN = makePdf({ pages: [[], TEXT, [], []] });
const SCREENSHOT = new Uint8Array([137, 80, 78, 71, 1, 2, 3, 4]);
const FILES = { 'scan.pdf': SCAN, 'shot.png': SCREENSHOT, 'note.md': '# Note\n\nPlain.\n' };
const WISH = { scope: NO_SELECTION, languages: ['eng'], atOnce: 2 } as const;

/** Reads every page at once: the text names the file and the page. `asked` lists the pages it read. */
function makeReader(onPage: (place: string) => void = () => undefined): { asked: string[]; readPage: RecognisePage } {
  const asked: string[] = [];
  return {
    asked,
    async readPage({ path, page }) {
      asked.push(`${path} ${page}`);
      onPage(`${path} ${page}`);
      const line = { text: `The quince of ${path.replace('.', ' ')} on leaf${page} is ripe.`, confidence: 91 };
      const box = [10, 20, 900, 40] as const;
      return { page, turns: 0, confidence: 91, lines: [{ ...line, box, beginsParagraph: true }] };
    },
  };
}

describe('text recognised in pictures', () => {
  it('is read for pages without text only, found at its page, and marked with its confidence', async () => {
    const { engine, id } = await makeFilled(FILES);
    expect(await engine.listScanned(id, NO_SELECTION)).toEqual([
      { path: 'scan.pdf', unread: 3, recognised: 0 },
      { path: 'shot.png', unread: 1, recognised: 0 },
    ]);
    const { asked, readPage } = makeReader();
    const { indexed, failed } = await engine.recognise({ collectionId: id, jobId: 'ocr', ...WISH }, readPage);
    expect([indexed, failed]).toEqual([2, 0]);
    expect(asked.sort()).toEqual(['scan.pdf 1', 'scan.pdf 3', 'scan.pdf 4', 'shot.png 1']);
    const { hits } = await engine.search(id, 'leaf3');
    const { chunk } = (await engine.getChunk(id, hits[0]?.ref ?? '')) ?? {};
    expect(chunk?.places?.map(({ address }) => address) ?? [chunk?.address]).toContain('p. 3');
    expect(chunk?.context).toContain('Text recognised in a picture (OCR), 91 % sure');
    expect((await engine.search(id, 'herons')).hits).toHaveLength(1);
    const [shot] = (await engine.search(id, 'quince path:shot.png')).hits;
    expect((await engine.getChunk(id, shot?.ref ?? ''))?.chunk.context).toEqual([
      'Text recognised in a picture (OCR), 91 % sure',
    ]);
    expect(await engine.listScanned(id, NO_SELECTION)).toEqual([
      { path: 'scan.pdf', unread: 0, recognised: 3 },
      { path: 'shot.png', unread: 0, recognised: 1 },
    ]);
    expect(await engine.readRecognition(id)).toEqual({});
    const zip = await engine.exportZip({ collectionId: id, jobId: 'zip', form: 'full', mask: true });
    expect(zip.entries).toBeGreaterThan(0);
    const index = await (await engine.exportArtifact(id, 'index.json')).text();
    expect(index).toContain('Text recognised in a picture (OCR), 91 % sure');
  });

  it('stays with its file through syncs, new paths, new settings, copies and backups, and goes with one action', async () => {
    const { engine, id } = await makeFilled(FILES);
    const { asked, readPage } = makeReader();
    await engine.recognise({ collectionId: id, jobId: 'ocr', ...WISH }, readPage);
    const count = async (collectionId: string, query = 'quince'): Promise<number> =>
      new Set((await engine.search(collectionId, query)).hits.map(({ path }) => path)).size;
    await syncFiles(engine, id, { 'moved/scan.pdf': SCAN, 'shot.png': SCREENSHOT, 'note.md': '# Note\n\nNew.\n' });
    expect(await count(id, '"leaf4"')).toBe(1);
    await engine.changeSettings(id, { chunk_target_chars: 2_000 }, 'settings');
    expect(await count(id)).toBe(2);
    const { id: copy } = await engine.duplicateCollection(id, 'copy');
    await syncFiles(engine, copy, { 'again/scan.pdf': SCAN });
    expect(await count(copy)).toBe(1);
    const { blob } = await engine.backUp({ jobId: 'backup', collectionIds: [id], settings: {} });
    const other = (await makeEngine({ store: await createMemoryStore() })).engine;
    await other.restoreBackup({ jobId: 'restore', file: blob as Blob, collections: [{ id, name: 'restored' }] });
    await syncFiles(other, id, { 'elsewhere/scan.pdf': SCAN });
    expect((await other.search(id, 'quince')).hits[0]?.path).toBe('elsewhere/scan.pdf');
    expect(asked).toHaveLength(4);

    await engine.removeRecognised(id, NO_SELECTION, 'remove');
    expect(await count(id)).toBe(0);
    expect((await engine.listScanned(id, NO_SELECTION)).map(({ unread }) => unread)).toEqual([3, 1]);
  });

  it('keeps the pages that were done when it is cancelled, and reads only the others next time', async () => {
    const { engine, id } = await makeFilled(FILES);
    const first = makeReader(() => void engine.cancel('ocr'));
    await engine.recognise({ collectionId: id, jobId: 'ocr', ...WISH, atOnce: 1 }, first.readPage);
    expect(first.asked).toEqual(['scan.pdf 1']);
    expect((await engine.search(id, 'leaf1 path:scan.pdf')).hits).toHaveLength(1);
    const { unfinished } = await engine.readRecognition(id);
    expect(unfinished).toEqual({ scope: NO_SELECTION, languages: ['eng'] });
    const second = makeReader();
    await engine.recognise({ collectionId: id, jobId: 'again', ...WISH }, second.readPage);
    expect(second.asked.sort()).toEqual(['scan.pdf 3', 'scan.pdf 4', 'shot.png 1']);
    expect(await engine.readRecognition(id)).toEqual({});
  });

  it('keeps pages of a tab that ended in the middle', async () => {
    const store = await createMemoryStore();
    const { engine, id } = await makeFilled(FILES, { store });
    let reachSecond = (): void => undefined;
    const isSecond = new Promise<void>((resolve) => {
      reachSecond = resolve;
    });
    // The tab ends here: the page is never answered.
    void engine.recognise({ collectionId: id, jobId: 'ocr', ...WISH, atOnce: 1 }, async (request) => {
      if (request.page > 1) {
        reachSecond();
        return new Promise(() => undefined);
      }
      return makeReader().readPage(request);
    });
    await isSecond;
    const next = (await makeEngine({ store })).engine;
    expect((await next.readRecognition(id)).unfinished).toBeDefined();
    const { asked, readPage } = makeReader();
    await next.recognise({ collectionId: id, jobId: 'resumed', ...WISH }, readPage);
    expect(asked.sort()).toEqual(['scan.pdf 3', 'scan.pdf 4', 'shot.png 1']);
    expect((await next.search(id, 'leaf1 path:scan.pdf')).hits).toHaveLength(1);
  });

  it('counts a page that fails, and reads the others', async () => {
    const { engine, id } = await makeFilled(FILES);
    const { AppError } = await import('../../../src/model/app-error.ts');
    const { readPage } = makeReader((place) => {
      if (place === 'scan.pdf 3') throw new AppError('ocr/page-failed', 'damaged');
    });
    const { indexed, failed } = await engine.recognise({ collectionId: id, jobId: 'ocr', ...WISH }, readPage);
    expect([indexed, failed]).toEqual([2, 1]);
    expect((await engine.listScanned(id, NO_SELECTION))[0]).toEqual({ path: 'scan.pdf', unread: 1, recognised: 2 });
  });
});
