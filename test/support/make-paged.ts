import { makeRelations, makeZip } from './make-document.ts';
import { makePdf } from './make-pdf.ts';

/** A PDF with one line of text on each page. */
export function makePages(texts: readonly string[]): Uint8Array<ArrayBuffer> {
  return makePdf({ pages: texts.map((text) => [{ text, x: 50, y: 700 }]) });
}

/** A deck with one line of text on each slide, and pictures by the number of their slide. */
export function makeDeck(
  texts: readonly string[],
  pictures: Readonly<Record<number, Uint8Array>> = {},
): Uint8Array<ArrayBuffer> {
  const ids = texts.map((_, i) => `r${i + 1}`);
  return makeZip({
    '_rels/.rels': makeRelations([['r', 'officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `<p:presentation>${ids.map((id) => `<p:sldId r:id="${id}"/>`).join('')}</p:presentation>`,
    'ppt/_rels/presentation.xml.rels': makeRelations(ids.map((id, i) => [id, 'slide', `slides/s${i + 1}.xml`])),
    ...Object.fromEntries(
      texts.map((text, i) => [
        `ppt/slides/s${i + 1}.xml`,
        `<p:sld><p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp></p:sld>`,
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(pictures).flatMap(([slide, bytes]) => [
        [`ppt/slides/_rels/s${slide}.xml.rels`, makeRelations([['r1', 'image', `../media/i${slide}.png`]])],
        [`ppt/media/i${slide}.png`, bytes],
      ]),
    ),
  }).slice();
}

/** A workbook of sheets by name, each of rows of texts. */
export function makeSheets(sheets: Readonly<Record<string, readonly (readonly string[])[]>>): Uint8Array<ArrayBuffer> {
  const names = Object.keys(sheets);
  const toRow = (cells: readonly string[], i: number): string =>
    `<row r="${i + 1}">${cells.map((cell, c) => `<c r="${String.fromCharCode(65 + c)}${i + 1}" t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
  return makeZip({
    '_rels/.rels': makeRelations([['r', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook><sheets>${names.map((name, i) => `<sheet name="${name}" r:id="r${i + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': makeRelations(
      names.map((_, i) => [`r${i + 1}`, 'worksheet', `worksheets/s${i + 1}.xml`]),
    ),
    ...Object.fromEntries(
      names.map((name, i) => [
        `xl/worksheets/s${i + 1}.xml`,
        `<worksheet><sheetData>${(sheets[name] ?? []).map(toRow).join('')}</sheetData></worksheet>`,
      ]),
    ),
  }).slice();
}
