import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFilled } from '../../support/make-engine.ts';
import { readExport } from '../../support/read-exports.ts';

const NAMES = ['README.md', 'package.json', 'src/model/chunk.ts', 'docs/guide.md', 'src/export/export-zip.ts'];

it('every compact header has the six fields of the seed, which agree with the table', async () => {
  const files = Object.fromEntries(NAMES.map((name) => [name, readFileSync(join(process.cwd(), name), 'utf8')]));
  const { engine, id } = await makeFilled(files);
  const { texts } = await readExport(engine, id, { form: 'compact' });
  const rows = (texts['manifest.llm.tsv'] as string).split('\n').map((line) => line.split('\t'));
  const kinds = new Map(rows.filter(([type]) => type === 'K').map(([, index, kind]) => [index, kind]));
  const known = new Map(rows.filter(([type]) => type === 'C').map(([, ref, , ...fields]) => [ref, fields]));
  const chunks = Object.entries(texts).filter(([name]) => name.startsWith('chunks/'));
  expect(chunks.length).toBe(known.size);
  for (const [name, text] of chunks) {
    const fields = text.slice(0, text.indexOf('\n')).split('\t');
    expect(fields).toHaveLength(7);
    const [mark, ref = '', path = '', kind = '', start, end] = fields;
    expect([mark, name]).toEqual(['@llmx', `chunks/${ref}.md`]);
    expect(NAMES).toContain(path);
    expect(kinds.get(kind)).toBeDefined();
    expect([kind, start, end]).toEqual(known.get(ref)?.slice(0, 3));
  }
});
