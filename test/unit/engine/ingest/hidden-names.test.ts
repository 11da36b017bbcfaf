import { expect, it } from 'vitest';
import { fakeFolder } from '../../../support/fake-folder.ts';
import { makeEngine } from '../../../support/make-engine.ts';

const FILES = { 'a.md': '# Alder\n', 'b.md': '# Birch\n', 'sub/a: b?.md': '# Cedar\n' };

it('a dropped folder keeps its handle, and a sync keeps and names the files whose names the browser hides', async () => {
  const { engine } = await makeEngine();
  const { id: collectionId } = await engine.createCollection({ name: 'vault' });
  const handle = fakeFolder({ 'a.md': FILES['a.md'] }) as unknown as FileSystemDirectoryHandle;
  const files = Object.entries(FILES).map(([path, text]) => ({ path, file: new File([text], path) }));
  const list = async () => (await engine.listFiles(collectionId)).map(({ path }) => path);
  const input = { type: 'files', name: 'vault', files, handle } as const;
  await engine.ingest({ collectionId, jobId: 'drop', input });
  expect(await list()).toEqual(['a.md', 'b.md', 'sub/a: b?.md']);
  const [source] = (await engine.listCollections())[0]?.sources ?? [];
  expect(source).toMatchObject({ type: 'folder', remembered: true });
  const sourceId = source?.id ?? '';

  const sync = (folder: object) =>
    engine.ingest({
      ...{ collectionId, sourceId, jobId: `sync-${jobs++}` },
      input: { type: 'folder', name: 'vault', handle: folder as FileSystemDirectoryHandle },
    });
  let jobs = 0;
  expect(await sync(handle)).toMatchObject({ removed: 1 });
  expect(await list()).toEqual(['a.md', 'sub/a: b?.md']);
  expect(await engine.listWarnings(collectionId)).toMatchObject([{ path: 'sub/a: b?.md', code: 'hidden-name' }]);

  // A folder of Node lists every name: what it lacks is gone.
  await sync({ ...fakeFolder({ 'a.md': FILES['a.md'] }), hidesNone: true });
  expect(await list()).toEqual(['a.md']);
  expect(await engine.listWarnings(collectionId)).toEqual([]);
});
