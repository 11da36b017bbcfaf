import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../../../../src/engine/contract.ts';
import type { Chunk } from '../../../../../../src/model/chunk.ts';
import { parseDocument } from '../../../../../../src/ui/parts/reader/views/document-blocks.ts';
import { findLayout } from '../../../../../../src/ui/parts/reader/views/layout.ts';
import type { Block } from '../../../../../../src/ui/parts/reader/views/prose-blocks.ts';
import { makeDocx } from '../../../../../support/make-document.ts';
import { ingestFiles, makeEngine } from '../../../../../support/make-engine.ts';
import { makeDeck, makeSheets } from '../../../../../support/make-paged.ts';

const paragraph = (text: string, style = '') =>
  `<w:p><w:pPr>${style === '' ? '' : `<w:pStyle w:val="${style}"/>`}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const row = (...cells: string[]) => `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`;
const gapped = Array.from({ length: 60 }, (_, i) => (i === 55 ? [] : [`bird ${i + 1}`, `${i}`]));

const FILES = {
  'report.docx': makeDocx(
    `${paragraph('Birds of the marsh', 'Heading1')}${paragraph('Two lines | one bar.')}<w:tbl>${row('bird', '"eggs"')}${row('grebe', '4')}</w:tbl>${paragraph('The end.')}`,
  ).slice(),
  'deck.pptx': makeDeck(['Wading birds', 'Song birds']),
  'birds.xlsx': makeSheets({
    Birds: gapped,
    Fish: [
      ['name', 'length'],
      ['', '12'],
    ],
  }),
};

/** Two pages of a PDF, as its reader gives them. */
const PAGES = {
  kind: 'document',
  address: 'p. 1-2',
  startLine: 1,
  content: 'The heron stands in shallow water and waits\nfor a fish.\nThen it strikes.\n\nThe egret is white.',
  places: [
    { line: 1, address: 'p. 1' },
    { line: 5, address: 'p. 2' },
  ],
} as unknown as Chunk;

describe('a document in the reader', () => {
  let engine: Engine;
  let id: string;
  beforeAll(async () => {
    engine = (await makeEngine()).engine;
    id = (await engine.createCollection({ name: 'documents' })).id;
    await ingestFiles(engine, id, FILES);
  });

  const read = async (path: string): Promise<Block[]> => {
    const chunks = (await engine.readFile(id, path))?.chunks ?? [];
    const outline = await engine.listOutline(id, path);
    const layout = findLayout(
      path,
      chunks,
      outline.map((heading) => ({ ...heading, line: heading.startLine })),
    );
    return chunks.flatMap(({ content, startLine, context }) =>
      parseDocument(content, startLine, layout, context?.at(-1)),
    );
  };

  it('has headings, paragraphs and tables where the file has them', async () => {
    const blocks = await read('report.docx');
    expect(blocks.map(({ type }) => type)).toEqual(['heading', 'paragraph', 'table', 'paragraph']);
    expect(blocks[2]).toMatchObject({
      head: [[{ text: 'bird' }], [{ text: '"eggs"' }]],
      rows: [[[{ text: 'grebe' }], [{ text: '4' }]]],
    });
  });

  it('has a divider at each slide and page, and joins the lines of a paragraph', async () => {
    const slides = await read('deck.pptx');
    expect(slides.filter(({ type }) => type === 'place')).toMatchObject([{ text: 'slide 1' }, { text: 'slide 2' }]);
    const [first, text, second] = parseDocument(PAGES.content, 1, findLayout('page.pdf', [PAGES], []));
    expect([first, second]).toMatchObject([{ text: 'p. 1' }, { text: 'p. 2' }]);
    const inline = text?.type === 'paragraph' ? text.inline : [];
    expect(inline.map((part) => ('text' in part ? part.text : '\n')).join('')).toBe(
      'The heron stands in shallow water and waits for a fish.\nThen it strikes.',
    );
  });

  it('keeps each line of a table of contents', () => {
    const content =
      '1 Herons . . . . . . . . . 12\n2 Egrets of the marsh.......14\n3 Grebes \u2026\u2026\u2026\u2026\u2026\u2026\u2026\u2026 15';
    const blocks = parseDocument(content, 1, findLayout('page.pdf', [{ ...PAGES, content }], []));
    const inline = blocks.flatMap((block) => (block.type === 'paragraph' ? block.inline : []));
    expect(inline.filter(({ type }) => type === 'break')).toHaveLength(2);
  });

  it('numbers rows as the sheet does, and leaves out numbers that empty rows make unsure', async () => {
    const tables = (await read('birds.xlsx')).filter((block) => block.type === 'table');
    const [first] = tables;
    expect(first).toMatchObject({ head: [[{ text: 'bird 1' }], [{ text: '0' }]], numbers: { head: 1 } });
    const rows = tables.flatMap(({ rows: cells, numbers }) =>
      cells.map((row, i) => ({ cells: row.map(([part]) => part && 'text' in part && part.text), ...numbers?.rows[i] })),
    );
    expect(rows).toHaveLength(59);
    for (const { cells, number } of rows.slice(0, -1))
      if (number !== undefined) expect(cells[0]).toBe(`bird ${number}`);
    expect(rows.filter(({ number }) => number !== undefined).length).toBeGreaterThanOrEqual(51);
    expect(rows.find(({ cells }) => cells[0] === 'bird 57')?.number).toBeUndefined();
    expect(rows.at(-1)).toMatchObject({ cells: ['', '12'], number: 2 });
  });
});
