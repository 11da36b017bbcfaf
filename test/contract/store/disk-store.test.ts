import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Listeners } from '../../../src/store/change-feed.ts';
import { createDiskStore } from '../../../src/store/disk-store.ts';
import { createLocalLocks } from '../../../src/store/locks.ts';
import { rowCases } from './row-cases.ts';
import type { StoreBench } from './store-bench.ts';
import { storeContract } from './store-contract.ts';

function makeDiskBench(): StoreBench {
  const folder = mkdtempSync(join(tmpdir(), 'quire-store-'));
  const [locks, listeners]: [ReturnType<typeof createLocalLocks>, Listeners] = [createLocalLocks(), new Set()];
  const toFolder = (id: string) => join(folder, 'files', encodeURIComponent(id));
  const toPath = (id: string, name: string) => join(toFolder(id), name);
  return {
    open: async (options = {}) => createDiskStore(folder, { locks, listeners, ...options }),
    async plant(id, name) {
      mkdirSync(toFolder(id), { recursive: true });
      writeFileSync(toPath(id, name), 'planted');
    },
    listNames: async (id) => (existsSync(toFolder(id)) ? readdirSync(toFolder(id)) : []),
    removeFile: async (id, name) => rmSync(toPath(id, name)),
    bytes: {
      size: async (id, name) => readFileSync(toPath(id, name)).length,
      async flip(id, name, offset) {
        const bytes = readFileSync(toPath(id, name));
        bytes[offset] = ~(bytes[offset] as number);
        writeFileSync(toPath(id, name), bytes);
      },
      truncate: async (id, name, size) => truncateSync(toPath(id, name), size),
    },
    dispose: async () => rmSync(folder, { recursive: true }),
  };
}

describe('store contract on a folder of the system', () => {
  // The other cases reach into the rows of a database.
  for (const { name, run } of storeContract.filter((one) => !rowCases.includes(one)))
    it(name, async () => {
      const bench = makeDiskBench();
      try {
        await run(bench);
      } finally {
        await bench.dispose();
      }
    });
});

it('a folder keeps records with any key, also with one longer than a file name may be', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-store-'));
  const keys = ['', '.', '..', 'a/b', 'A/b', 'é\\*?', 'k'.repeat(700)];
  const { records } = createDiskStore(folder);
  for (const key of keys) await records.put('settings', key, { key });
  const again = createDiskStore(folder).records;
  expect(await again.listKeys('settings', '')).toEqual([...keys].sort());
  for (const key of keys) expect(await again.get('settings', key)).toEqual({ key });
  rmSync(folder, { recursive: true });
});
