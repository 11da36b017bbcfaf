import { LIMITS } from '../../../model/limits.ts';
import { toAddressText } from '../../../places/address.ts';
import { CELL_SEPARATOR } from '../../../tables/table-row.ts';
import type { DocumentBudget } from '../document-budget.ts';
import type { DocumentText } from '../document-text.ts';

interface Row {
  readonly number: number;
  readonly text: string;
}

const RANGE = 50;
/** Limit on separators before a cell far to the right: enough to show that cells are missing. */
const MAX_GAP = 16;

/**
 * Writes rows of sheets as lines, cut into ranges of fifty rows that are halved until they fit, as JSON arrays are. The first row belongs to the
 * first range.
 */
export class SheetWriter {
  readonly #out: DocumentText;
  readonly #targetChars: number;
  readonly budget: DocumentBudget;
  #sheets = 0;
  #name = '';
  #isNamed = false;
  #header: Row | undefined;
  #rows: Row[] = [];
  #rowCount = 0;
  #longestCell = 0;
  #isOpen = false;

  constructor(out: DocumentText, targetChars: number) {
    this.#out = out;
    this.#targetChars = targetChars;
    this.budget = out.budget;
  }

  /** Returns false when there are too many sheets: then its rows need not be read. */
  startSheet(name: string): boolean {
    this.#sheets++;
    this.#isOpen = this.#sheets <= LIMITS.maxDocumentSheets;
    this.#name = name;
    this.#isNamed = false;
    this.#header = undefined;
    this.#rows = [];
    return this.#isOpen;
  }

  hiddenSheet(name: string): void {
    this.#out.paragraph(`[hidden sheet: ${name}]`);
  }

  /** Writes the same row `times` times; `cells` are by column, empty ones may be missing. */
  row(number: number, cells: readonly (string | undefined)[], times = 1): void {
    const text = this.#toRowText(cells);
    if (text === '') return;
    const count = this.#isOpen ? Math.min(times, LIMITS.maxDocumentRows - this.#rowCount) : 0;
    this.#rowCount += times;
    for (let i = 0; i < count; i++) this.#add({ number: number + i, text });
  }

  #toRowText(cells: readonly (string | undefined)[]): string {
    let text = '';
    let gap = 0;
    let isFirst = true;
    let next = 0;
    for (const column of listColumns(cells)) {
      const whole = cells[column] ?? '';
      if (whole.length > this.#longestCell) this.#longestCell = whole.length;
      const chars = whole.slice(0, LIMITS.maxCellChars);
      this.budget.spend('steps', 1);
      this.budget.spend('chars', chars.length);
      const cell = chars.replace(/\s+/g, ' ').trim();
      gap += column - next;
      next = column + 1;
      if (cell === '') gap++;
      else {
        text += CELL_SEPARATOR.repeat(Math.min(isFirst ? gap : gap + 1, MAX_GAP)) + cell;
        gap = 0;
        isFirst = false;
      }
    }
    return text.trim();
  }

  #add(row: Row): void {
    this.budget.spend('steps', 1);
    this.budget.spend('chars', row.text.length);
    if (!this.#header) this.#header = row;
    else if (this.#rows.push(row) === RANGE) this.#flush();
  }

  endSheet(): void {
    if (this.#rows.length > 0 || (this.#header && !this.#isNamed)) this.#flush();
    this.#out.standBelow([]);
  }

  /** Also called when reading failed inside a sheet. */
  finish(): void {
    this.endSheet();
    this.#warn('sheets', this.#sheets, LIMITS.maxDocumentSheets);
    this.#warn('rows', this.#rowCount, LIMITS.maxDocumentRows);
    this.#warn('characters in a cell', this.#longestCell, LIMITS.maxCellChars);
  }

  #warn(what: string, actual: number, limit: number): void {
    if (actual <= limit) return;
    const message = `The document has more ${what} than allowed; the rest is left out.`;
    this.#out.warn({ code: 'max-chunks', message, limit, actual });
  }

  #flush(): void {
    const rows = this.#rows;
    this.#rows = [];
    if (rows.length === 0 && this.#header) this.#writeRange([]);
    const open = [rows];
    for (let range = open.pop(); range; range = open.pop()) {
      const chars = range.reduce((sum, { text }) => sum + text.length + 1, 0);
      if (range.length > 1 && chars > this.#targetChars) {
        const middle = range.length >> 1;
        open.push(range.slice(middle), range.slice(0, middle));
      } else if (range.length > 0) this.#writeRange(range);
    }
  }

  #writeRange(rows: readonly Row[]): void {
    const header = this.#isNamed ? undefined : this.#header;
    const first = rows[0] ?? header;
    const last = rows.at(-1) ?? header;
    if (!first || !last) return;
    this.#out.place(toAddressText({ unit: 'row', sheet: this.#name, first: first.number, last: last.number }));
    if (!this.#isNamed) this.#out.heading(1, this.#name);
    this.#isNamed = true;
    if (header) {
      this.#out.line(header.text);
      this.#out.standBelow([this.#name, header.text]);
    }
    for (const { text } of rows) this.#out.line(text);
  }
}

/** A cell far to the right makes an array of thousands of holes. */
const SPARSE = 256;

function listColumns(cells: readonly (string | undefined)[]): Iterable<number> {
  return cells.length < SPARSE ? cells.keys() : Object.keys(cells).map(Number);
}
