import { LIMITS } from '../../../model/limits.ts';
import type { DocumentText } from '../document-text.ts';

interface Row {
  readonly number: number;
  readonly text: string;
}

const RANGE = 50;
/** A cell far to the right stands behind as many bars as still tell that there are others between. */
const MAX_GAP = 16;

/** Rows of sheets as lines, cut in ranges of fifty rows, halved until they fit, as arrays of JSON are. The first row goes with the first range. */
export class SheetWriter {
  readonly #out: DocumentText;
  readonly #targetChars: number;
  #sheets = 0;
  #name = '';
  #isNamed = false;
  #header: Row | undefined;
  #rows: Row[] = [];
  #rowCount = 0;
  #isOpen = false;

  constructor(out: DocumentText, targetChars: number) {
    this.#out = out;
    this.#targetChars = targetChars;
  }

  /** False when there are too many: then its rows need not be read. */
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

  /** `cells` by their column; empty ones need not be there. */
  row(number: number, cells: readonly (string | undefined)[]): void {
    const text = toRowText(cells);
    if (text === '') return;
    this.#rowCount++;
    if (!this.#isOpen || this.#rowCount > LIMITS.maxDocumentRows) return;
    const row = { number, text };
    if (!this.#header) this.#header = row;
    else if (this.#rows.push(row) === RANGE) this.#flush();
  }

  endSheet(): void {
    if (this.#rows.length > 0 || (this.#header && !this.#isNamed)) this.#flush();
    this.#out.standBelow([]);
  }

  finish(): void {
    this.#warn('sheets', this.#sheets, LIMITS.maxDocumentSheets);
    this.#warn('rows', this.#rowCount, LIMITS.maxDocumentRows);
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
    this.#out.place(`${this.#name}!${first.number}:${last.number}`);
    if (!this.#isNamed) this.#out.heading(1, this.#name);
    this.#isNamed = true;
    if (header) {
      this.#out.line(header.text);
      this.#out.standBelow([this.#name, header.text]);
    }
    for (const { text } of rows) this.#out.line(text);
  }
}

function toRowText(cells: readonly (string | undefined)[]): string {
  let text = '';
  let gap = 0;
  let isFirst = true;
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i]?.replace(/\s+/g, ' ').trim() ?? '';
    if (cell === '') gap++;
    else {
      text += ' | '.repeat(Math.min(isFirst ? gap : gap + 1, MAX_GAP)) + cell;
      gap = 0;
      isFirst = false;
    }
  }
  return text.trim();
}
