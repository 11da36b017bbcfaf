import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { exportZip } from '../../../src/export/export-zip.ts';
import type { ImportedCollection } from '../../../src/export/import/contract.ts';
import { openImport } from '../../../src/export/import/open-import.ts';
import { isAppError } from '../../../src/model/app-error.ts';
import { craftZip } from '../../support/craft-zip.ts';
import { makeHandbook } from '../../support/export-collections.ts';
import { createRandom } from '../../support/random.ts';
import { makeSink, readZip } from '../../support/zip-fixtures.ts';

const options = { sha256: (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest()) };

async function makeZip(): Promise<Uint8Array<ArrayBuffer>> {
  const sink = makeSink();
  await exportZip({ view: makeHandbook(), form: 'full', sink });
  return new Uint8Array(sink.bytes());
}

/** Opens and reads to the end; returns a collection or an AppError, never anything else. */
async function tryOpen(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<ImportedCollection | { code: string; details: object }> {
  try {
    const imported = await openImport(new Blob([bytes]), options);
    for await (const _ of imported.files());
    return imported;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { code: error.code, details: error.details };
  }
}

const readEntries = (zip: Uint8Array): Record<string, Uint8Array> =>
  Object.fromEntries(readZip(zip).entries.map(({ name, data }) => [name, new Uint8Array(data)]));

function editIndex(zip: Uint8Array, edit: (index: Record<string, unknown>) => void): Uint8Array<ArrayBuffer> {
  const entries = readEntries(zip);
  const index = JSON.parse(Buffer.from(entries['index.json'] ?? []).toString()) as Record<string, unknown>;
  edit(index);
  entries['index.json'] = new TextEncoder().encode(JSON.stringify(index));
  return new Uint8Array(zipSync(entries));
}

describe('imports of broken files', () => {
  it('a truncated zip is refused', async () => {
    const zip = await makeZip();
    for (const length of [10, 100, zip.length >> 1, zip.length - 1]) {
      expect(await tryOpen(zip.slice(0, length))).toMatchObject({ code: 'import/damaged' });
    }
  });

  it('a flipped byte in any entry is found and the entry named', async () => {
    const zip = await makeZip();
    const clean = (await tryOpen(zip)) as ImportedCollection;
    const random = createRandom(6).next;
    const view = new DataView(zip.buffer);
    const directory = view.getUint32(zip.length - 6, true);
    let local = 0;
    while (local < directory) {
      const nameBytes = view.getUint16(local + 26, true);
      const name = Buffer.from(zip.subarray(local + 30, local + 30 + nameBytes)).toString();
      const start = local + 30 + nameBytes + view.getUint16(local + 28, true);
      const size = view.getUint32(local + 18, true);
      const broken = zip.slice();
      const at = start + Math.floor(random() * size);
      broken[at] = (broken[at] ?? 0) ^ 0x10;
      const answer = await tryOpen(broken);
      if (name === 'index.json') expect(answer).toMatchObject({ code: 'import/damaged' });
      else {
        const found = (answer as ImportedCollection).warnings.filter(({ code }) => code === 'hash-mismatch');
        expect([name, found.map(({ path }) => path)]).toEqual([name, [name]]);
      }
      local = start + size;
    }
    expect(clean.warnings.some(({ code }) => code === 'hash-mismatch')).toBe(false);
  });

  it('a flipped byte anywhere gives a collection or an AppError', { timeout: 60_000 }, async () => {
    const zip = await makeZip();
    const random = createRandom(9).next;
    for (let i = 0; i < 60; i++) {
      const broken = zip.slice();
      broken[Math.floor(random() * zip.length)] = Math.floor(random() * 256);
      const answer = await tryOpen(broken);
      if ('code' in answer) expect(answer.code).toMatch(/^import\//);
    }
  });

  it('a zip with fewer entries than its end record says is refused', async () => {
    const zip = await makeZip();
    new DataView(zip.buffer).setUint16(zip.length - 12, 3, true);
    new DataView(zip.buffer).setUint16(zip.length - 14, 3, true);
    expect(await tryOpen(zip)).toMatchObject({ code: 'import/damaged', details: { entries: 3 } });
  });

  it('a zip without one chunk file is refused, a foreign entry is skipped with a warning', async () => {
    const entries = readEntries(await makeZip());
    const extra = await tryOpen(new Uint8Array(zipSync({ ...entries, '../../evil.sh': new Uint8Array(3) })));
    expect((extra as ImportedCollection).warnings).toContainEqual(
      expect.objectContaining({ path: '../../evil.sh', code: 'archive-entry' }),
    );
    delete entries['chunks/c0001.md'];
    expect(await tryOpen(new Uint8Array(zipSync(entries)))).toMatchObject({ code: 'import/damaged' });
  });

  it('hostile paths, wrong types, impossible lines and chunks over the cap are refused with the field', async () => {
    const zip = await makeZip();
    type Rows = Record<string, unknown>[];
    const cases: Record<string, (index: Record<string, unknown>) => void> = {
      path: (index) => ((index.chunks as Rows)[0]!.path = '../../etc/passwd'),
      kind: (index) => ((index.files as Rows)[0]!.kind = 'virus'),
      end_line: (index) => ((index.chunks as Rows)[0]!.end_line = 0),
      start_line: (index) => ((index.chunks as Rows)[0]!.start_line = 2 ** 31),
      headings: (index) => ((index.files as Rows)[0]!.headings = [[1, 2 ** 31, 'far']]),
      symbols: (index) => ((index.files as Rows)[0]!.symbols = [['x', 'function', 2 ** 31, 2 ** 31]]),
      line_count: (index) => ((index.files as Rows)[0]!.line_count = 2 ** 40),
      id: (index) => ((index.chunks as Rows)[0]!.id = 'short'),
      content: (index) => ((index.chunks as Rows)[0]!.content = { deep: true }),
      'settings.chunk_max_chars': (index) => ((index.settings as Record<string, unknown>).chunk_max_chars = 1e12),
    };
    for (const [field, edit] of Object.entries(cases)) {
      expect(await tryOpen(editIndex(zip, edit))).toMatchObject({ code: 'import/damaged', details: { field } });
    }
    const long = editIndex(zip, (index) => ((index.settings as Record<string, unknown>).chunk_max_chars = 5));
    expect(await tryOpen(long)).toMatchObject({ code: 'import/damaged', details: { limit: 5 } });
  });

  it('an entry that unpacks to more than it claims is stopped there', async () => {
    const data = new Uint8Array(deflateRawSync(Buffer.alloc(40_000_000, 0x20)));
    const zip = new Uint8Array(craftZip([{ name: 'index.json', method: 8, data, claimedSize: 1_000 }]));
    expect(await tryOpen(zip)).toMatchObject({ code: 'import/damaged', details: { entry: 'index.json' } });
  });

  it('entries that claim a gigabyte are skipped unread, each named with limit and actual', async () => {
    const zip = new Uint8Array(zipSync(readEntries(await makeZip()), { level: 0 }));
    const claimed = ['chunks/c0003.md', 'images/docs/tools/Saw.PNG', 'outline.md'];
    const view = new DataView(zip.buffer);
    for (let at = view.getUint32(zip.length - 6, true); view.getUint32(at, true) === 0x02014b50; ) {
      const nameBytes = view.getUint16(at + 28, true);
      const name = Buffer.from(zip.subarray(at + 46, at + 46 + nameBytes)).toString();
      if (claimed.includes(name)) view.setUint32(at + 24, 1 << 30, true);
      at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
    const { warnings, files } = (await tryOpen(zip)) as ImportedCollection;
    const large = warnings.filter(({ code }) => code === 'archive-entry');
    expect(large.map(({ path, actual }) => [path, actual])).toEqual(claimed.map((path) => [path, 1 << 30]));
    for (const { limit } of large) expect(limit).toBeLessThan(1 << 30);
    for await (const file of files()) if (file.row.path === 'docs/tools/Saw.PNG') expect(file.asset).toBeUndefined();
  });

  it('a zip whose entries share their bytes is refused before any is expanded', async () => {
    const data = new Uint8Array(5_000).fill(97);
    const shared = Array.from({ length: 50 }, (_, i) => ({ name: `chunks/c${1_000 + i}.md`, data, sharesWith: 0 }));
    const zip = new Uint8Array(craftZip([{ name: 'index.json', data }, ...shared]));
    const entry = expect.stringMatching(/^chunks\/c10/);
    expect(await tryOpen(zip)).toMatchObject({ code: 'import/damaged', details: { entry } });
  });

  it('two entries that share their bytes, an index that expands too far and too much in total are refused', async () => {
    const data = new Uint8Array(5_000).fill(97);
    const index = { name: 'index.json', data };
    const twice = [1, 2, 3].map((i) => ({ name: `chunks/c000${i}.md`, data, ...(i > 1 ? { sharesWith: 1 } : {}) }));
    const large = Array.from({ length: 9 }, (_, i) => ({ name: `chunks/c000${i}.md`, data, claimedSize: 500_000_000 }));
    const cases = {
      overlap: [craftZip([index, ...twice]), expect.stringMatching(/^chunks/)],
      ratio: [craftZip([{ ...index, claimedSize: 40_000_000 }]), 'index.json'],
      total: [craftZip([index, ...large]), expect.stringMatching(/^chunks/)],
    } as const;
    for (const [zip, entry] of Object.values(cases))
      expect(await tryOpen(new Uint8Array(zip))).toMatchObject({ code: 'import/damaged', details: { entry } });
  });

  it('a wrong size in one record of the directory is a warning for that entry', async () => {
    for (const storedSize of [1, 0x7fffffff, 3_000]) {
      const zip = await makeZip();
      const name = Buffer.from(zip).lastIndexOf('outline.md');
      new DataView(zip.buffer).setUint32(name - 46 + 20, storedSize, true);
      const { warnings } = (await tryOpen(zip)) as ImportedCollection;
      expect(warnings.filter(({ code }) => code === 'hash-mismatch').map(({ path }) => path)).toEqual(['outline.md']);
    }
  });

  it('deep nesting, endless strings and empty values in JSON are refused or read, without a stack overflow', async () => {
    const texts = [
      `{"a":${'['.repeat(200_000)}`,
      `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
      `{"a":"${'x'.repeat(1_000_000)}`,
      '{"a":}',
      '{"a" 1}',
      '{"a":1,}',
      '{"chunks":[,]}',
      '{"chunks":[1 2]}',
      '{"chunks":[{}]} trailing',
      '{"chunks":{"x":1}}',
      '\ufeff{"version":1}',
    ];
    for (const text of texts) {
      const answer = await tryOpen(new TextEncoder().encode(text));
      expect([text.slice(0, 30), 'code' in answer]).toEqual([text.slice(0, 30), true]);
    }
  });
});
