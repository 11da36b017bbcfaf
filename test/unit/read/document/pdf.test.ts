import { describe, expect, it } from 'vitest';
import { addAnnotations, toPageLines } from '../../../../src/read/document/pdf/page-lines.ts';
import { createPdfReader } from '../../../../src/read/document/pdf/read-pdf.ts';
import { readDocument } from '../../../../src/read/document/read-document.ts';
import { readText } from '../../../support/make-document.ts';
import { makePdf, type PdfText } from '../../../support/make-pdf.ts';
import { nodePdf } from '../../../support/node-pdf.ts';

const paragraph = (...lines: string[]): PdfText[] => lines.map((text, i) => ({ text, x: 50, y: 700 - i * 12 }));

const box = { view: [0, 0, 600, 800], rotate: 0 };
const put = (str: string, x: number, width: number) => ({
  str,
  transform: [10, 0, 0, 10, x, 700],
  width,
  dir: 'ltr',
  hasEOL: false,
});

describe('a PDF', () => {
  it('of pages without text says so', async () => {
    const { warnings } = await readText('scan.pdf', makePdf({ pages: [[], []] }));
    expect(warnings.map(({ code }) => code)).toEqual(['no-text']);
  });

  it.each([
    ['Untitled', undefined],
    ['Microsoft Word - Document1', undefined],
    ['Microsoft Word - 102314.docx', undefined],
    ['Enscript Output', undefined],
    ['?????', undefined],
    ['a', undefined],
    ['doi:10.1016/j.tcs.2003.05.002', undefined],
    ['icfp97.dvi', undefined],
    ['paper', undefined],
    ['<b>Bold</b> words of it', undefined],
    ['Proceedings Template - WORD', undefined],
    ['A title that no page has', undefined],
    ['Microsoft PowerPoint - Yearly update.pptx', 'Yearly update'],
    ['LNCS 4297 - An introduction to software', 'An introduction to software'],
    ['An intro-\nduction to software', 'An introduction to software'],
  ])('with the title %j has the title %j', async (given, wanted) => {
    const { title } = await readText(
      'a.pdf',
      makePdf({ pages: [paragraph('Words, as the yearly update and an introduction to software say.')], title: given }),
    );
    expect(title).toBe(wanted);
  });

  it('has an address for each page, and joins hyphenated words', async () => {
    const pages = [paragraph('The exam-', 'ple of a well-', 'Known word.'), paragraph('Second page of the paper.')];
    const { text, cuts, title } = await readText('a.pdf', makePdf({ pages, title: 'The paper' }));
    expect(text).toBe('The example\nof a well-\nKnown word.\n\nSecond page of the paper.\n');
    expect(cuts.map(({ line, name }) => [line, name])).toEqual([
      [1, 'p. 1'],
      [5, 'p. 2'],
    ]);
    expect(title).toBe('The paper');
  });

  it('is read column by column in any written order, below lines that span the columns', async () => {
    const column = (x: number, word: string) =>
      [0, 1, 2].map((i) => ({ text: `${word} ${i} of the column of this page`, x, y: 600 - i * 12 }));
    const page = [
      ...column(320, 'right'),
      ...column(50, 'left'),
      { text: `The title across ${'both columns '.repeat(5)}`, x: 50, y: 700 },
    ];
    const { text } = await readText('a.pdf', makePdf({ pages: [page] }));
    expect(
      text
        .split('\n')
        .map((line) => line.slice(0, 7))
        .filter(Boolean),
    ).toEqual(['The tit', 'left 0 ', 'left 1 ', 'left 2 ', 'right 0', 'right 1', 'right 2']);
  });

  it('omits headers and footers that most pages have, and keeps the only line of a page', async () => {
    const page = (i: number, body: string) => [
      { text: 'Report of the year', x: 50, y: 780 },
      ...paragraph(body),
      { text: `Page ${i} of 4`, x: 50, y: 20 },
    ];
    const pages = [
      page(1, 'Alpha.'),
      page(2, 'Beta.'),
      page(3, 'Gamma.'),
      [{ text: 'Report of the year', x: 50, y: 780 }],
    ];
    expect((await readText('a.pdf', makePdf({ pages }))).text).toBe(
      'Alpha.\n\nBeta.\n\nGamma.\n\nReport of the year\n',
    );
  });

  it('omits the head of a chapter of two pages, by its page number', async () => {
    const page = (i: number) => [
      { text: `${['Birds', 'Fish', 'Moss'][i >> 1]} in autumn ${i + 3}`, x: 50, y: 780 },
      ...paragraph(`Body ${'abcdef'[i]}.`, `More ${'abcdef'[i]}.`),
    ];
    const { text } = await readText('a.pdf', makePdf({ pages: [0, 1, 2, 3, 4, 5].map(page) }));
    expect(text).not.toContain('autumn');
    expect(text.match(/Body/g)).toHaveLength(6);
  });

  it('keeps lines that only look alike: numbers that do not grow with the page, words in other places', async () => {
    const page = (i: number) => [
      { text: `Total: ${[840, 12, 77, 4][i]}`, x: 50, y: 780 },
      ...paragraph(`Body ${i}.`, 'Signed by all', 'and dated'),
      { text: 'Signed by all', x: 50, y: 600 - i * 80 },
    ];
    const { text } = await readText('a.pdf', makePdf({ pages: [0, 1, 2, 3].map(page) }));
    expect(text.match(/Total: \d+/g)).toEqual(['Total: 840', 'Total: 12', 'Total: 77', 'Total: 4']);
    expect(text.match(/Signed by all/g)).toHaveLength(8);
  });

  it('is read from the right for right-to-left text, with left-to-right runs and plain letters', () => {
    const item = (str: string, x: number, width: number, dir = 'rtl') => ({ ...put(str, x, width), dir });
    const read = (...items: ReturnType<typeof item>[]) => toPageLines(items, box).map(({ text }) => text);
    // A ligature of two letters keeps their order; a gap is a space.
    expect(read(item('\ufedd\ufee0', 10, 20), item('\u0627\ufccb\ufec4', 35, 40))).toEqual([
      '\u0627\u0644\u062e\u0637 \u0644\u0644',
    ]);
    // Left-to-right words between right-to-left ones keep their order.
    const mixed = [
      item('\u05d0\u05d1\u05d2\u05d3\u05d4\u05d5', 60, 40),
      item('to', 20, 10, 'ltr'),
      item('Go', 8, 10, 'ltr'),
    ];
    expect(read(...mixed, item('\u05d6\u05d7\u05d8\u05d9', 0, 6))).toEqual([
      '\u05d0\u05d1\u05d2\u05d3\u05d4\u05d5 Go to \u05d6\u05d7\u05d8\u05d9',
    ]);
  });

  it('combines accents with their letters, which TeX draws separately, but not apostrophes', () => {
    const read = (...items: ReturnType<typeof put>[]) => toPageLines(items, box).map(({ text }) => text);
    expect(
      read(put('utiliza\u00b8', 0, 40), put('c\u02dc', 36, 9), put('ao poss\u00b4', 40, 50), put('\u0131vel', 86, 20)),
    ).toEqual(['utiliza\u00e7\u00e3o poss\u00edvel']);
    expect(read(put('m\u02c6es don\u00b4t it\u00b4s', 0, 40))).toEqual(['m\u00eas don\u00b4t it\u00b4s']);
    expect(read(put('say `', 0, 40), put('hello', 41, 9))).toEqual(['say `hello']);
  });

  it('separates the number of a note from its word, but not the exponent of a unit', () => {
    const raised = (str: string, x: number) => ({ ...put(str, x, 4), transform: [6, 0, 0, 6, x, 704] });
    const read = (...items: ReturnType<typeof put>[]) => toPageLines(items, box).map(({ text }) => text);
    expect(read(put('a widget', 0, 40), raised('12', 40), put(' of 5 km', 44, 40), raised('2', 84))).toEqual([
      'a widget 12 of 5 km2',
    ]);
    expect(read(raised('1', 0), put('Another', 4, 40))).toEqual(['1 Another']);
  });

  it('ends a line where the next text is elsewhere on the page, also without a mark of its end', () => {
    const at = (str: string, y: number) => ({ ...put(str, 0, 90), transform: [10, 0, 0, 10, 50, y] });
    const lines = toPageLines([at('The conference is sponsored by Herons', 40), at('A Simpler Pond', 700)], box);
    expect(lines.map(({ text }) => text)).toEqual(['The conference is sponsored by Herons', 'A Simpler Pond']);
  });

  it('has form values after their labels, as displayed, and all options of a list but no password', () => {
    const label = (text: string, y: number) => ({ text, x: 50, y: 800 - y, right: 90, height: 10 });
    const field = (y: number, more: object) => ({ subtype: 'Widget', rect: [100, y - 3, 200, y + 12], ...more });
    const lines = addAnnotations(
      [label('Base', 700), label('Percent', 680)],
      [
        field(700, { fieldType: 'Tx', fieldValue: '302.8', textContent: ['302,80'] }),
        field(680, { fieldType: 'Ch', fieldValue: ['b'], combo: true, options: [{ displayValue: 'a' }] }),
        field(500, {
          fieldType: 'Ch',
          fieldValue: [],
          combo: false,
          options: [{ displayValue: 'x' }, { displayValue: 'y' }],
        }),
        field(400, { fieldType: 'Tx', fieldValue: 'secret', password: true }),
      ],
      box,
    );
    expect(lines.map(({ text }) => text)).toEqual(['Base 302,80', 'Percent b', 'x\ny']);
  });

  it('has the headings of its bookmarks, with the page as address', async () => {
    const pages = [paragraph('Opening words.', 'More of them.'), paragraph('2. The method', 'Text.')];
    const outline = [
      ['Start', 0, 705],
      ['The method', 1, 705],
    ] as const;
    const { cuts } = await readText('a.pdf', makePdf({ pages, outline }));
    expect(cuts).toEqual([
      { line: 1, level: 1, what: 'heading', name: 'Start', address: 'p. 1' },
      { line: 4, level: 1, what: 'heading', name: 'The method', address: 'p. 2' },
    ]);
  });

  it('without bookmarks has headings by size, where that is clear', async () => {
    const body = Array.from({ length: 20 }, (_, i) => `Line ${i} of the text, which is as long as others are.`);
    const page = [
      { text: 'A title in sev-', x: 50, y: 760, size: 20 },
      { text: 'eral lines', x: 50, y: 738, size: 20 },
      { text: 'Section', x: 50, y: 720, size: 14 },
      ...paragraph(...body),
    ];
    const { cuts, title } = await readText('a.pdf', makePdf({ pages: [page] }));
    expect(cuts.map(({ level, name, address }) => [level, name, address])).toEqual([
      [1, 'A title in several lines', 'p. 1'],
      [2, 'Section', 'p. 1'],
    ]);
    expect(title).toBe('A title in several lines');
    const poster = [{ text: 'Poster', x: 50, y: 700, size: 60 }];
    expect((await readText('a.pdf', makePdf({ pages: [page, poster] }))).title).toBe('A title in several lines');
    const wide = [
      { text: 'A STUDY OF WORDS IN', x: 50, y: 780, size: 14 },
      { text: 'DOUBLE SPACING', x: 50, y: 751, size: 14 },
      { text: 'Thesis format: monograph', x: 50, y: 722, size: 14 },
      ...paragraph(...body),
    ];
    expect((await readText('a.pdf', makePdf({ pages: [wide] }))).title).toBe('A STUDY OF WORDS IN DOUBLE SPACING');
    const section = [{ text: '1 Introduction', x: 50, y: 760, size: 20 }, ...paragraph(...body)];
    expect((await readText('a.pdf', makePdf({ pages: [section] }))).title).toBeUndefined();
  });

  it('states its title, authors, year and DOI on the first page, below the name of the journal and without marks', async () => {
    const page = [
      { text: 'Journal of Things, Volume 3', x: 50, y: 780, size: 24 },
      { text: 'Vectors: A Study*', x: 50, y: 740, size: 18 },
      { text: 'Ada Byron* and Charles Babbage', x: 50, y: 715, size: 12 },
      { text: 'University of Somewhere', x: 50, y: 702 },
      ...paragraph('Abstract', 'It says what it says, at some length, for the reader.').map((line) => ({
        ...line,
        y: line.y - 40,
      })),
      { text: '(c) 1998 by the authors. https://doi.org/10.1000/182.', x: 50, y: 30, size: 8 },
    ];
    const pdf = makePdf({ pages: [page], title: 'vectors.dvi' });
    const read = await readDocument({
      path: 'a.pdf',
      bytes: pdf,
      maxTextBytes: 1e6,
      targetChars: 4_000,
      pdfReader: nodePdf,
    });
    expect(read.title).toBe('Vectors: A Study');
    expect(read.document).toEqual({ authors: ['Ada Byron', 'Charles Babbage'], year: 1998, doi: '10.1000/182' });
  });

  it('whose text could not be decoded says which pages, and has no words of them', async () => {
    const noise = paragraph(...Array.from({ length: 8 }, (_, i) => `qz#%xk!w${i} zq]v\\~xw kz^q xz|wq }zk{x qwzx`));
    const words = paragraph('This page can be read by people and by programs alike, as all the others should be.');
    const read = async (...pages: PdfText[][]) =>
      readDocument({
        path: 'a.pdf',
        bytes: makePdf({ pages }),
        maxTextBytes: 1e6,
        targetChars: 4_000,
        pdfReader: nodePdf,
      });
    const some = await read(words, noise, []);
    expect(some.document).toEqual({ scannedPages: [3], undecodedPages: [2] });
    expect(new TextDecoder().decode(some.bytes)).not.toContain('qz');
    expect(some.warnings?.map(({ code, actual }) => [code, actual])).toEqual([['undecoded-text', 1]]);
    // A page of a few characters is judged by the others.
    expect((await read(noise, noise, paragraph('~z#'))).bytes).toHaveLength(0);
  });

  it('is read through glyph names that are numbers of characters', async () => {
    const encoding = '<</Type/Encoding/Differences[65/72/105]>>';
    expect((await readText('a.pdf', makePdf({ pages: [paragraph('AB')], encoding }))).text).toBe('Hi\n');
  });

  it('omits heads of left and right pages and of chapters', async () => {
    const page = (i: number) => [
      { text: i % 2 === 0 ? `${i + 1} The book` : `Chapter ${i < 6 ? 'one' : 'two'} ${i + 1}`, x: 50, y: 780 },
      ...paragraph(`Body ${'abcdefghijkl'[i]}.`, 'More of it.'),
    ];
    const { text } = await readText('a.pdf', makePdf({ pages: Array.from({ length: 12 }, (_, i) => page(i)) }));
    expect(text).not.toMatch(/The book|Chapter/);
    expect(text.match(/Body/g)).toHaveLength(12);
  });

  it('keeps the hyphen of a broken word that the document has with it elsewhere', async () => {
    const page = paragraph(
      'A peer-to-peer system and a well-',
      'known one, as well-known as any sys-',
      'tem of peer-to-',
      'peer kind.',
    );
    const { text } = await readText('a.pdf', makePdf({ pages: [page] }));
    expect(text).toBe(
      'A peer-to-peer system and a well-known\none, as well-known as any system\nof peer-to-peer\nkind.\n',
    );
  });

  it('has no headings that are formulas', async () => {
    const body = Array.from({ length: 20 }, (_, i) => `Line ${i} of the text, which is as long as others are.`);
    const page = [{ text: 'xy = (a + bc) / 2d', x: 50, y: 760, size: 20 }, ...paragraph(...body)];
    const { cuts } = await readText('a.pdf', makePdf({ pages: [page] }));
    expect(cuts.map(({ what }) => what)).toEqual(['address']);
  });

  it('is refused when damaged, and read as far as possible when only its end is damaged', async () => {
    const bytes = makePdf({ pages: [paragraph('Whole.')] });
    expect((await readText('a.pdf', new TextEncoder().encode('%PDF-1.7\nnothing'))).refused).toBe('unreadable');
    expect((await readText('a.pdf', bytes.slice(0, -30))).text).toBe('Whole.\n');
  });

  it('under another name is read by its bytes, with a warning', async () => {
    const { text, warnings } = await readText('a.docx', makePdf({ pages: [paragraph('Words.')] }));
    expect([text, warnings[0]?.message]).toEqual([
      'Words.\n',
      'The name says docx, but the file is pdf; it was read as that.',
    ]);
  });

  it('waits when its reader cannot be loaded, and retries the next time', async () => {
    let asked = 0;
    const missing = async (): Promise<never> => {
      asked++;
      throw new TypeError('offline');
    };
    const pdfReader = createPdfReader({ library: missing, maps: missing, listenForRejections: () => () => undefined });
    const input = { path: 'a.pdf', bytes: makePdf({ pages: [] }), maxTextBytes: 1000, targetChars: 100, pdfReader };
    for (const times of [1, 2]) {
      await expect(readDocument(input)).rejects.toMatchObject({ code: 'read/reader-missing' });
      expect(asked).toBe(times);
    }
  });
});
