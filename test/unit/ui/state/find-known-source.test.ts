import { expect, it } from 'vitest';
import type { SourceInput } from '../../../../src/sources/contract.ts';
import { toChosenAgain } from '../../../../src/ui/state/actions/find-known-source.ts';
import type { AppContext } from '../../../../src/ui/state/context.ts';
import { makeEngine } from '../../../support/make-engine.ts';

const PAPERS = { 'marsh.md': '# Marsh\n', 'sub/žižka.md': '# Žižka\n' };

/** The files of `<input webkitdirectory>`, named as macOS names them. */
function choose(folder: string, files: Readonly<Record<string, string>>): File[] {
  return Object.entries(files).map(([path, text]) => {
    const file = new File([text], path.split('/').at(-1) ?? '', { lastModified: 1 });
    return Object.defineProperty(file, 'webkitRelativePath', { value: `${folder}/${path}`.normalize('NFD') });
  });
}

/** Imports what was dropped; returns the paths after each folder that is chosen again. */
async function importDropped(input: Omit<Extract<SourceInput, { type: 'files' }>, 'type'>) {
  const { engine } = await makeEngine();
  const { id: collectionId } = await engine.createCollection({ name: input.name });
  await engine.ingest({ collectionId, jobId: 'drop', input: { type: 'files', ...input } });
  let jobs = 0;
  return async (files: readonly File[]) => {
    const [collection] = await engine.listCollections();
    const [source] = collection?.sources ?? [];
    if (collection === undefined || source === undefined) throw new Error('no source');
    const app = { connection: { engine } } as unknown as AppContext;
    const again = await toChosenAgain(app, { collection, source }, files);
    if (again === undefined) throw new Error('no input');
    const { removed } = await engine.ingest({ collectionId, sourceId: source.id, jobId: `${jobs++}`, input: again });
    const skipped = (await engine.listSkips(collectionId)).map(({ path }) => path);
    return { removed, skipped, paths: (await engine.listFiles(collectionId)).map(({ path }) => path) };
  };
}

const toFiles = (files: readonly File[], cut = 0) =>
  files.map((file) => ({ path: file.webkitRelativePath?.slice(cut) ?? file.name, file }));

it('a folder that was dropped with a file and is chosen again keeps the file, and its own paths', async () => {
  const loose = [new File(['@book{a}'], 'library.bib'), new File(['#!'], 'yarn.lock')];
  const files = [...toFiles(choose('papers', PAPERS)), ...toFiles(loose)];
  const sync = await importDropped({ name: 'papers', files, roots: ['papers', 'library.bib', 'yarn.lock'] });
  const paths = ['library.bib', 'papers/marsh.md', 'papers/sub/žižka.md'];
  expect(await sync(choose('papers', PAPERS))).toEqual({ removed: 0, skipped: ['yarn.lock'], paths });
  // A sync still removes files that the folder no longer has.
  const left = { removed: 1, skipped: ['yarn.lock'], paths: ['library.bib', 'papers/sub/žižka.md'] };
  expect(await sync(choose('papers', { 'sub/žižka.md': '# Žižka\n' }))).toEqual(left);
});

it('a drop of some of what a source was dropped from leaves the rest', async () => {
  const { engine } = await makeEngine();
  const { id: collectionId } = await engine.createCollection({ name: 'papers' });
  const drop = (names: readonly string[], sourceId?: string) => {
    const files = [
      ...toFiles(choose('papers', PAPERS)),
      ...names.map((name) => ({ path: name, file: new File(['a'], name) })),
    ];
    const input = { type: 'files', name: 'papers', files, roots: ['papers', ...names] } as const;
    return engine.ingest({ collectionId, jobId: names.join(), input, ...(sourceId && { sourceId }) });
  };
  await drop(['library.bib']);
  await drop(['notes.txt'], 'papers');
  const paths = (await engine.listFiles(collectionId)).map(({ path }) => path);
  expect(paths).toEqual(['library.bib', 'notes.txt', 'papers/marsh.md', 'papers/sub/žižka.md']);
});

it('a folder chosen on its own is replaced as a whole, also if one inside has its name', async () => {
  const tree = { 'papers/a.md': '# A\n', 'b.md': '# B\n' };
  const sync = await importDropped({ name: 'papers', files: toFiles(choose('papers', tree), 'papers/'.length) });
  expect(await sync(choose('papers', { 'papers/a.md': '# A\n' }))).toMatchObject({
    removed: 1,
    paths: ['papers/a.md'],
  });
});
