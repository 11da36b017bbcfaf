import type { ContextSpan } from '../model/cut.ts';
import { LIMITS } from '../model/limits.ts';

/** Header rows per table: two levels are common, more add little. */
const MAX_HEADER_ROWS = 3;
/** Characters kept of a row, with room for white space that is collapsed later. */
const MAX_ROW_CHARS = LIMITS.maxContextChars * 4;

interface Table {
  readonly headers: string[];
  /** Line of the first row below the headers; 0 until then. */
  below: number;
  /** True after a row without header cells, or a nested table. */
  isPast: boolean;
  /** True inside `thead`, where cells need not be `th`. */
  isHead: boolean;
  row: { readonly line: number; text: string; cells: number } | undefined;
}

/**
 * Collects the rows at the top of a table whose cells are all headers, as context for the lines below. Layout tables have none, and neither have
 * tables with headers at the side.
 */
export class HeaderRows {
  readonly #spans: ContextSpan[] = [];
  readonly #tables: Table[] = [];

  startTable(line: number): void {
    // A table that contains another is layout, or has rows that its header does not explain.
    const outer = this.#tables.at(-1);
    if (outer) this.#close(outer, line);
    this.#tables.push({ headers: [], below: 0, isPast: false, isHead: false, row: undefined });
  }

  /** `line` is the line of the next text. */
  startPart(name: string, line: number): void {
    const table = this.#tables.at(-1);
    if (!table || table.isPast) return;
    if (name === 'tr') {
      endRow(table);
      table.row = { line, text: '', cells: 0 };
    } else if (name === 'td' || name === 'th') startCell(table, name);
    else {
      endRow(table);
      table.isHead = name === 'thead';
    }
  }

  endHead(): void {
    const table = this.#tables.at(-1);
    if (!table) return;
    endRow(table);
    table.isHead = false;
  }

  note(chars: string): void {
    const row = this.#tables.at(-1)?.row;
    if (row && row.text.length < MAX_ROW_CHARS) row.text += chars;
  }

  endTable(line: number): void {
    const table = this.#tables.pop();
    if (table) this.#close(table, line);
  }

  /** Returns spans in order of lines. Tables that were not closed end with the text. */
  finish(lineCount: number, toText: (row: string) => string): ContextSpan[] {
    while (this.#tables.length > 0) this.endTable(lineCount + 1);
    return this.#spans
      .filter(({ firstLine }) => firstLine <= lineCount)
      .map(({ firstLine, lastLine, texts }) => ({
        firstLine,
        lastLine: Math.min(lastLine, lineCount),
        texts: texts.map(toText),
      }));
  }

  #close(table: Table, line: number): void {
    if (table.below > 0 && line > table.below)
      this.#spans.push({ firstLine: table.below, lastLine: line - 1, texts: table.headers });
    table.isPast = true;
    table.below = 0;
    table.row = undefined;
  }
}

function startCell(table: Table, name: 'td' | 'th'): void {
  const { row } = table;
  if (!row) return;
  if (row.cells++ > 0) row.text += ' | ';
  if (name === 'th' || table.isHead) return;
  table.isPast = true;
  if (table.headers.length > 0) table.below = row.line;
  table.row = undefined;
}

/** A header across all columns is the title of the table, not of a column. */
function endRow(table: Table): void {
  const { row } = table;
  table.row = undefined;
  if (row && row.cells > 1 && table.headers.length < MAX_HEADER_ROWS) table.headers.push(row.text);
}
