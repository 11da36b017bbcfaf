import { createHash } from 'node:crypto';
import { zipSync } from 'fflate';
import { exportZip } from '../../../src/export/export-zip.ts';
import { openImport } from '../../../src/export/import/open-import.ts';
import { makeHandbook, makeOddities } from '../../support/export-collections.ts';
import { makeSink, readZip } from '../../support/zip-fixtures.ts';
import type { FuzzTarget, Seed } from '../contract.ts';

const options = { sha256: (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest()) };

/** Tampered zips and index.json of our own give a collection or an `AppError`. */
export async function createImportTarget(): Promise<FuzzTarget> {
  const seeds: Seed[] = [];
  for (const view of [makeHandbook(), makeOddities()]) {
    const sink = makeSink();
    await exportZip({ view, form: 'full', sink });
    const zip = new Uint8Array(sink.bytes());
    const entries: Record<string, Uint8Array> = {};
    for (const { name, data } of readZip(zip).entries) entries[name] = new Uint8Array(data);
    seeds.push({ name: 'full.zip', bytes: zip });
    seeds.push({ name: 'index.json', bytes: new Uint8Array(entries['index.json'] ?? []) });
    seeds.push({ name: 'stored.zip', bytes: new Uint8Array(zipSync(entries, { level: 0 })) });
  }
  return {
    name: 'import',
    weight: 10,
    seeds,
    tokens: '"__proto__":{} -1 4294967296 1e999 "" [] {} null "../x" "\\u0000" , "path": "chunks":['.split(' '),
    async check({ bytes }) {
      const imported = await openImport(new Blob([bytes]), options);
      for await (const _ of imported.files());
    },
  };
}
