import { describe, expect, it } from 'vitest';
import { createNumberFormat } from '../../../../src/read/document/office/number-format.ts';
import { openSlides } from '../../../../src/read/document/office/slide-pictures.ts';
import { makeRelations, makeZip, readText } from '../../../support/make-document.ts';
import { makeDeck } from '../../../support/make-paged.ts';

describe('a presentation', () => {
  it('becomes slides in the order they are shown, with notes and tables', async () => {
    const shape = (type: string, ...texts: string[]) =>
      `<p:sp><p:nvSpPr><p:nvPr>${type === '' ? '' : `<p:ph type="${type}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${texts.join('')}</p:txBody></p:sp>`;
    const p = (text: string, level = 0) => `<a:p><a:pPr lvl="${level}"/><a:r><a:t>${text}</a:t></a:r></a:p>`;
    const bytes = makeZip({
      '_rels/.rels': makeRelations([['r', 'officeDocument', 'ppt/presentation.xml']]),
      'ppt/presentation.xml':
        '<p:presentation><p:sldId id="256" r:id="r2"/><p:sldId id="257" r:id="r1"/></p:presentation>',
      'ppt/_rels/presentation.xml.rels': makeRelations([
        ['r1', 'slide', 'slides/s1.xml'],
        ['r2', 'slide', 'slides/s2.xml'],
      ]),
      'ppt/slides/s1.xml': `<p:sld>${shape('', p('caption'))}<a:tbl><a:tr><a:tc>${p('a')}</a:tc><a:tc>${p('b')}</a:tc></a:tr></a:tbl></p:sld>`,
      'ppt/slides/s2.xml': `<p:sld>${shape('body', p('one'), p('two', 1))}${shape('ctrTitle', '<a:p><a:r><a:t>Hel-</a:t></a:r><a:br/><a:r><a:t>lo</a:t></a:r></a:p>')}${shape('sldNum', p('1'))}</p:sld>`,
      'ppt/slides/_rels/s2.xml.rels': makeRelations([
        ['r1', 'notesSlide', '../notes/n.xml'],
        ['r2', 'diagramData', '../diagrams/d.xml'],
      ]),
      'ppt/diagrams/d.xml': `<dgm:dataModel><dgm:ptLst><dgm:pt><dgm:t><a:bodyPr/>${p('in SmartArt')}</dgm:t></dgm:pt><dgm:pt type="pres"/></dgm:ptLst></dgm:dataModel>`,
      'ppt/notes/n.xml': `<p:notes>${shape('sldImg')}${shape('body', p('Speak.'))}</p:notes>`,
    });
    const { text, cuts, title } = await readText('a.pptx', bytes);
    expect(title).toBe('Hello');
    expect(text).toBe('Hello\n\n- one\n  - two\n\nin SmartArt\n\nNotes:\n\nSpeak.\n\ncaption\n\na | b\n');
    expect(cuts.map(({ line, what, name, address }) => [line, what, name, address])).toEqual([
      [1, 'heading', 'Hello', 'slide 1'],
      [12, 'address', 'slide 2', undefined],
    ]);
  });
});

const book = (sheet: string, rest: Record<string, string> = {}) =>
  makeZip({
    '_rels/.rels': makeRelations([['r', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="Budget" r:id="r1"/><sheet name="Old" state="hidden" r:id="r2"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': makeRelations([
      ['r1', 'worksheet', 'worksheets/s1.xml'],
      ['r2', 'worksheet', 'worksheets/s2.xml'],
      ['r3', 'sharedStrings', 'strings.xml'],
      ['r4', 'styles', 'styles.xml'],
    ]),
    'xl/worksheets/s1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    'xl/worksheets/s2.xml': '<worksheet><sheetData><row><c t="str"><v>hidden</v></c></row></sheetData></worksheet>',
    ...rest,
  });

describe('a workbook', () => {
  it('becomes rows as displayed: shared strings, dates, values of formulas, positions of cells', async () => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0&quot; kg&quot;"/></numFmts>
      <cellStyleXfs><xf numFmtId="3"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`;
    const strings = '<sst><si><t>day</t><rPh><t>x</t></rPh></si><si><r><t>wei</t></r><r><t>ght</t></r></si></sst>';
    const sheet = `<row r="3"><c r="A3" t="s"><v>0</v></c><c r="C3" t="s"><v>1</v></c></row>
      <row r="4"><c r="A4" s="1"><v>45000</v></c><c r="C4" s="2"><f>1+2</f><v>3.14</v></c><c r="D4" t="b"><v>1</v></c></row>
      <row r="9"><c r="B9" t="inlineStr"><is><t>in line</t></is></c></row>`;
    const { text, cuts } = await readText(
      'a.xlsx',
      book(sheet, { 'xl/styles.xml': styles, 'xl/strings.xml': strings }),
    );
    expect(text).toBe('Budget\n\nday |  | weight\n3/15/2023 |  | 3.1 kg | TRUE\n| in line\n\n[hidden sheet: Old]\n');
    expect(cuts.map(({ address }) => address)).toEqual(['Budget!4:9']);
  });

  it('has comments in their cells, even if a cell or a whole row has nothing else', async () => {
    const sheet = '<row r="1"><c r="A1" t="str"><v>a</v></c></row><row r="4"><c r="A4" t="str"><v>b</v></c></row>';
    const comment = (cell: string, text: string) =>
      `<comment ref="${cell}" authorId="0"><text><r><t>${text}</t></r><r><t> more</t></r></text></comment>`;
    const { text } = await readText(
      'a.xlsx',
      book(sheet, {
        'xl/worksheets/_rels/s1.xml.rels': makeRelations([['r1', 'comments', '../comments1.xml']]),
        'xl/comments1.xml': `<comments><commentList>${comment('B9', 'last')}${comment('A4', 'on b')}${comment('C1', 'aside')}${comment('B2', 'alone')}${comment('no', 'lost')}</commentList></comments>`,
      }),
    );
    expect(text).toBe(
      'Budget\n\na |  | [comment: aside more]\n| [comment: alone more]\nb [comment: on b more]\n| [comment: last more]\n\n[hidden sheet: Old]\n',
    );
  });

  it('is cut into ranges of fifty rows, halved while they are too long, with the first row in the first', async () => {
    const rows = (count: number, chars: number) =>
      Array.from(
        { length: count },
        (_, i) => `<row r="${i + 1}"><c t="str"><v>${'x'.repeat(chars)}</v></c></row>`,
      ).join('');
    const short = await readText('a.xlsx', book(rows(121, 3)));
    expect(short.cuts.map(({ name, address }) => address ?? name)).toEqual([
      'Budget!2:51',
      'Budget!52:101',
      'Budget!102:121',
    ]);
    const long = await readText('a.xlsx', book(rows(51, 150)));
    expect(long.cuts.map(({ name, address }) => address ?? name)).toEqual(['Budget!2:26', 'Budget!27:51']);
  });

  it('keeps the start of a cell that is longer than Excel allows, and the cells after it', async () => {
    const long = 'a'.repeat(40_000);
    const { text, warnings } = await readText(
      'a.xlsx',
      book(`<row r="1"><c t="str"><v>${long}</v></c><c t="str"><v>next</v></c></row>`),
    );
    expect(text).toMatch(/a{32767} \| next/);
    expect(warnings).toMatchObject([{ code: 'max-chunks', limit: 32_767, actual: 40_000 }]);
  });

  it('says how many rows were omitted', async () => {
    const row = '<row><c t="str"><v>x</v></c></row>';
    const { warnings, text } = await readText('a.xlsx', book(row.repeat(100_050)), 10_000_000);
    expect(warnings).toMatchObject([{ code: 'max-chunks', limit: 100_000, actual: 100_050 }]);
    expect(text.match(/^x$/gm)).toHaveLength(100_000);
  });
});

describe('a number of a sheet', () => {
  const cases: readonly (readonly [number, string, string])[] = [
    [1234.5, '', '1234.5'],
    [0.1 + 0.2, 'General', '0.3'],
    [1e21, 'General', '1E+21'],
    [1234.567, '#,##0.00', '1,234.57'],
    [-5, '#,##0;(#,##0)', '(5)'],
    [-5, '0.0', '-5.0'],
    [0, '0;-0;"none"', 'none'],
    [0.256, '0.0%', '25.6%'],
    [1500000, '0.0,,"M"', '1.5M'],
    [7, '000', '007'],
    [0.5, '#.##', '.5'],
    [12345, '0.00E+00', '1.23E+04'],
    [9.5, '[$€-407] #,##0.00', '€ 9.50'],
    [3, '_(* #,##0_);_(* (#,##0)', '3'],
    [45000.75, 'yyyy-mm-dd hh:mm', '2023-03-15 18:00'],
    [45000.75, 'd. mmmm yy, h:mm AM/PM', '15. March 23, 6:00 PM'],
    [1.5, '[h]:mm:ss', '36:00:00'],
    [60, 'd/m/yyyy', '29/2/1900'],
    [1, 'ddd d mmm yyyy', 'Sun 1 Jan 1900'],
    [-1, 'yyyy', '-1'],
    [0.00001157407, 'mm:ss.00', '00:01.00'],
  ];
  it.each(cases)('%f as %s is %s', (value, code, shown) => {
    expect(createNumberFormat(code, { is1904: false })(value)).toBe(shown);
  });

  it('counts days from 1904 if the workbook does', () => {
    expect(createNumberFormat('yyyy-mm-dd', { is1904: true })(0)).toBe('1904-01-01');
  });
});

describe('the pictures of a presentation', () => {
  it('are those of their slide; a slide without any, or that is not there, has none', async () => {
    const read = await openSlides(makeDeck(['one', 'two'], { 2: new Uint8Array([1, 2, 3]) }));
    const sizes = await Promise.all([1, 2, 3].map(async (slide) => (await read(slide)).map(({ size }) => size)));
    expect(sizes).toEqual([[], [3], []]);
  });
});
