import { decodeFileTable, encodeFileTable } from '../../../src/engine/file-table/decode-file-table.ts';
import type { FileEntry } from '../../../src/engine/file-table/file-entry.ts';
import type { Kernel } from '../../../src/kernel/contract.ts';
import { toShardInputs } from '../../../src/kernel/index/merge.ts';
import { DEFAULT_SETTINGS } from '../../../src/model/settings.ts';
import type { FuzzTarget, Seed } from '../contract.ts';
import { findSeeds } from '../find-seeds.ts';

const ENTRY: FileEntry = {
  sourceId: 'made',
  relPath: '',
  path: '',
  kind: 'text',
  language: '',
  bytes: 5_000,
  sha256: new Uint8Array(32).fill(7),
  mtimeMs: 1_790_000_000_123,
  meta: { title: 'T', source_url: 'https://example.org/' },
  lineCount: 12,
  chunkCount: 3,
  tokenTotal: 99,
  title: 'T',
  description: '',
  url: '',
  tags: [],
  warnings: [{ path: '', code: 'max-chunks', message: 'cut', limit: 1, actual: 2, line: 3 }],
  shard: 0,
  leaf: { bundle: 'p1', start: 0, end: 10 },
  contents: { bundle: 'p2', start: 10, end: 400 },
};

/** Files of the store damaged by another program or a bad disk: leaves, segments and file tables are refused or answered. */
export function createStoredTarget(kernel: Kernel): FuzzTarget {
  const made = findSeeds(['md', 'ts', 'json'])
    .slice(0, 12)
    .map(({ name, bytes }) => ({
      path: name,
      kind: 'text' as const,
      ...kernel.makeLeaf({ path: name, kind: 'text', settings: DEFAULT_SETTINGS, bytes }),
    }));
  made.sort((a, b) => (a.path < b.path ? -1 : 1));
  const { segment } = kernel.mergeShard(toShardInputs(made), DEFAULT_SETTINGS);
  const seeds: Seed[] = [
    ...made.slice(0, 4).map(({ leaf }) => ({ name: 'leaf', bytes: leaf as Uint8Array<ArrayBuffer> })),
    { name: 'segment', bytes: segment.slice(0, 20_000) as Uint8Array<ArrayBuffer> },
    {
      name: 'table',
      bytes: encodeFileTable({
        entries: made.map(({ path }) => ({ ...ENTRY, path, relPath: path })),
        skips: {},
        scanWarnings: {},
      }),
    },
  ];
  return {
    name: 'stored',
    weight: 20,
    seeds,
    tokens: ['\0', '\0\0\0\0', '\u007f', '\u0001', 'a', '\u00ff\u00ff\u00ff\u00ff'],
    async check({ name, bytes }) {
      if (name === 'table') {
        const table = decodeFileTable(bytes);
        for (let i = 0; i < Math.min(table.count, 50); i++) table.entry(i);
        return;
      }
      if (name === 'leaf') {
        const view = kernel.readLeaf(bytes);
        for (const row of view.chunks) void row.contentHash;
        void view.headings.length;
        void view.symbols.length;
        return;
      }
      const shard = kernel.openShard({ segment: bytes, table: new Uint8Array() });
      try {
        kernel.rank({
          shards: [{ shard, fileOrder: Uint32Array.from(made.keys()) }],
          words: [{ text: 'import', line: 0, prefix: true, fuzzy: 0 }],
          minus: [],
          required: [],
          stemming: true,
          limit: 10,
          offset: 0,
        });
      } finally {
        shard.close();
      }
    },
  };
}
