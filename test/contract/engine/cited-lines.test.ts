import { expect, it } from 'vitest';
import { toSourceChunks } from '../../../src/ui/parts/reader/source-chunks.ts';
import { makeFilled } from '../../support/make-engine.ts';

const PARAGRAPH = 'A paragraph about otters, rivers and stones in the morning. ';
const sections = (mark: string, eol = '\n') =>
  Array.from({ length: 30 }, (_, i) => `${mark} Section ${i}${eol}${eol}${PARAGRAPH.repeat(4)}word${i}${eol}`).join(
    eol,
  );
const cells = Array.from({ length: 20 }, (_, i) => [
  { cell_type: 'markdown', metadata: {}, source: [`## Cell ${i}\n`, PARAGRAPH.repeat(4)] },
  { cell_type: 'code', metadata: {}, outputs: [], execution_count: 1, source: [`def cell_${i}():\n`, '    return 1'] },
]).flat();

const FILES = {
  'guide.md': `---\ntitle: T\n---\n${sections('##')}`,
  'windows.md': `\ufeff${sections('##', '\r\n')}`,
  'page.mdx': `import Tabs from 'x';\n\nexport const a = {\n\n  b: 1,\n};\n\n${sections('##')}`,
  'Cart.vue': `<template>\n${'  <li v-for="item in items" :key="item.id">{{ item.name }}</li>\n'.repeat(300)}</template>\n<script setup>\nconst items = [];\n</script>\n`,
  'code.py': Array.from({ length: 60 }, (_, i) => `def f${i}():\n    """${PARAGRAPH}"""\n    return ${i}\n`).join('\n'),
  'table.csv': `a,b\n${'one,"two\nthree"\n'.repeat(300)}`,
  'page.html': `<!doctype html>\n<html><head><title>T</title>\n<script>\nvar hidden = 1;\n</script></head>\n<body><main>\n${Array.from({ length: 30 }, (_, i) => `<h2>Section ${i}</h2>\n\n<p>${PARAGRAPH.repeat(4)}\nword${i}</p>\n`).join('')}</main></body></html>\n`,
  'notebook.ipynb': JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, 1),
};
/** Their chunks are not the file as written. */
const REWRITTEN = /\.(?:html|ipynb)$/;

const toLines = (text: string) => text.replace(/^\ufeff/, '').split(/\r\n|\n/);
const toWords = (text: string) => text.match(/\w{4,}/g) ?? [];

it.each(Object.entries(FILES))('every chunk of %s cites the lines that contain it', async (path, text) => {
  const { engine, id } = await makeFilled({ [path]: text });
  const chunks = (await engine.readFile(id, path))?.chunks ?? [];
  expect(chunks.length).toBeGreaterThan(3);
  for (const { content, startLine, endLine } of chunks) {
    const cited = toLines(text)
      .slice(startLine - 1, endLine)
      .join('\n');
    if (REWRITTEN.test(path)) expect(toWords(content).filter((word) => !cited.includes(word))).toEqual([]);
    else expect(content.trim()).toBe(cited.trim());
  }
});

it('the source of an HTML page shows every line of the file once', async () => {
  const { engine, id } = await makeFilled({ 'page.html': FILES['page.html'] });
  const original = await engine.readOriginal(id, 'page.html');
  const chunks = toSourceChunks((await engine.readFile(id, 'page.html'))?.chunks ?? [], (await original?.text()) ?? '');
  expect(chunks.map(({ content }) => content).join('\n')).toBe(FILES['page.html']);
  expect(chunks[3]?.content.split('\n')[0]).toBe(toLines(FILES['page.html'])[(chunks[3]?.startLine ?? 0) - 1]);
});
it('lines copied from a pack with their numbers are exact, and a row of a table keeps its number', async () => {
  const { engine, id } = await makeFilled({
    'code.py': FILES['code.py'],
    'rows.tsv': '5\tone of these five\n6\ttwo\n',
  });
  const { text } = await engine.makePack({
    ...{ collectionId: id, query: 'otters', budgetTokens: 8_000, mask: false },
    ...{ format: 'markdown', counter: 'other' },
  });
  const numbered = /```python\n([\s\S]*?\n10\t[\s\S]*?\n15\t.*\n)/.exec(text)?.[1] ?? '';
  expect(numbered.split('\n')[4]).toMatch(/^5\t/);
  const answer = `code.py:1-15\n\n\`\`\`python\n${numbered}\`\`\`\n\nrows.tsv:1-2\n\n\`\`\`\n5\tone of these five\n6\ttwo\n\`\`\`\n`;
  const { citations } = await engine.checkCitations({ collectionId: id, jobId: 'check', answer });
  expect(citations.length).toBeGreaterThan(1);
  expect(citations.map(({ verdict }) => verdict).filter((verdict) => verdict !== 'exact')).toEqual([]);
});
