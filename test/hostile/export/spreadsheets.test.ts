import { describe, expect, it } from 'vitest';
import { escapeCell, escapeName } from '../../../src/export/text/hidden-text.ts';
import { ingestFiles, makeCollection, makeEngine } from '../../support/make-engine.ts';
import { readZip } from '../../support/zip-fixtures.ts';

const FILES = {
  '=cmd()/@run.md': '# =1+1\n\ntext\n',
  '-dash.md': '# @SUM(A1)\n\ntext\n',
  'plain.md': '# \\=2\n\ntext\n',
};

describe('tables that a spreadsheet opens', () => {
  it('have no cell that begins like a formula, in the manifest and in the changes', async () => {
    const { engine } = await makeEngine();
    const id = await makeCollection(engine, { 'first.md': '# First\n' });
    await ingestFiles(engine, id, FILES, { sourceId: 'made' });
    const tables = [await (await engine.exportArtifact(id, 'manifest.llm.tsv')).text()];
    const { blob } = await engine.exportZip({ collectionId: id, jobId: 'delta', form: 'delta', mask: false });
    const changes = readZip(new Uint8Array(await (blob as Blob).arrayBuffer())).entries.find(
      ({ name }) => name === 'changes.tsv',
    );
    tables.push(Buffer.from(changes?.data ?? []).toString());
    const cells = tables.flatMap((table) => table.split(/[\t\n]/));
    expect(cells.filter((cell) => /^[=+@-]/.test(cell))).toEqual([]);
    expect(cells).toContain('\\=cmd()/');
    expect(cells).toContain('\\@SUM(A1)');
  });

  it('can be read back: one backslash is removed from a cell that begins with backslashes and a sign', () => {
    const readCell = (cell: string): string => cell.replace(/^\\(\\*[=+@-])/, '$1');
    for (const label of ['=a', '\\=a', '\\\\+a', '-', 'a=b', '\\a', ''])
      expect(readCell(escapeCell(label))).toBe(label);
    expect(escapeCell(escapeName('=\ta'))).toBe('\\=\\ta');
  });
});
