import { gzipSync, zipSync } from 'fflate';
import { createSource } from '../../../src/sources/create-source.ts';
import { makeTar, toBlob } from '../../support/make-archives.ts';
import { scanAll } from '../../support/scan-all.ts';
import type { FuzzTarget, Seed } from '../contract.ts';

const encoder = new TextEncoder();

/** Zips and tars, compressed or not, give files, warnings or an `AppError`; nothing exceeds twice its size limit. */
export async function createArchiveTarget(): Promise<FuzzTarget> {
  const files = { 'a/b.md': '# One\n\ntext\n', 'c.ts': 'export const a = 1;\n', 'd/e/f.txt': 'x'.repeat(2_000) };
  const bytes = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, encoder.encode(text)]));
  const zip = new Uint8Array(zipSync(bytes));
  const stored = new Uint8Array(zipSync(bytes, { level: 0 }));
  const tar = new Uint8Array(await makeTar(files));
  const seeds: Seed[] = [
    { name: 'a.zip', bytes: zip },
    { name: 'b.zip', bytes: stored },
    { name: 'c.tar', bytes: tar },
    { name: 'd.tar.gz', bytes: new Uint8Array(gzipSync(tar)) },
    { name: 'e.zip', bytes: new Uint8Array(zipSync({ ...bytes, 'in.zip': zip })) },
  ];
  return {
    name: 'archive',
    weight: 15,
    seeds,
    tokens: [
      'PK\u0001\u0002',
      'PK\u0003\u0004',
      'PK\u0005\u0006',
      '../',
      '\0',
      'ustar',
      '30 size=-1536\n',
      '\u0001',
      '/'.repeat(80),
    ],
    async check({ name, bytes: input }) {
      const { files: found } = await scanAll(createSource({ type: 'archive', name, file: toBlob(input) }));
      for (const file of found) {
        if (file.path.startsWith('/') || file.path.split('/').includes('..'))
          throw new Error(`a path leads out: ${file.path}`);
        await file.read();
      }
    },
  };
}
