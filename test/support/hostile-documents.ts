import { deflateSync } from 'node:zlib';
import { toUtf8 } from '../../src/lib/bytes.ts';
import { makeDocx, makeRelations, makeZip, type Parts } from './make-document.ts';

export interface Hostile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A small file that asks for much; `n` is its size, `text` what it holds. */
export type Family = (n: number, text: string) => Hostile;

const docx = (body: string, parts: Readonly<Record<string, string>> = {}): Hostile => ({
  path: 'a.docx',
  bytes: makeDocx(body, parts),
});
const p = (text: string, before = ''): string => `<w:p>${before}<w:r><w:t>${text}</w:t></w:r></w:p>`;
const odf = (format: string, type: string, content: string): Hostile => ({
  path: `a.${format}`,
  bytes: makeZip({ mimetype: `application/vnd.oasis.opendocument.${type}`, 'content.xml': content }),
});
const repeat = (n: number, make: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => make(i)).join('');

function xlsx(rows: string, parts: Parts = {}, sheets = 1): Hostile {
  const names = repeat(sheets, (i) => `<sheet name="S${i}" r:id="r1"/>`);
  return {
    path: 'a.xlsx',
    bytes: makeZip({
      '_rels/.rels': makeRelations([['r', 'officeDocument', 'xl/workbook.xml']]),
      'xl/workbook.xml': `<workbook><sheets>${names}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': makeRelations([
        ['r1', 'worksheet', 's1.xml'],
        ['r2', 'sharedStrings', 'ss.xml'],
        ['r3', 'styles', 'styles.xml'],
      ]),
      'xl/s1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      'xl/_rels/s1.xml.rels': makeRelations([['r1', 'comments', 'comments1.xml']]),
      ...parts,
    }),
  };
}

function epub(chapter: string, { ncx = '', nav = '' } = {}): Hostile {
  const items =
    '<item id="a" href="a.xhtml"/><item id="n" href="n.xhtml" properties="nav"/><item id="t" href="t.ncx" media-type="application/x-dtbncx+xml"/>';
  return {
    path: 'a.epub',
    bytes: makeZip({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml': '<container><rootfile full-path="p.opf"/></container>',
      'p.opf': `<package><manifest>${items}</manifest><spine><itemref idref="a"/></spine></package>`,
      'a.xhtml': `<html><body>${chapter}</body></html>`,
      't.ncx': ncx,
      'n.xhtml': nav,
    }),
  };
}

const rtf = (body: string): Hostile => ({ path: 'a.rtf', bytes: toUtf8(`{\\rtf1 ${body}}`) });

/** Bodies of objects from number 1 on; a stream is a pair of its dictionary and its bytes, deflated as often as it says. */
type PdfObject = string | { readonly dict?: string; readonly data: string; readonly deflated?: number };

function pdf(objects: readonly PdfObject[]): Hostile {
  let text = '%PDF-1.7\n';
  objects.forEach((object, i) => {
    text += `${i + 1} 0 obj\n${typeof object === 'string' ? object : toStream(object)}\nendobj\n`;
  });
  return {
    path: 'a.pdf',
    bytes: Uint8Array.from(Buffer.from(`${text}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\n`, 'latin1')),
  };
}

function toStream({ dict = '', data, deflated = 1 }: Exclude<PdfObject, string>): string {
  let bytes: Uint8Array = Buffer.from(data, 'latin1');
  for (let i = 0; i < deflated; i++) bytes = deflateSync(bytes);
  const filters = '/FlateDecode '.repeat(deflated);
  return `<<${dict}/Length ${bytes.length}/Filter[${filters}]>>stream\n${Buffer.from(bytes).toString('latin1')}\nendstream`;
}

const CATALOG = '<</Type/Catalog/Pages 2 0 R>>';
const HELVETICA = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
const page = (contents: string, rest = ''): string =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F 4 0 R>>${rest}>>/Contents ${contents}>>`;
const say = (text: string): string => `BT /F 10 Tf 50 700 Td (${text}) Tj ET `;

/** One page with object 3 as its page, object 4 as its font and the others from 5 on. */
const onePage = (leaf: string, ...others: readonly PdfObject[]): Hostile =>
  pdf([CATALOG, '<</Type/Pages/Kids[3 0 R]/Count 1>>', leaf, HELVETICA, ...others]);

function cidFont(map: string, widths = ''): Hostile {
  return pdf([
    CATALOG,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    page('5 0 R'),
    '<</Type/Font/Subtype/Type0/BaseFont/X/Encoding 8 0 R/ToUnicode 8 0 R/DescendantFonts[6 0 R]>>',
    { data: 'BT /F 10 Tf 50 700 Td <00410042> Tj ET' },
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/X/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 7 0 R${widths}>>`,
    '<</Type/FontDescriptor/FontName/X/Flags 4/FontBBox[0 0 1 1]/ItalicAngle 0/Ascent 1/Descent 0/CapHeight 1/StemV 1>>',
    {
      dict: '/Type/CMap/CMapName/Q',
      data: `begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ${map} endcmap`,
    },
  ]);
}

const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');
const ranges = (n: number, kind: string, to: string): string =>
  repeat(n, (i) => `1 begin${kind} <${hex(i << 25)}> <${hex((i << 25) + 0xff_ffff)}> ${to} end${kind} `);

/** Repeat: one text that is named again and again. */
const REPEAT: Readonly<Record<string, Family>> = {
  'notes that repeat': (n, text) =>
    docx(`<w:p><w:r>${'<w:footnoteReference w:id="1"/>'.repeat(n)}</w:r></w:p>`, {
      footnotes: `<w:footnotes><w:footnote w:id="1">${p(text)}</w:footnote></w:footnotes>`,
    }),
  'comments in one paragraph': (n, text) =>
    docx(`<w:p><w:r>${'<w:commentReference w:id="1"/>'.repeat(n)}</w:r></w:p>`, {
      comments: `<w:comments><w:comment w:id="1">${p(text)}</w:comment></w:comments>`,
    }),
  'long marks of a list': (n, text) =>
    docx(p('x', '<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>').repeat(n), {
      numbering: `<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:lvlText w:val="${text}%1"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    }),
  'shared strings': (n, text) =>
    xlsx(
      repeat(n, (i) => `<row r="${i + 1}">${'<c t="s"><v>0</v></c>'.repeat(15)}</row>`),
      { 'xl/ss.xml': `<sst><si><t>${text}</t></si></sst>` },
    ),
  'one sheet under many names': (n, text) => xlsx(`<row><c t="str"><v>${text}</v></c></row>`, {}, Math.min(n, 300)),
  'repeated rows and columns': (n, text) =>
    odf(
      'ods',
      'spreadsheet',
      `<table:table table:name="A">${`<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>${text}</text:p></table:table-cell></table:table-row>`.repeat(n)}</table:table>`,
    ),
  'affixes of a list': (n, text) =>
    odf(
      'odt',
      'text',
      `<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-prefix="${text}"/></text:list-style><text:list text:style-name="L">${'<text:list-item><text:p>x</text:p></text:list-item>'.repeat(n)}</text:list>`,
    ),
  'ends of one slide': (n, text) =>
    odf('odp', 'presentation', `<draw:page><text:p>${text.repeat(n)}</text:p>${'</draw:page>'.repeat(n)}`),
  'labels of a book': (n, text) =>
    epub('<p>x</p>', {
      ncx: `<navLabel><text>${text}</text></navLabel>${'<content src="b.xhtml"/>'.repeat(n)}`,
    }),
  'short rows under a wide one': (n, text) => epub(`<table><tr>${'<td>x'.repeat(50)}${`<tr><td>${text}`.repeat(n)}`),
  'links of a book': (n, text) =>
    epub('<p>x</p>', { nav: `<a href="${'x/'.repeat(n)}">${text.repeat(n)}${'</a>'.repeat(n)}` }),
  'one stream named often': (n, text) =>
    onePage(page(`[${'5 0 R '.repeat(n)}]`), { data: `${say('x')}${`% ${text}\n`}` }),
  'pages of one stream': (n, text) =>
    pdf([
      CATALOG,
      `<</Type/Pages/Kids[${repeat(n, (i) => `${i + 5} 0 R `)}]/Count ${n}>>`,
      {
        data: repeat(200, (i) => `BT /F 10 Tf ${(i % 14) * 40} ${((i * 7) % 20) * 39} Td (${i} ${text.length}) Tj ET `),
      },
      HELVETICA,
      ...Array.from({ length: n }, () => page('3 0 R')),
    ]),
};

/** Nest: one thing in another. */
const NEST: Readonly<Record<string, Family>> = {
  'tables without cells': (n, text) => docx(`${'<w:tbl>'.repeat(n)}${p(text).repeat(n)}`),
  'tables in cells': (n, text) =>
    docx(`<w:tbl><w:tr><w:tc>${p(text)}</w:tc><w:tc>`.repeat(n) + '</w:tc></w:tr></w:tbl>'.repeat(n)),
  'boxes in boxes': (n, text) =>
    docx(`<w:p><w:r><w:t>${text}</w:t><w:txbxContent>`.repeat(n) + '</w:txbxContent></w:r></w:p>'.repeat(n)),
  'notes in notes': (n, text) =>
    odf('odt', 'text', `<text:p>${text}<text:note>`.repeat(n) + '</text:note></text:p>'.repeat(n)),
  'lists in lists': (n, text) => odf('odt', 'text', `<text:list><text:list-item><text:p>${text}</text:p>`.repeat(n)),
  'footnotes in footnotes': (n, text) => rtf(`{\\footnote ${text.length}`.repeat(n) + '}'.repeat(n)),
  'tables of a book': (n, text) => epub(`<table><tr><td>${text}<td>`.repeat(n)),
  'tables of passwords in tables': (n, text) => epub(`<table><tr><td>password<td>${text}<tr><td>x<td>`.repeat(n)),
  'forms in forms': (n, text) =>
    onePage(
      page('5 0 R', '/XObject<</X 6 0 R>>'),
      { data: '/X Do /X Do' },
      ...Array.from({ length: Math.min(n, 60) }, (_, i) => ({
        dict: `/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</Font<</F 4 0 R>>/XObject<</X ${i + 7} 0 R>>>>`,
        data: `${say(String(text.length))} /X Do /X Do`,
      })),
    ),
};

/** Range: a few digits that mean millions. */
const RANGE: Readonly<Record<string, Family>> = {
  'cells far to the right': (n, text) =>
    xlsx(repeat(n, (i) => `<row r="${i + 1}"><c r="XFD${i + 1}" t="str"><v>${text}</v></c></row>`)),
  'cells that cover others': (n, text) =>
    epub(`<table>${`<tr><td rowspan=999999999 colspan=999999999>password<td>${text}`.repeat(n)}`),
  'ranges of codes': (n) => cidFont(ranges(n, 'cidrange', '0')),
  'ranges of letters': (n) => cidFont(ranges(n, 'bfrange', '<0041>')),
  'ranges of widths': (n) => cidFont('', `/W[${repeat(n, (i) => `${i} 999999999 500 `)}]`),
  'one code for a long text': (n, text) => {
    const long = Buffer.from(text.repeat(n), 'utf16le').swap16().toString('hex');
    return cidFont(`1 beginbfchar <0041> <${long}> endbfchar`);
  },
  // A promise of pdf.js that nothing listens to is rejected: under Node that ended the process.
  'pages of other generations': (n) => {
    const leaf = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>';
    const kids = `3 0 R 99 0 R ${'4 -1 R '.repeat(n)}5 0 R`;
    return pdf([CATALOG, `<</Type/Pages/Kids[${kids}]/Count ${n + 3}>>`, leaf, leaf, leaf]);
  },
  'pages that are not there': (n) =>
    pdf([CATALOG, `<</Type/Pages/Kids[${'5 0 R '.repeat(n)}]/Count 1000000000>>`, page('6 0 R'), HELVETICA]),
};

/** Expand: little that becomes much. */
const EXPAND: Readonly<Record<string, Family>> = {
  'deflate in deflate': (n, text) =>
    onePage(page('5 0 R'), { data: `${say('x')}${' '.repeat(n * 10_000)}${text.length}`, deflated: 3 }),
  'a page of pieces': (n, text) =>
    onePage(page('5 0 R'), { data: repeat(n, (i) => `BT /F 9 Tf ${i % 600} ${i % 777} Td (${text.length}) Tj ET `) }),
  'annotations and labels': (n) =>
    onePage(
      page('5 0 R').replace('/Contents', `/Annots[${'6 0 R '.repeat(n)}]/Contents`),
      { data: repeat(n, (i) => `BT /F 9 Tf 50 ${700 - (i % 600)} Td (${i}) Tj ET `) },
      '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(value)/Rect[100 0 200 800]>>',
    ),
};

/** Backtrack: texts that patterns try again from every place. */
const BACKTRACK: Readonly<Record<string, Family>> = {
  'spaces before a word': (n) => docx(p(`a${' '.repeat(n)}b`)),
  'bars of empty cells': (n, text) =>
    docx(`<w:tbl><w:tr>${`<w:tc>${p(' ')}</w:tc>`.repeat(n)}<w:tc>${p(text)}</w:tc></w:tr></w:tbl>`),
  'spaces in a cell': (n, text) =>
    docx(`<w:tbl><w:tr><w:tc>${p(`a${' '.repeat(n)}b`)}</w:tc><w:tc>${p(text)}</w:tc></w:tr></w:tbl>`),
  'marks in a heading': (n) => docx(p('[image: '.repeat(n), '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>')),
  'number formats': (n) =>
    xlsx(
      repeat(n, (i) => `<row r="${i + 1}"><c s="${1 + (i % 2)}"><v>5</v></c></row>`),
      {
        // The longest that is read, and a longer one.
        'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="0${'[$'.repeat(127)}"/><numFmt numFmtId="201" formatCode="0${'[$'.repeat(10 * n)}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/><xf numFmtId="201"/></cellXfs></styleSheet>`,
      },
    ),
  'rows with one number': (n, text) =>
    xlsx('<row r="1"/>'.repeat(n), {
      'xl/comments1.xml': repeat(
        Math.min(n, 16_000),
        (i) => `<comment ref="${toLetters(i)}1"><t>${text}</t></comment>`,
      ),
    }),
  'spaces and bars in cells of a book': (n, text) =>
    epub(`<table><tr><td>password<td>a${' '.repeat(n)}b<tr><td>${' | '.repeat(n)}<td>${text}`),
  'spaces of a book': (n) => epub(`<p>a${' '.repeat(n)}b</p><pre>a${' '.repeat(n)}b</pre>`),
};

function toLetters(column: number): string {
  const rest = Math.floor(column / 26) - 1;
  return (rest < 0 ? '' : toLetters(rest)) + String.fromCharCode(65 + (column % 26));
}

export const HOSTILE_FAMILIES: Readonly<Record<string, Readonly<Record<string, Family>>>> = {
  repeat: REPEAT,
  nest: NEST,
  range: RANGE,
  expand: EXPAND,
  backtrack: BACKTRACK,
};
