import type { XmlHandler, XmlTag } from '../../../html/xml-reader.ts';
import type { DocumentParts } from '../document-parts.ts';
import type { DocumentText } from '../document-text.ts';
import { BUILT_IN_FORMATS, createNumberFormat, MAX_CODE_CHARS, type NumberFormat, toGeneral } from './number-format.ts';
import { openOffice, readRelations } from './ooxml.ts';
import { SheetWriter } from './sheet-writer.ts';

export async function readXlsx(
  parts: DocumentParts,
  out: DocumentText,
  { targetChars }: { readonly targetChars: number },
): Promise<void> {
  const { main, relations } = await openOffice(parts, out, 'xl/workbook.xml');
  const { sheets, is1904 } = await readWorkbook(parts, main);
  const strings = await readStrings(parts, relations.ofType('sharedStrings')[0]);
  const formats = await readFormats(parts, relations.ofType('styles')[0]);
  const worksheets = new Set(relations.ofType('worksheet'));
  const writer = new SheetWriter(out, targetChars);
  try {
    for (const { name, id, isHidden } of sheets) {
      const part = relations.find(id);
      if (isHidden) writer.hiddenSheet(name);
      else if (part !== undefined && worksheets.has(part) && writer.startSheet(name)) {
        const comments = await readCellComments(parts, (await readRelations(parts, part)).ofType('comments'));
        await parts.readXml(part, new SheetReader({ writer, strings, formats, is1904, comments }));
        writer.endSheet();
      }
    }
  } finally {
    writer.finish();
  }
}

interface Sheet {
  readonly name: string;
  readonly id: string;
  readonly isHidden: boolean;
}

async function readWorkbook(
  parts: DocumentParts,
  part: string,
): Promise<{ readonly sheets: Sheet[]; readonly is1904: boolean }> {
  const sheets: Sheet[] = [];
  let is1904 = false;
  await parts.readMain(part, {
    start(tag) {
      if (tag.name === 'workbookPr') is1904 = /^(1|true)$/.test(tag.attribute('date1904'));
      if (tag.name !== 'sheet') return;
      const state = tag.attribute('state');
      sheets.push({ name: tag.attribute('name'), id: tag.attribute(':id'), isHidden: /^(very)?hidden$/i.test(state) });
    },
  });
  return { sheets, is1904 };
}

async function readStrings(parts: DocumentParts, part: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (part === undefined) return strings;
  let text = '';
  let isText = false;
  let phonetic = 0;
  await parts.readXml(part, {
    start({ name }) {
      if (name === 'si') text = '';
      else if (name === 't') isText = true;
      else if (name === 'rPh') phonetic++;
    },
    text(chars) {
      if (isText && phonetic === 0) text += chars;
    },
    end(name) {
      if (name === 'si') strings.push(text);
      else if (name === 't') isText = false;
      else if (name === 'rPh') phonetic--;
    },
  });
  return strings;
}

/** Excel's limit. A longer format would be written into every cell that has it. */
const MAX_FORMAT_CHARS = 255;

/** Reads the format of each cell style. */
async function readFormats(parts: DocumentParts, part: string | undefined): Promise<string[]> {
  const formats: string[] = [];
  if (part === undefined) return formats;
  const codes = new Map(BUILT_IN_FORMATS);
  let inCells = false;
  await parts.readXml(part, {
    start(tag) {
      if (tag.name === 'numFmt') {
        const code = tag.attribute('formatCode');
        if (code.length <= MAX_FORMAT_CHARS) codes.set(Number(tag.attribute('numFmtId')), code);
      } else if (tag.name === 'cellXfs') inCells = true;
      else if (tag.name === 'xf' && inCells) formats.push(codes.get(Number(tag.attribute('numFmtId'))) ?? '');
    },
    end(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return formats;
}

interface SheetDeps {
  readonly writer: SheetWriter;
  readonly strings: readonly string[];
  readonly formats: readonly string[];
  readonly is1904: boolean;
  readonly comments: ReadonlyMap<number, RowComments>;
}

class SheetReader implements Required<XmlHandler> {
  readonly #deps: SheetDeps;
  readonly #commentRows: readonly (readonly [number, RowComments])[];
  readonly #formats = new Map<string, NumberFormat>();
  #nextComment = 0;
  #rowNumber = 0;
  #written = 0;
  #cells: string[] = [];
  #column = 0;
  #type = '';
  #style = 0;
  #value = '';
  #isValue = false;
  #phonetic = 0;

  constructor(deps: SheetDeps) {
    this.#deps = deps;
    this.#commentRows = [...deps.comments];
  }

  start(tag: XmlTag): void {
    if (tag.name === 'row') {
      this.#rowNumber = Number(tag.attribute('r')) || this.#rowNumber + 1;
      this.#cells = [];
      this.#column = 0;
    } else if (tag.name === 'c') {
      this.#column = toColumn(tag.attribute('r')) ?? this.#column;
      this.#type = tag.attribute('t');
      this.#style = Number(tag.attribute('s')) || 0;
      this.#value = '';
    } else if (tag.name === 'v' || tag.name === 't') this.#isValue = true;
    else if (tag.name === 'rPh') this.#phonetic++;
  }

  text(chars: string): void {
    if (this.#isValue && this.#phonetic === 0) this.#value += chars;
  }

  end(name: string): void {
    if (name === 'v' || name === 't') this.#isValue = false;
    else if (name === 'rPh') this.#phonetic--;
    else if (name === 'c') {
      const shown = this.#value === '' ? '' : this.#toShown();
      if (shown !== '') this.#cells[this.#column] = shown;
      this.#column++;
    } else if (name === 'row') this.#endRow();
    else if (name === 'sheetData') this.#writeComments(Number.POSITIVE_INFINITY);
  }

  #endRow(): void {
    const number = this.#rowNumber;
    this.#writeComments(number);
    // Without this check, rows with the same number would each repeat its comments.
    const comments = number > this.#written ? this.#deps.comments.get(number) : undefined;
    for (const [column, comment] of comments ?? [])
      this.#cells[column] = `${this.#cells[column] ?? ''} ${comment}`.trim();
    this.#deps.writer.row(number, this.#cells);
    this.#written = Math.max(this.#written, number);
  }

  /** Writes rows before this one that have only comments. Visits each row once. */
  #writeComments(before: number): void {
    for (; this.#nextComment < this.#commentRows.length; this.#nextComment++) {
      const [row, ofRow] = this.#commentRows[this.#nextComment] as [number, RowComments];
      if (row >= before) return;
      if (row <= this.#written) continue;
      const cells: string[] = [];
      for (const [column, comment] of ofRow) cells[column] = comment;
      this.#deps.writer.row(row, cells);
      this.#written = row;
    }
  }

  #toShown(): string {
    const { strings, formats, is1904 } = this.#deps;
    const value = this.#value;
    if (this.#type === 's') return strings[Number(value)] ?? '';
    if (this.#type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    if (this.#type === 'd') return value.replace('T', ' ').replace(/ 00:00:00(\.0+)?Z?$/, '');
    const isNumber = (this.#type === '' || this.#type === 'n') && value.trim() !== '' && Number.isFinite(Number(value));
    if (!isNumber) return value;
    const code = formats[this.#style] ?? '';
    if (code === '') return toGeneral(Number(value));
    const format = this.#formats.get(code) ?? createNumberFormat(code, { is1904 });
    this.#formats.set(code, format);
    this.#deps.writer.budget.spend('steps', Math.min(code.length, MAX_CODE_CHARS));
    return format(Number(value));
  }
}

/** Comments of one row, by column. */
type RowComments = ReadonlyMap<number, string>;

/** Reads the comments of a sheet, by row, in row order. */
async function readCellComments(
  parts: DocumentParts,
  names: readonly string[],
): Promise<ReadonlyMap<number, RowComments>> {
  const rows = new Map<number, Map<number, string>>();
  let cell = '';
  let text = '';
  let isText = false;
  let phonetic = 0;
  for (const part of names) {
    await parts.readXml(part, {
      start(tag) {
        if (tag.name === 'comment') {
          cell = tag.attribute('ref');
          text = '';
        } else if (tag.name === 't') isText = true;
        else if (tag.name === 'rPh') phonetic++;
      },
      text(chars) {
        if (isText && phonetic === 0) text += chars;
      },
      end(name) {
        if (name === 't') isText = false;
        else if (name === 'rPh') phonetic--;
        else if (name === 'comment') {
          parts.budget.spend('items', 1);
          add(rows, cell, text.replace(/\s+/g, ' ').trim());
        }
      },
    });
  }
  return new Map([...rows].sort(([one], [other]) => one - other));
}

function add(rows: Map<number, Map<number, string>>, cell: string, text: string): void {
  const column = toColumn(cell);
  const row = Number(/\d+$/.exec(cell.slice(-MAX_ROW_DIGITS))?.[0]);
  if (text === '' || column === undefined || !(row > 0)) return;
  const comments = rows.get(row) ?? new Map<number, string>();
  rows.set(row, comments.set(column, `[comment: ${text}]`));
}

const MAX_ROW_DIGITS = 7;
const MAX_COLUMNS = 16_384;

/** Returns 0 for `A7`; undefined without a name, or with one that no sheet can have. */
function toColumn(name: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(name)?.[0];
  if (letters === undefined) return undefined;
  let column = 0;
  for (let i = 0; i < letters.length; i++) column = column * 26 + letters.charCodeAt(i) - 64;
  return column <= MAX_COLUMNS ? column - 1 : undefined;
}
