import { toUtf8 } from '../../src/lib/bytes.ts';
import { makeRelations, makeZip, type Parts } from './make-document.ts';
import { makePdf } from './make-pdf.ts';

const CORE = '<cp:coreProperties><dc:title>The yearbook</dc:title></cp:coreProperties>';
const p = (text: string, before = ''): string => `<w:p>${before}<w:r><w:t>${text}</w:t></w:r></w:p>`;
const cell = (text: string): string => `<w:tc>${p(text)}</w:tc>`;
const office = (type: string, body: string, rest: Parts = {}): Parts => ({
  mimetype: `application/vnd.oasis.opendocument.${type}`,
  'content.xml': `<office:document-content><office:automatic-styles><style:style style:name="P1" style:parent-style-name="Title"/></office:automatic-styles><office:body>${body}</office:body></office:document-content>`,
  'meta.xml': '<office:meta><dc:title>The yearbook</dc:title></office:meta>',
  ...rest,
});
const odfCell = (text: string): string => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
const odfTable = `<table:table table:name="Birds"><table:table-row>${odfCell('bird')}${odfCell('eggs')}</table:table-row><table:table-row table:number-rows-repeated="3">${odfCell('grebe')}<table:table-cell office:value-type="float" office:value="4"/></table:table-row></table:table>`;
const slide = (title: string, text: string): string =>
  `<p:sld><p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${title}</a:t></a:r></a:p></p:txBody></p:sp><p:sp><p:nvSpPr><p:nvPr><p:ph type="body"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:pPr lvl="1"/><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp></p:sld>`;

/** One small document of each zipped format, by its parts: styles, lists, tables, notes, dates, hidden content. */
export const TINY_PARTS: Readonly<Record<string, Parts>> = {
  docx: {
    '_rels/.rels': makeRelations([
      ['r1', 'officeDocument', 'word/document.xml'],
      ['r2', 'metadata/core-properties', 'docProps/core.xml'],
    ]),
    'docProps/core.xml': CORE,
    'word/_rels/document.xml.rels': makeRelations([
      ['r1', 'styles', 'styles.xml'],
      ['r2', 'footnotes', 'footnotes.xml'],
      ['r3', 'numbering', 'numbering.xml'],
    ]),
    'word/styles.xml':
      '<w:styles><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style><w:style w:styleId="A"><w:basedOn w:val="H1"/></w:style></w:styles>',
    'word/numbering.xml':
      '<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>',
    'word/footnotes.xml': `<w:footnotes><w:footnote w:id="2">${p('A note — naïve 日本.')}</w:footnote></w:footnotes>`,
    'word/document.xml': `<w:document><w:body>${p('Wading birds', '<w:pPr><w:pStyle w:val="H1"/></w:pPr>')}${p('one', '<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>')}<w:p><w:r><w:t>See</w:t><w:footnoteReference w:id="2"/></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p><w:tbl><w:tr>${cell('bird')}${cell('eggs')}</w:tr><w:tr>${cell('grebe')}${cell('4')}</w:tr></w:tbl></w:body></w:document>`,
  },
  xlsx: {
    '_rels/.rels': makeRelations([['r', 'officeDocument', 'xl/workbook.xml']]),
    'docProps/core.xml': CORE,
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="Birds" r:id="r1"/><sheet name="Old" state="hidden" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': makeRelations([
      ['r1', 'worksheet', 'worksheets/s1.xml'],
      ['r2', 'sharedStrings', 'strings.xml'],
      ['r3', 'styles', 'styles.xml'],
    ]),
    'xl/strings.xml': '<sst><si><t>bird</t></si><si><r><t>eg</t></r><r><t>gs</t></r></si></sst>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="#,##0.00;[Red](0.0)"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    'xl/worksheets/s1.xml':
      '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row r="2"><c r="A2" s="1"><v>45000.5</v></c><c r="C2" s="2"><f>1+2</f><v>-1234.5</v></c><c r="D2" t="b"><v>1</v></c></row></sheetData></worksheet>',
  },
  pptx: {
    '_rels/.rels': makeRelations([['r', 'officeDocument', 'ppt/presentation.xml']]),
    'docProps/core.xml': CORE,
    'ppt/presentation.xml':
      '<p:presentation><p:sldId id="256" r:id="r2"/><p:sldId id="257" r:id="r1"/></p:presentation>',
    'ppt/_rels/presentation.xml.rels': makeRelations([
      ['r1', 'slide', 'slides/s1.xml'],
      ['r2', 'slide', 'slides/s2.xml'],
    ]),
    'ppt/slides/s1.xml': slide('Grebes', 'Four eggs'),
    'ppt/slides/s2.xml': slide('Herons', 'Stand &amp; wait'),
    'ppt/slides/_rels/s2.xml.rels': makeRelations([['r1', 'notesSlide', '../notes/n.xml']]),
    'ppt/notes/n.xml': slide('', 'Speak slowly.'),
  },
  odt: office(
    'text',
    `<text:h text:outline-level="1">Wading birds</text:h><text:p text:style-name="P1">See<text:s text:c="3"/><text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>A note.</text:p></text:note-body></text:note></text:p><text:list><text:list-item><text:p>one</text:p></text:list-item></text:list>${odfTable}`,
  ),
  ods: office('spreadsheet', odfTable),
  odp: office(
    'presentation',
    '<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>Grebes</text:p></draw:text-box></draw:frame><presentation:notes><draw:frame><draw:text-box><text:p>Say it.</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>',
  ),
  epub: {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfile full-path="OPS/book.opf"/></container>',
    'OPS/book.opf':
      '<package><metadata><dc:title>The yearbook</dc:title></metadata><manifest><item id="a" href="a.xhtml"/><item id="n" href="nav.xhtml" properties="nav"/></manifest><spine><itemref idref="a"/></spine></package>',
    'OPS/nav.xhtml': '<html><nav><a href="a.xhtml">Opening</a></nav></html>',
    'OPS/a.xhtml':
      '<html><body><h1>Grebes</h1><p>Four &amp; more &eacute;ggs.</p><pre>a\n  b</pre><table><tr><td>a</td><td>b</td></tr></table></body></html>',
  },
};

const line = (text: string, y: number, x = 50, size = 10) => ({ text, x, y, size });
const column = (words: string, x: number) =>
  Array.from({ length: 12 }, (_, i) => line(`${words} line ${i}, which goes on`, 680 - i * 14, x));

/** One small document of each format, by name. */
export const TINY_DOCUMENTS: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  ...Object.fromEntries(
    Object.entries(TINY_PARTS).map(([format, parts]) => [`tiny.${format}`, makeZip(parts).slice()]),
  ),
  'tiny.pdf': makePdf({
    title: 'The yearbook',
    pages: [
      [line('Grebes and herons', 740, 50, 18), ...column('left', 50), ...column('right', 330), line('page 1', 30)],
      [...column('second', 50), line('page 2', 30)],
      [line('An inter-', 700), line('rupted word (and more)', 686), line('page 3', 30)],
    ],
    outline: [['Grebes', 0, 750]],
  }),
  'tiny.rtf': toUtf8(
    "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset204 B;}}{\\stylesheet{\\s1 heading 1;}}{\\info{\\title The yearbook}}\\pard\\s1 Grebes\\par\\pard na\\'efve {\\f1\\'cf\\'f0} \\u8364?5{\\footnote A note.}\\par\\trowd\\intbl bird\\cell eggs\\cell\\row\\intbl grebe\\cell 4\\cell\\row\\pard End.\\par}",
  ),
};

const notebook = {
  cells: [{ cell_type: 'markdown', source: ['# Quince'] }],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
};

/** A file for each reader, to be in hand when a tab crashes. */
export const KILLERS: Readonly<Record<string, Uint8Array<ArrayBuffer> | string>> = {
  ...Object.fromEntries(Object.entries(TINY_DOCUMENTS).map(([name, bytes]) => [name.replace('tiny', 'killer'), bytes])),
  'killer.ipynb': JSON.stringify(notebook),
  'killer.py': 'def quince():\n    pass\n',
  'killer.html': '<h1>Quince</h1>',
  'killer.yaml': 'quince: yellow\n',
  'killer.md': '# Quince\n',
};
