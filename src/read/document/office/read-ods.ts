import type { XmlHandler, XmlTag } from '../../../html/xml-reader.ts';
import { LIMITS } from '../../../model/limits.ts';
import type { DocumentParts } from '../document-parts.ts';
import type { DocumentFacts } from '../document-reader.ts';
import type { DocumentText } from '../document-text.ts';
import { readProperties } from './properties.ts';
import { refuseEncrypted } from './refuse-encrypted.ts';
import { SheetWriter } from './sheet-writer.ts';

export async function readOds(
  parts: DocumentParts,
  out: DocumentText,
  { targetChars }: { readonly targetChars: number },
): Promise<DocumentFacts> {
  await refuseEncrypted(parts);
  const properties = await readProperties(parts, 'meta.xml');
  const writer = new SheetWriter(out, targetChars);
  await parts.readMain('content.xml', new OdsReader(writer));
  writer.finish();
  return properties;
}

/** An empty rest of a row or sheet is written as one cell or row that is there a million times. */
const MAX_REPEATED_CELLS = 64;

class OdsReader implements Required<XmlHandler> {
  readonly #writer: SheetWriter;
  readonly #hiddenStyles = new Set<string>();
  #style = '';
  /** Charts and the like have tables of their own inside. */
  #tables = 0;
  #isHidden = false;
  #row = 0;
  #cells: string[] = [];
  #repeatRow = 1;
  #repeatCell = 1;
  #cell = '';
  #paragraphs = 0;
  #annotations = 0;

  constructor(writer: SheetWriter) {
    this.#writer = writer;
  }

  start(tag: XmlTag): void {
    switch (tag.name) {
      case 'style':
        this.#style = tag.attribute('name');
        break;
      case 'table-properties':
        if (tag.attribute('display') === 'false') this.#hiddenStyles.add(this.#style);
        break;
      case 'table':
        if (this.#tables++ === 0) this.#startSheet(tag);
        break;
      case 'table-row':
        this.#cells = [];
        this.#repeatRow = Number(tag.attribute('number-rows-repeated')) || 1;
        break;
      case 'table-cell':
      case 'covered-table-cell':
        this.#cell = '';
        this.#repeatCell = Number(tag.attribute('number-columns-repeated')) || 1;
        break;
      case 'annotation':
        this.#annotations++;
        break;
      case 'p':
        if (this.#cell !== '') this.#cell += ' ';
        this.#paragraphs++;
        break;
      case 's':
      case 'line-break':
      case 'tab':
        this.#cell += ' ';
        break;
    }
  }

  text(chars: string): void {
    if (this.#paragraphs > 0 && this.#annotations === 0) this.#cell += chars;
  }

  end(name: string): void {
    if (name === 'p') this.#paragraphs--;
    else if (name === 'annotation') this.#annotations--;
    else if (name === 'table-cell' || name === 'covered-table-cell') {
      const times = Math.min(this.#repeatCell, MAX_REPEATED_CELLS);
      for (let i = 0; i < times; i++) this.#cells.push(this.#cell);
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
    const times = isEmpty ? 0 : Math.min(this.#repeatRow, LIMITS.maxDocumentRows);
    for (let i = 0; i < times && !this.#isHidden; i++) this.#writer.row(this.#row + i + 1, this.#cells);
    this.#row += this.#repeatRow;
  }
}
