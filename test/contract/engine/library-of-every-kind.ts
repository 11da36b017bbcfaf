import type { Engine } from '../../../src/engine/contract.ts';
import { fromUtf8 } from '../../../src/lib/bytes.ts';
import { NO_SELECTION } from '../../../src/model/outputs/selection.ts';
import type { SourceInput } from '../../../src/sources/contract.ts';
import type { Store } from '../../../src/store/contract.ts';
import type { MemoryDisk } from '../../../src/store/memory-store.ts';
import { fakeSite, page } from '../../support/fake-site.ts';
import { makeZip, toBlob } from '../../support/make-archives.ts';
import { ingestFiles, syncFiles } from '../../support/make-engine.ts';
import { TINY_DOCUMENTS } from '../../support/tiny-documents.ts';
import { makeSiteDisk, openTab, type SiteDisk } from '../crawl/site-engine.ts';

const README = '# Acme\n\nRequests above the rate limit get 429.\n\n## Queues\n\nThe queue slows down.\n';
const PICTURE = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0]);

export const QUERIES = ['rate limit', 'queue', 'grebes', 'kind:document', 'lantern', 'symbol:Client', 'path:src'];

/** A disk with eight collections: files with an earlier state and every choice, an archive, a paste, documents, a site, an import, two sources, nothing. */
export async function makeLibrary(): Promise<SiteDisk> {
  const disk = await makeSiteDisk();
  const tab = openTab(disk);
  const { engine } = tab;
  const make = async (name: string): Promise<string> => (await engine.createCollection({ name })).id;
  const add = (collectionId: string, input: SourceInput): Promise<unknown> =>
    engine.ingest({ collectionId, jobId: `add ${input.name}`, input });

  const files = await make('files');
  const source = 'export class Client {\n  retryAfter(): void {}\n}\n';
  await ingestFiles(engine, files, { 'README.md': README, 'src/client.ts': source, 'pic.png': PICTURE });
  await syncFiles(engine, files, { 'README.md': README.replace('429', '503'), 'src/client.ts': source });
  await engine.addQuestions(files, '{"id": "limit", "text": "rate limit", "path": "README.md"}\n');
  await engine.askQuestions(files);
  await engine.writeChoices(files, {
    selections: { first: { ...NO_SELECTION, name: 'Läuse', include: ['src/**'], exclude: ['**/*.png'] } },
    current: 'first',
    agents: true,
    publishKey: 'a-key',
    site: { name: 'Acme', description: 'What it is', start: 'README.md' },
    rules: { made: { include: ['docs/**'], exclude: ['*.log'] } },
  });
  await add(await make('archive'), {
    type: 'archive',
    name: 'archive',
    file: toBlob(makeZip({ 'a/one.md': '# One\n\nA lantern.\n', 'a/two.json': '{"queue": [1, 2]}' })),
  });
  await add(await make('paste'), { type: 'paste', name: 'note', text: '# Note\n\nThe lantern is pasted.\n' });
  await ingestFiles(engine, await make('documents'), TINY_DOCUMENTS);
  const site = await fakeSite({
    '/robots.txt': { status: 404 },
    '/': page('Home', ['/lantern']),
    '/lantern': page('A lantern'),
  });
  await tab.run({
    collectionId: await make('site'),
    site: { url: `${site.origin}/`, crawlType: 'basic', maxPages: 9 },
  });
  await site.close();
  const { blob } = await engine.exportZip({ collectionId: files, jobId: 'export', form: 'full', mask: false });
  await engine.importCollection({ file: blob as Blob, name: 'import', jobId: 'import' });
  const two = await make('two sources');
  await ingestFiles(engine, two, { 'a.md': '# A\n\nqueue\n' }, { name: 'one' });
  await ingestFiles(engine, two, { 'b.md': '# B\n\nlantern\n' }, { name: 'other' });
  // More records than are read at once.
  const many = Array.from({ length: 70 }, (_, i) => `{"id": "q${i}", "text": "lantern ${i}", "path": "${i}.md"}`);
  await engine.addQuestions(await make('nothing'), many.join('\n'));
  tab.close();
  return disk;
}

/** Everything on a disk, as comparable values. */
export function dumpDisk({ rows, files, tables }: MemoryDisk) {
  const toBytes = ({ pieces }: { readonly pieces: readonly Uint8Array[] }) => Buffer.concat(pieces).toString('base64');
  const sorted = <T>(map: ReadonlyMap<string, T>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    rows: sorted(rows),
    files: sorted(files).map(([id, byName]) => [id, sorted(byName).map(([name, file]) => [name, toBytes(file)])]),
    records: sorted(tables as ReadonlyMap<string, Map<string, unknown>>).flatMap(([table, values]) =>
      sorted(values).map(([key, value]) => [table, key, value]),
    ),
  };
}

/** Answers of the collections: searches, originals, choices, questions and states, by name. */
export async function askLibrary(engine: Engine, names: ReadonlyMap<string, string>) {
  const answers: Record<string, unknown> = {};
  for (const { id } of await engine.listCollections()) {
    const hits = [];
    for (const query of QUERIES) {
      const found = await engine.search(id, query);
      hits.push(found.hits.map((hit) => [hit.path, hit.lines, hit.score, hit.snippet]));
    }
    const originals = [];
    for (const { path } of await engine.listFiles(id))
      originals.push([
        path,
        fromUtf8(new Uint8Array((await (await engine.readOriginal(id, path))?.arrayBuffer()) ?? [])),
      ]);
    const snapshots = await engine.listSnapshots(id);
    const [newest, older] = snapshots;
    const changes = newest && older ? (await engine.diffSnapshots(id, older.id, newest.id)).changes : [];
    const choices = await engine.readChoices(id);
    const questions = await engine.askQuestions(id);
    answers[names.get(id) ?? id] = { hits, originals, snapshots, changes, choices, questions };
  }
  return answers;
}

/** A store that does something at its nth write: records, files and commits. */
export function withWrites(store: Store, onWrite: () => Promise<void>): Store {
  const before =
    <A extends unknown[], T>(work: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      await onWrite();
      return work(...args);
    };
  const { records } = store;
  return {
    ...store,
    records: {
      ...records,
      put: before(records.put),
      putMany: before(records.putMany),
      delete: before(records.delete),
      deletePrefix: before(records.deletePrefix),
    },
    deleteCollection: before(store.deleteCollection),
    async beginCommit(...args) {
      const commit = await store.beginCommit(...args);
      return {
        ...commit,
        async createFile(...file) {
          await onWrite();
          const writer = await commit.createFile(...file);
          const { name } = writer;
          return {
            name,
            get length() {
              return writer.length;
            },
            write: before(writer.write),
            finish: before(writer.finish),
          };
        },
        commit: before(commit.commit),
      };
    },
  };
}
