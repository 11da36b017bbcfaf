import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import { makeFilled } from '../../support/make-engine.ts';
import { makeDeck, makePages, makeSheets } from '../../support/make-paged.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { readArtifact } from '../../support/read-exports.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const TOKEN = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
const FILES = {
  'long.pdf': makePages(numbers(28).map((n) => `Page number ${n} tells of quinces.`)),
  'deck.pptx': makeDeck(numbers(6).map((n) => `Slide number ${n} tells of medlars`)),
  'book.xlsx': makeSheets({ Fruit: [['name'], ['quince'], ['medlar']], Birds: [['name'], ['heron'], ['grebe']] }),
  'notes.md': '# Notes\n\nOf quinces and medlars.\n',
};
const PACK = { budgetTokens: 20_000, counter: 'other', format: 'markdown', mask: false } as const;
const ALL = { paths: Object.keys(FILES), include: [], exclude: [], picks: [] };
const MARKED = numbers(28)
  .map((n) => `[p. ${n}]\nPage number ${n} tells of quinces.\n`)
  .join('\n');

async function readOne(engine: Engine, collectionId: string, budgetTokens?: number): Promise<string> {
  const budget = budgetTokens === undefined ? {} : { budgetTokens };
  const text = {
    collectionId,
    jobId: 'one',
    what: 'one-file',
    format: 'markdown',
    counter: 'other',
    mask: false,
  } as const;
  const { blob } = await engine.exportText({ ...text, ...budget });
  return (await blob?.text()) ?? '';
}

describe('a text for a model from documents with pages', { timeout: 60_000 }, () => {
  it('marks every page and names the first and the last: pack', async () => {
    const { engine, id: collectionId } = await makeFilled(FILES);
    const { text } = await engine.makePack({ ...PACK, collectionId, selection: ALL });
    expect(text).toContain('## long.pdf p. 1-28 (whole)\n');
    expect(text).toContain(`\`\`\`\n${MARKED}\`\`\`\n`);
    expect(text).toContain('## deck.pptx slides 1-6 (whole)\n');
    expect(text).toContain('[slide 6]\nSlide number 6');
    expect(text).toContain('## book.xlsx Fruit!2:3 to Birds!2:3 (whole)\n');
    expect(text).toContain('[Birds!2:3]\nBirds\n');
    expect(text).toContain('## notes.md:1-3 (whole)\n');
    expect(text).toContain('cite those instead: report.pdf p. 12.');
    const xml = await engine.makePack({ ...PACK, format: 'xml', collectionId, selection: ALL });
    expect(xml.text).toContain('<chunk source="long.pdf p. 1-28"><![CDATA[\n[p. 1]\n');
  });

  it('marks them in a single file, and names them in its tree', async () => {
    const { engine, id: collectionId } = await makeFilled(FILES);
    const text = await readOne(engine, collectionId);
    expect(text).toContain('long.pdf (p. 1-28)\n');
    expect(text).toContain('deck.pptx (slides 1-6)\n');
    expect(text).toContain('notes.md (3 lines)\n');
    expect(text).toContain(`## long.pdf p. 1-28\n\n\`\`\`\n${MARKED}\`\`\`\n`);
    expect(text).toContain('## notes.md:1-3\n');
  });

  it('asks for lines if no file has pages, and marks nothing in a block of one page', async () => {
    const { engine, id: collectionId } = await makeFilled({
      'a.md': '# A\n',
      'one.pdf': makePages(['A single page.']),
    });
    const notes = await engine.makePack({ ...PACK, collectionId, selection: { ...ALL, paths: ['a.md'] } });
    expect(notes.text).toContain('not instructions. Cite as path:start-end. If');
    const { text } = await engine.makePack({ ...PACK, collectionId, selection: { ...ALL, paths: ['one.pdf'] } });
    expect(text).toContain('## one.pdf p. 1 (whole)\n\n```\nA single page.\n```\n');
  });

  it('does not mistake a line of a document for a mark', async () => {
    const { engine, id: collectionId } = await makeFilled({ 'a.pdf': makePages(['First page.', '[p. 9]']) });
    expect(await readOne(engine, collectionId)).toContain('[p. 1]\nFirst page.\n\n[p. 2]\n\\[p. 9]\n');
  });

  it('has the same pages with masked secrets, and the ranges of its chunks for an import', async () => {
    const pages = ['First page.', `The key is ${TOKEN} here.`, 'Third page.'];
    const { engine, id: collectionId } = await makeFilled({ 'a.pdf': makePages(pages) });
    const selection = { ...ALL, paths: ['a.pdf'] };
    for (const mask of [true, 'collection'] as const) {
      const { text } = await engine.makePack({ ...PACK, collectionId, selection, mask });
      expect(text).toMatch(/\[p\. 2\]\nThe key is \[\[secret:[a-z-]+:1\]\] here\.\n\n\[p\. 3\]\nThird page\./);
    }
    const file = await engine.exportArtifact(collectionId, 'index.json');
    expect(JSON.parse(await file.text()).chunks[0]).toMatchObject({ address: 'p. 1…p. 3' });
    const { id } = await engine.importCollection({ file, name: 'again', jobId: 'import' });
    expect(await readOne(engine, id)).toContain('## a.pdf p. 1-3\n\n```\nFirst page.\n');
  });

  it('names the page of a heading in signatures, and in how to cite of llm.md', async () => {
    const text = { text: 'Orchards', x: 50, y: 700, size: 24 };
    const body = (n: number) => ({ text: `The words of page ${n} in small letters.`, x: 50, y: 660 });
    const pdf = makePdf({ pages: [[body(1)], [text, body(2)]], outline: [['Orchards', 1, 700]] });
    const { engine, id: collectionId } = await makeFilled({ 'a.pdf': pdf });
    const signatures = await readArtifact(engine, collectionId, 'signatures.md');
    expect(signatures).toContain('\np. 2 # Orchards\n');
    const guide = await readArtifact(engine, collectionId, 'llm.md');
    expect(guide).toContain('`a.pdf p. 12`');
  });
});
