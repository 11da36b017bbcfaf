import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import type { Chunk } from '../../../src/model/chunk.ts';
import { makeRelations, makeZip } from '../../support/make-document.ts';
import { type MadeFiles, makeFilled } from '../../support/make-engine.ts';
import { packOf, readExport } from '../../support/read-exports.ts';
import { publishToMap, startStaticHost } from '../../support/static-host.ts';
import { makeReader } from '../publish/published-engine.ts';

const TOKEN = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;

const rows = (count: number): string =>
  Array.from({ length: count }, (_, i) => `<row r="${i + 2}"><c t="str"><v>heron ${i}</v></c></row>`).join('');

const FILES: MadeFiles = {
  'birds.csv': `name,eggs\n${Array.from({ length: 60 }, (_, i) => `grebe ${i},${i}\n`).join('')}`,
  'book.xlsx': makeZip({
    '_rels/.rels': makeRelations([['r', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': '<workbook><sheets><sheet name="Counts" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': makeRelations([['r1', 'worksheet', 'worksheets/s1.xml']]),
    'xl/worksheets/s1.xml': `<worksheet><sheetData><row r="1"><c t="str"><v>bird ${TOKEN}</v></c></row>${rows(60)}</sheetData></worksheet>`,
    'docProps/core.xml': '<p><dc:title>Yearbook</dc:title></p>',
  }).slice(),
  'notes.md': '# Notes\n\nNothing to add.\n',
};

const listChunks = async (engine: Engine, id: string, path: string): Promise<readonly Chunk[]> =>
  (await engine.readFile(id, path))?.chunks ?? [];

describe('the context of a chunk', () => {
  it('is the header row, the sheet and the title of the document, if its lines do not contain them', async () => {
    const { engine, id } = await makeFilled(FILES);
    expect((await listChunks(engine, id, 'birds.csv')).map(({ context }) => context)).toEqual([
      undefined,
      ['name,eggs'],
    ]);
    expect((await listChunks(engine, id, 'book.xlsx')).map(({ context }) => context)).toEqual([
      ['Yearbook'],
      ['Yearbook', 'Counts', `bird ${TOKEN}`],
    ]);
    expect((await listChunks(engine, id, 'notes.md'))[0]?.context).toBeUndefined();
  });

  it('is the header row of a Markdown table that is split, and of no other', async () => {
    const table = (name: string, count: number) =>
      `| ${name} | eggs |\n|---|:--:|\n${Array.from({ length: count }, (_, i) => `| ${name} ${i} of the lake | ${i} |\n`).join('')}`;
    const prose = 'A sentence with a | bar that is no row. '.repeat(10);
    const { engine, id } = await makeFilled({
      'a.md': `# Birds\n\n${table('grebe', 300)}\n${table('heron', 3)}\n${`${prose}\n\n`.repeat(20)}`,
      'b.md': `# Bars\n\n${`${prose}\n`.repeat(30)}`,
    });
    const contexts = (await listChunks(engine, id, 'a.md')).map(({ content, context }) => [
      content.slice(0, 7),
      context?.join(),
    ]);
    expect(contexts[0]).toEqual(['# Birds', undefined]);
    expect(contexts.filter(([, context]) => context !== undefined).length).toBeGreaterThan(1);
    for (const [start, context] of contexts.slice(1))
      expect(context).toBe(start === '| grebe' ? '| grebe | eggs |' : undefined);
    expect((await listChunks(engine, id, 'b.md')).every(({ context }) => context === undefined)).toBe(true);
  });

  it.each([
    ['on lines of its own', '\n'],
    ['all on one line of the source', ''],
  ])('is the header row of an HTML table that is split, %s, and of nothing after it', async (_, feed) => {
    const cells = Array.from({ length: 900 }, (_, i) => `<tr><td>grebe ${i} of the lake</td><td>${i}</td></tr>`);
    const table = ['<table><thead><tr><th>bird</th><th>eggs</th></tr></thead><tbody>', ...cells, '</tbody></table>'];
    const prose = Array.from({ length: 60 }, (_, i) => `<p>Sentence ${i} of the prose below says nothing of eggs.</p>`);
    const { engine, id } = await makeFilled({ 'a.html': ['<h1>Birds</h1>', ...table, ...prose].join(feed) });
    const chunks = await listChunks(engine, id, 'a.html');
    expect(chunks[0]?.context).toBeUndefined();
    expect(chunks.filter(({ content }) => content.startsWith('| grebe')).length).toBeGreaterThan(1);
    expect(chunks.some(({ content }) => content.includes('\nSentence'))).toBe(true);
    for (const { content, context } of chunks.slice(1))
      expect([content.slice(0, 5), context]).toEqual([
        content.slice(0, 5),
        content.startsWith('| grebe') ? ['| bird | eggs |'] : undefined,
      ]);
  });

  it('is not part of the chunk’s text, its hash or the search', async () => {
    const { engine, id } = await makeFilled(FILES);
    const [, second] = await listChunks(engine, id, 'birds.csv');
    expect(second?.content).toMatch(/^grebe 50,50\n/);
    expect((await engine.search(id, 'eggs')).hits.map(({ path, lines }) => [path, lines])).toEqual([
      ['birds.csv', [1, 51]],
    ]);
  });

  it('comes before the chunk in packs and chunk files, marked', async () => {
    const { engine, id } = await makeFilled(FILES);
    const [, second] = await listChunks(engine, id, 'birds.csv');
    const ask = (format: 'markdown' | 'xml') =>
      engine.makePack(packOf(id, { query: '', picks: [second?.ref ?? ''], format, mask: false }));
    expect((await ask('markdown')).text).toContain('\n\nContext: `name,eggs`\n\n```\ngrebe 50,50\n');
    expect((await ask('xml')).text).toContain(' context="name,eggs"><![CDATA[\ngrebe');
    const { texts: full } = await readExport(engine, id);
    expect(full[`chunks/${second?.ref}.md`]).toContain('\ncontext: ["name,eggs"]\n');
    expect(full[`chunks/${second?.ref}.md`]).toMatch(/---\n\ngrebe 50,50\n/);
    const { texts: compact } = await readExport(engine, id, { form: 'compact' });
    expect(compact[`chunks/${second?.ref}.md`]).toMatch(/^@llmx\t[^\n]+\n@context\tname,eggs\n\ngrebe 50,50\n/);
  });

  it.each([false, true])('[E1] survives an export and its import (masked: %s), without secrets', async (mask) => {
    const { engine, id } = await makeFilled(FILES);
    const first = await readExport(engine, id, { mask });
    const imported = await engine.importCollection({ file: first.blob, name: 'made', jobId: 'import' });
    const [, range] = await listChunks(engine, imported.id, 'book.xlsx');
    expect(range?.context).toEqual([
      'Yearbook',
      'Counts',
      mask ? expect.stringMatching(/^bird \[\[secret:[a-z-]+:1\]\]$/) : `bird ${TOKEN}`,
    ]);
    expect((await readExport(engine, imported.id)).bytes).toEqual(first.bytes);
    if (mask) expect(JSON.stringify(first.texts)).not.toContain(TOKEN);
  });

  it('is masked in a masked pack', async () => {
    const { engine, id } = await makeFilled(FILES);
    const [, range] = await listChunks(engine, id, 'book.xlsx');
    const { text } = await engine.makePack(packOf(id, { query: '', picks: [range?.ref ?? ''] }));
    expect(text).toMatch(/\nContext: `Yearbook · Counts · bird \[\[secret:[a-z-]+:1\]\]`\n/);
  });

  it('is in a published collection', async () => {
    const { engine, id } = await makeFilled(FILES);
    const host = await startStaticHost(await publishToMap(engine, id));
    const reader = await makeReader();
    const published = await reader.openPublished(host.url);
    expect(await listChunks(reader, published.id, 'birds.csv')).toEqual(await listChunks(engine, id, 'birds.csv'));
    await host.close();
  });
});
