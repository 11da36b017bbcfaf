import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exportZip } from '../../../src/export/export-zip.ts';
import { openImport } from '../../../src/export/import/open-import.ts';
import { type MakeFile, makeView } from '../../support/make-view.ts';
import { makeSink, readZip } from '../../support/zip-fixtures.ts';

const CHUNKS = 70_001;

it('70,001 chunks: counts agree in our end record, unzip, Python and the re-import', { timeout: 600_000 }, async () => {
  const files: MakeFile[] = [];
  for (let at = 0; at < CHUNKS; at += 700) {
    const chunks = Array.from({ length: Math.min(700, CHUNKS - at) }, (_, i) => ({
      content: `Section ${at + i} of many.\n\nIts text.`,
    }));
    files.push({ path: `part-${String(at).padStart(6, '0')}.md`, chunks });
  }
  const view = makeView(files);
  const sink = makeSink();
  const heaps: number[] = [];
  const { entries } = await exportZip({
    view,
    form: 'full',
    sink,
    onProgress: ({ doneEntries }) => {
      if (doneEntries % 10_000 === 0) heaps.push(process.memoryUsage().arrayBuffers);
    },
  });
  expect(entries).toBe(CHUNKS + 7);
  // The zip itself is in memory here; beyond it nothing may pile up.
  expect(Math.max(...heaps)).toBeLessThan((heaps[0] ?? 0) + sink.bytes().length + 64_000_000);
  const zip = new Uint8Array(sink.bytes());
  expect(readZip(zip)).toMatchObject({ declared: entries, entries: { length: entries } });

  const dir = mkdtempSync(join(tmpdir(), 'quire-zip-'));
  try {
    const file = join(dir, 'a.zip');
    writeFileSync(file, zip);
    if (spawnSync('unzip', ['-v']).status === 0)
      expect(execFileSync('unzip', ['-tq', file], { encoding: 'utf8' })).toContain('No errors');
    if (spawnSync('python3', ['--version']).status === 0) {
      const script = 'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); print(len(z.namelist()), z.testzip())';
      expect(execFileSync('python3', ['-c', script, file], { encoding: 'utf8' }).trim()).toBe(`${entries} None`);
    }
  } finally {
    rmSync(dir, { recursive: true });
  }
  const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest());
  const imported = await openImport(new Blob([zip]), { sha256 });
  let chunks = 0;
  for await (const imported_file of imported.files()) chunks += imported_file.chunks.length;
  expect(chunks).toBe(CHUNKS);
  expect(imported.warnings).toEqual([]);
});
