import type { XmlHandler, XmlTag } from '../../../html/xml-reader.ts';
import type { DocumentBudget } from '../document-budget.ts';
import type { DocumentParts } from '../document-parts.ts';
import type { DocumentText } from '../document-text.ts';
import { openOdf } from './open-odf.ts';
import { SheetWriter } from './sheet-writer.ts';

export async function readOds(
  parts: DocumentParts,
  out: DocumentText,
  { targetChars }: { readonly targetChars: number },
): Promise<void> {
  await openOdf(parts, out);
  const writer = new SheetWriter(out, targetChars);
  try {
    await parts.readMain('content.xml', new OdsReader(writer, out.budget));
  } finally {
    writer.finish();
  }
}

/** The empty rest of a row or sheet is written as one cell or row that repeats a million times. */
const MAX_REPEATED_CELLS = 64;
/** More columns than any sheet has. */
const MAX_COLUMNS = 16_384;

class OdsReader implements Required<XmlHandler> {
  readonly #writer: SheetWriter;
  readonly #hiddenStyles = new Set<string>();
  #style = '';
  /** Depth: charts and similar objects contain tables of their own. */
  #tables = 0;
  #isHidden = false;
  #row = 0;
  #cells: string[] = [];
  #repeatRow = 1;
  #repeatCell = 1;
  #cell = '';
  #paragraphs = 0;
  #annotations = 0;
  readonly #budget: DocumentBudget;

  constructor(writer: SheetWriter, budget: DocumentBudget) {
    this.#writer = writer;
    this.#budget = budget;
  }

  start(tag: XmlTag): void {
    const { name } = tag;
    if (name === 'style') this.#style = tag.attribute('name');
    else if (name === 'table-properties') {
      if (tag.attribute('display') === 'false') this.#hiddenStyles.add(this.#style);
    } else if (name === 'table') {
      if (this.#tables++ === 0) this.#startSheet(tag);
    } else if (name === 'table-row') {
      this.#cells = [];
      this.#repeatRow = toCount(tag.attribute('number-rows-repeated'));
    } else if (name === 'table-cell' || name === 'covered-table-cell') {
      this.#cell = '';
      this.#repeatCell = toCount(tag.attribute('number-columns-repeated'));
    } else if (name === 'annotation') this.#annotations++;
    else if (name === 'p') {
      if (this.#cell !== '') this.#cell += ' ';
      this.#paragraphs++;
    } else if (name === 's' || name === 'line-break' || name === 'tab') this.#cell += ' ';
  }

  text(chars: string): void {
    if (this.#paragraphs <= 0 || this.#annotations > 0) return;
    this.#budget.spend('chars', chars.length);
    this.#cell += chars;
  }

  end(name: string): void {
    if (name === 'p') this.#paragraphs--;
    else if (name === 'annotation') this.#annotations--;
    else if (name === 'table-cell' || name === 'covered-table-cell') {
      const times = Math.min(this.#repeatCell, MAX_REPEATED_CELLS);
      for (let i = 0; i < times && this.#cells.length < MAX_COLUMNS; i++) this.#cells.push(this.#cell);
    } else if (name === 'table-row') this.#endRow();
    else if (name === 'table' && --this.#tables === 0 && !this.#isHidden) this.#writer.endSheet();
  }

  #startSheet(tag: XmlTag): void {
    const name = tag.attribute('name');
    this.#row = 0;
    this.#isHidden = this.#hiddenStyles.has(tag.attribute('style-name'));
    if (this.#isHidden) this.#writer.hiddenSheet(name);
    else this.#writer.startSheet(name);
  }

  #endRow(): void {
    const isEmpty = this.#cells.every((cell) => cell.trim() === '');
    if (!isEmpty && !this.#isHidden) this.#writer.row(this.#row + 1, this.#cells, this.#repeatRow);
    this.#row += this.#repeatRow;
  }
}

function toCount(value: string): number {
  return Math.max(1, Math.floor(Number(value) || 1));
}
