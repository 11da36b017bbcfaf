import type { DocumentParts } from '../document-parts.ts';

/** Comments of one row, by column. */
export type RowComments = ReadonlyMap<number, string>;

/** Reads the comments of a sheet, by row, in row order. */
export async function readCellComments(
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
export function toColumn(name: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(name)?.[0];
  if (letters === undefined) return undefined;
  let column = 0;
  for (let i = 0; i < letters.length; i++) column = column * 26 + letters.charCodeAt(i) - 64;
  return column <= MAX_COLUMNS ? column - 1 : undefined;
}
