import { toUtf8 } from '../../../src/lib/bytes.ts';
import { makeDocx, makeRelations, makeZip } from '../../support/make-document.ts';
import { makePdf } from '../../support/make-pdf.ts';

export type Rows = readonly (readonly string[])[];

const toXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const each = (rows: Rows, toCell: (text: string) => string, toRow: (cells: string) => string): string =>
  rows.map((cells) => toRow(cells.map((text) => toCell(toXml(text))).join(''))).join('');
const odfTable = (rows: Rows): string =>
  `<table:table table:name="Access">${each(
    rows,
    (text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`,
    (cells) => `<table:table-row>${cells}</table:table-row>`,
  )}</table:table>`;
const odf = (type: string, body: string): Uint8Array<ArrayBuffer> =>
  makeZip({
    mimetype: `application/vnd.oasis.opendocument.${type}`,
    'content.xml': `<office:document-content><office:body>${body}</office:body></office:document-content>`,
  }).slice();
const html = (rows: Rows): string =>
  `<table>${each(
    rows,
    (text) => `<td>${text}</td>`,
    (cells) => `<tr>${cells}</tr>\n`,
  )}</table>`;

const bars = (rows: Rows, afterHeader: string, afterRow = ''): string =>
  rows.map((cells, i) => `| ${cells.join(' | ')} |\n${i === 0 ? afterHeader : afterRow}`).join('');

/** A workbook of one sheet; `formats` are number formats that cells `#n:value` refer to by their place. */
export function makeXlsx(rows: Rows, formats: readonly string[] = []): Uint8Array<ArrayBuffer> {
  const toCell = (text: string): string => {
    const styled = /^#(\d+):(.*)$/.exec(text);
    if (styled) return `<c s="${Number(styled[1]) + 1}"><v>${styled[2]}</v></c>`;
    return /^\d+$/.test(text) ? `<c><v>${text}</v></c>` : `<c t="str"><v>${text}</v></c>`;
  };
  const codes = formats.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${toXml(code)}"/>`);
  const styles = formats.map((_, i) => `<xf numFmtId="${164 + i}"/>`);
  return makeZip({
    '_rels/.rels': makeRelations([['r', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': '<workbook><sheets><sheet name="Access" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': makeRelations([
      ['r1', 'worksheet', 'worksheets/s1.xml'],
      ['r2', 'styles', 'styles.xml'],
    ]),
    'xl/styles.xml': `<styleSheet><numFmts>${codes.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/s1.xml': `<worksheet><sheetData>${each(rows, toCell, (cells) => `<row>${cells}</row>`)}</sheetData></worksheet>`,
  }).slice();
}

/** The same table in each format that has tables, by the end of its file's name. */
export const TABLE_MAKERS: Readonly<Record<string, (rows: Rows) => string | Uint8Array<ArrayBuffer>>> = {
  md: (rows) =>
    rows
      .flatMap((cells, i) => [
        `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`,
        ...(i === 0 ? [`|${cells.map(() => '---|').join('')}`] : []),
      ])
      .join('\n'),
  csv: (rows) => rows.map((cells) => cells.map(toCsvCell).join(',')).join('\r\n'),
  tsv: (rows) => rows.map((cells) => cells.join('\t')).join('\n'),
  html,
  'header.html': (rows) => html(rows).replace(/<tr>.*/, (row) => `<thead>${row.replaceAll('td>', 'th>')}</thead>`),
  'paragraphs.html': (rows) =>
    html(rows)
      .replaceAll('<td>', '<td><p>')
      .replaceAll('</td>', '</p></td>')
      .replace('<table>', '<table><tr><td colspan="4">Access</td></tr>'),
  'presentation.html': (rows) => html(rows).replace('<table>', '<table role="presentation">'),
  'pre.html': ([header = [], ...rows]) =>
    html([header, ...rows.map((cells) => cells.map((text) => `${text}\nsince then`))])
      .replaceAll('<td>', '<td><pre>')
      .replaceAll('</td>', '</pre></td>'),
  'quote.html': (rows) =>
    html(rows).replaceAll('<td>', '<td><blockquote><h4>').replaceAll('</td>', '</h4></blockquote></td>'),
  'nested.html': (rows) =>
    html(rows).replaceAll('<td>', '<td><table><tr><td>').replaceAll('</td>', '</td></tr></table></td>'),
  'roles.html': (rows) =>
    html(rows)
      .replace(/<(\/?)table>/g, (_, end) => (end ? '</div>' : '<div role="table">'))
      .replace(/<(\/?)(tr|td)>/g, (_, end, tag) => (end ? '</div>' : `<div role="${tag === 'tr' ? 'row' : 'cell'}">`)),
  'html.md': (rows) => `# Access\n\n${html(rows)}`,
  org: (rows) => `* Access\n\n${bars(rows, '|---+---|\n')}`,
  rst: (rows) => `Access\n======\n\n+---+---+\n${bars(rows, '+===+===+\n', '+---+---+\n')}`,
  'list.rst': (rows) =>
    `.. list-table:: Access\n   :header-rows: 1\n\n${rows.map((cells) => `   * - ${cells.map(toLines).join('\n     - ')}\n`).join('')}`,
  'csv.rst': ([header = [], ...rows]) =>
    `.. csv-table:: Access\n   :header: ${header.join(', ')}\n\n${rows.map((cells) => `   ${cells.map(toCsvCell).join(', ')}\n`).join('')}`,
  sql: ([header = [], ...rows]) =>
    `INSERT INTO access (${header.join(', ')}) VALUES\n${rows.map((cells) => `(${cells.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ')})`).join(',\n')};\n`,
  adoc: (rows) => `= Access\n\n|===\n${bars(rows, '\n')}|===\n`,
  tex: (rows) =>
    `\\begin{tabular}{llll}\n${rows.map((cells) => `${cells.join(' & ')} \\\\\n`).join('')}\\end{tabular}\n`,
  xlsx: makeXlsx,
  ods: (rows) => odf('spreadsheet', odfTable(rows)),
  odt: (rows) => odf('text', `<text:p>Access to all of it.</text:p>${odfTable(rows)}`),
  odp: (rows) => odf('presentation', `<draw:page><draw:frame>${odfTable(rows)}</draw:frame></draw:page>`),
  docx: (rows) =>
    makeDocx(
      `<w:tbl>${each(
        rows,
        (text) => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`,
        (cells) => `<w:tr>${cells}</w:tr>`,
      )}</w:tbl>`,
    ).slice(),
  rtf: (rows) =>
    toUtf8(
      `{\\rtf1 ${rows.map((cells) => `\\trowd\\intbl ${cells.map((text) => `${text.replace(/[\\{}]/g, '\\$&')}\\cell `).join('')}\\row `).join('')}}`,
    ).slice(),
  pptx: (rows) =>
    makeZip({
      '_rels/.rels': makeRelations([['r', 'officeDocument', 'ppt/presentation.xml']]),
      'ppt/presentation.xml': '<p:presentation><p:sldId id="256" r:id="r1"/></p:presentation>',
      'ppt/_rels/presentation.xml.rels': makeRelations([['r1', 'slide', 'slides/s1.xml']]),
      'ppt/slides/s1.xml': `<p:sld><p:graphicFrame><a:tbl>${each(
        rows,
        (text) => `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`,
        (cells) => `<a:tr>${cells}</a:tr>`,
      )}</a:tbl></p:graphicFrame></p:sld>`,
    }).slice(),
  epub: (rows) =>
    makeZip({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml': '<container><rootfile full-path="OPS/book.opf"/></container>',
      'OPS/book.opf':
        '<package><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
      'OPS/a.xhtml': `<html><body>${html(rows)}</body></html>`,
    }).slice(),
  pdf: (rows) =>
    makePdf({
      pages: Array.from({ length: Math.ceil(rows.length / PAGE_ROWS) }, (_, page) =>
        rows
          .slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS)
          .flatMap((cells, i) => cells.map((text, j) => ({ text, x: 50 + j * 130, y: 750 - i * 14 }))),
      ),
    }),
};

const PAGE_ROWS = 45;
const toLines = (text: string): string => text.replaceAll('\n', '\n       ');

function toCsvCell(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
