import 'fake-indexeddb/auto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createIdbStore } from '../../../src/store/create-store.ts';
import { ingestFiles, makeEngine } from '../../support/make-engine.ts';
import { dumpDatabase } from '../../support/restore-dump.ts';
import { publishToMap } from '../../support/static-host.ts';
import { askRelease } from './ask-release.ts';
import { CHOICES, makeLaterFiles, makeReleaseFiles } from './release-content.ts';

/** Writes into a folder what every later build must open: the database, an export and a published collection, with the answers it gave. */
export async function makeRelease(folder: string): Promise<void> {
  const databaseName = 'release';
  const store = await createIdbStore({ databaseName });
  const { engine } = await makeEngine({ store });
  const { id } = await engine.createCollection({ name: 'harbour' });
  await ingestFiles(engine, id, makeReleaseFiles(), { name: 'harbour' });
  const [first] = await engine.listCollections();
  const sourceId = first?.sources[0]?.id ?? '';
  await ingestFiles(engine, id, makeLaterFiles(), { name: 'harbour', sourceId });
  await engine.writeChoices(id, CHOICES);
  const answers = await askRelease(engine, id);
  const { blob } = await engine.exportZip({ collectionId: id, jobId: 'export', form: 'full', mask: false });
  write(join(folder, 'unmasked.zip'), new Uint8Array((await blob?.arrayBuffer()) ?? []));
  for (const [name, bytes] of await publishToMap(engine, id))
    if (name.startsWith('collection/')) write(join(folder, 'published', name), bytes);
  write(join(folder, 'answers.json'), `${JSON.stringify(answers, null, 1)}\n`);
  await store.close();
  write(join(folder, 'database.json.gz'), gzipSync(JSON.stringify(await dumpDatabase(databaseName)), { level: 9 }));
}

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
