import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { IndexView } from '../../../../src/export/contract.ts';
import { writeArtifact } from '../../../../src/export/export-artifact.ts';
import { exportZip } from '../../../../src/export/export-zip.ts';
import { openImport } from '../../../../src/export/import/open-import.ts';
import { makeHandbook, makeOddities } from '../../../support/export-collections.ts';
import { makeCorpus } from '../../../support/make-corpus.ts';
import { makeViewFromImport, sha256 } from '../../../support/make-view.ts';
import { makeSink } from '../../../support/zip-fixtures.ts';

const options = { sha256: (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest()) };

async function toZip(view: IndexView, form: 'full' | 'compact' = 'full'): Promise<Uint8Array<ArrayBuffer>> {
  const sink = makeSink();
  await exportZip({ view, form, sink });
  return new Uint8Array(sink.bytes());
}

async function toIndexJson(view: IndexView): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const part of writeArtifact(view, 'index.json')) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}

describe('openImport', () => {
  for (const [name, make] of [
    ['handbook', makeHandbook],
    ['oddities', makeOddities],
    ['a larger corpus', () => makeCorpus(8, 20)],
  ] as const) {
    it(`export → import → export gives the same bytes: ${name}`, async () => {
      const first = await toZip(make());
      const imported = await openImport(new Blob([first]), options);
      const second = await toZip(await makeViewFromImport(imported, make().name));
      expect(Buffer.compare(first, second)).toBe(0);
    });

    it(`a bare index.json gives the same index.json: ${name}`, async () => {
      const first = await toIndexJson(make());
      const imported = await openImport(new Blob([first]), options);
      const second = await toIndexJson(await makeViewFromImport(imported));
      expect(Buffer.compare(first, second)).toBe(0);
    });
  }

  it('refuses a compact zip with its own code', async () => {
    await expect(openImport(new Blob([await toZip(makeHandbook(), 'compact')]), options)).rejects.toMatchObject({
      code: 'import/compact',
    });
  });

  it('refuses files of other programs', async () => {
    for (const text of [
      '',
      'hello',
      '[]',
      '{}',
      '{"name":"x","version":"1.0.0"}',
      '{"version":3,"generator":"other","index_id":"x"}',
    ]) {
      await expect(openImport(new Blob([text]), options)).rejects.toMatchObject({
        name: 'AppError',
        code: /^import\//,
      });
    }
  });

  it('refuses a newer format and names it', async () => {
    const text = Buffer.from(await toIndexJson(makeHandbook())).toString();
    const newer = text.replace('"version":3,', '"version":99,');
    await expect(openImport(new Blob([newer]), options)).rejects.toMatchObject({
      code: 'import/newer-format',
      details: { version: 99 },
    });
  });

  it('names a chunk whose text was changed, and still opens', async () => {
    const text = Buffer.from(await toIndexJson(makeHandbook())).toString();
    const changed = text.replace('Switch on the lights', 'Switch on the fights');
    const imported = await openImport(new Blob([changed]), options);
    expect(imported.warnings.filter((warning) => warning.code === 'hash-mismatch')).toMatchObject([
      { path: 'README.md', line: 5 },
    ]);
  });

  it('opens version 1 of the seed system', async () => {
    const content = '# Title\n\nSome text.';
    const hash = sha256(content);
    const id = sha256(`docs/a.md\n${hash}\n0`);
    const index = {
      version: 1,
      index_id: 'a'.repeat(64),
      files: [
        {
          ...{ path: 'docs/a.md', kind: 'markdown', bytes: 20, sha256: 'b'.repeat(64), line_count: 3 },
          ...{ mtime_ms: 1, fingerprint_sha256: null },
        },
        { path: 'x.bin', kind: 'unknown', bytes: 0, sha256: 'c'.repeat(64), line_count: 1 },
      ],
      chunks: [
        {
          ...{ id, short_id: id.slice(0, 12), slug: 'a--title', path: 'docs/a.md', kind: 'markdown', chunk_index: 0 },
          ...{ start_line: 1, end_line: 3, content, content_hash: hash, token_estimate: 5, heading_path: ['Title'] },
          ...{ symbol: null, address: null, asset_path: null },
        },
      ],
      chunk_refs: { [id]: 'c0001' },
      inverted_index: { title: { df: 1, postings: [{ chunk_id: id, tf: 1, doc_len: 3 }] } },
      stats: { total_files: 2, total_chunks: 1, avg_chunk_chars: 19, avg_chunk_tokens: 5 },
      warnings: [{ path: 'bad.md', code: 'utf8', message: 'Not UTF-8; file skipped.' }],
    };
    const imported = await openImport(new Blob([JSON.stringify(index)]), options);
    expect(imported).toMatchObject({ generator: 'seed', totalFiles: 2, totalChunks: 1 });
    expect(imported.warnings).toMatchObject([{ path: 'bad.md', code: 'encoding' }]);
    const files = [];
    for await (const file of imported.files()) files.push(file);
    expect(files[0]?.row).toMatchObject({ path: 'docs/a.md', chunkCount: 1, tokenTotal: 5, source: 'import' });
    expect(files[0]?.outline.headings).toEqual([{ level: 1, line: 1, text: 'Title' }]);
    expect(files[1]?.row).toMatchObject({ path: 'x.bin', kind: 'unknown', chunkCount: 0 });
  });

  it('reads an index with its keys in another order', async () => {
    const index = JSON.parse(Buffer.from(await toIndexJson(makeHandbook())).toString()) as Record<string, unknown>;
    const turned = Object.fromEntries(Object.entries(index).reverse());
    const imported = await openImport(new Blob([JSON.stringify(turned, null, 2)]), options);
    const again = await toIndexJson(await makeViewFromImport(imported));
    expect(Buffer.compare(again, await toIndexJson(makeHandbook()))).toBe(0);
  });
});
