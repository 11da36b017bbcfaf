import type { XmlHandler, XmlTag } from '../../../html/xml-reader.ts';
import { type DocumentBudget, DocumentError } from '../document-budget.ts';
import { type DocumentParts, readProperties } from '../document-parts.ts';
import type { DocumentText } from '../document-text.ts';
import {
  type Block,
  createBlockWriter,
  type FlowEnds,
  type FlowStarts,
  FlowText,
  formatListNumber,
  type ParagraphStyle,
  SkippedElements,
} from '../flow-text.ts';
import { SheetWriter } from './sheet-writer.ts';
import { SlideText } from './slide-text.ts';

export async function readOdt(parts: DocumentParts, out: DocumentText): Promise<void> {
  const body = new OdfBody(createBlockWriter(out), out.budget, await openOdf(parts, out));
  await parts.readXml('styles.xml', { start: (tag) => body.lists.define(tag) });
  try {
    await parts.readMain('content.xml', body);
  } finally {
    body.finish();
  }
  out.facts = { ...out.facts, cover: body.title };
}

export async function readOdp(parts: DocumentParts, out: DocumentText): Promise<void> {
  const formulas = await openOdf(parts, out);
  let slide = new SlideText();
  let slides = 0;
  let notes = 0;
  /** Content type of each open frame. */
  const frames: string[] = [];
  const body = new OdfBody(
    (block) => {
      if (notes > 0) slide.notes.push(block);
      else if (frames.at(-1) === 'title') slide.title.push(block.text);
      else slide.body.push(block);
    },
    out.budget,
    formulas,
  );
  const writeSlide = (): void => {
    slide.write(out, ++slides);
    slide = new SlideText();
  };
  const reading = parts.readMain('content.xml', {
    start(tag) {
      if (tag.name === 'page') slide = new SlideText();
      else if (tag.name === 'notes') notes++;
      else if (tag.name === 'frame') frames.push(tag.attribute('class'));
      body.start(tag);
    },
    text: (chars) => body.text(chars),
    end(name) {
      body.end(name);
      if (name === 'frame') frames.pop();
      else if (name === 'notes') notes--;
      else if (name === 'page') writeSlide();
    },
  });
  await reading.catch((error: unknown) => {
    body.finish();
    writeSlide();
    throw error;
  });
}

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

/** Text of each formula, by the name of its object. */
type Formulas = ReadonlyMap<string, string>;

/** Reads the properties and formulas of an OpenDocument file. Refuses an encrypted one: its manifest lists which parts are. */
async function openOdf(parts: DocumentParts, out: DocumentText): Promise<Formulas> {
  let isEncrypted = false;
  const objects = new Set<string>();
  await parts.readXml('META-INF/manifest.xml', {
    start(tag) {
      if (tag.name === 'encryption-data') isEncrypted = true;
      else if (tag.attribute('media-type').endsWith('opendocument.formula')) objects.add(tag.attribute('full-path'));
    },
  });
  if (isEncrypted) throw new DocumentError('encrypted', 'The document is encrypted.');
  out.facts = await readProperties(parts, 'meta.xml');
  const formulas = new Map<string, string>();
  for (const object of objects)
    formulas.set(object.replace(/\/$/, ''), await readFormula(parts, `${object}content.xml`));
  return formulas;
}

/** Reads a formula as its author typed it (StarMath); without that, as the letters of its MathML. */
async function readFormula(parts: DocumentParts, part: string): Promise<string> {
  const letters: string[] = [];
  let typed = '';
  let isTyped = false;
  await parts.readXml(part, {
    start({ name }) {
      isTyped = name === 'annotation';
    },
    text(chars) {
      if (isTyped) typed += chars;
      else letters.push(chars.trim());
    },
    end() {
      isTyped = false;
    },
  });
  return (typed.trim() || letters.filter((letter) => letter !== '').join(' ')).replace(/\s+/g, ' ');
}

/** Elements whose text isn't part of the document: deleted text, authors and dates of comments, and scripts. */
const SKIPPED = new Set(
  'tracked-changes note-citation creator date date-string sender-initials forms event-listeners script header footer meta settings font-face-decls'.split(
    ' ',
  ),
);
const COUNTED_SPACES = 64;

const STARTS: FlowStarts = new Map([
  ['text-box', 'box'],
  ['note', 'note'],
  ['annotation', 'note'],
  ['table', 'table'],
  ['table-cell', 'cell'],
]);
const ENDS: FlowEnds = new Map([
  ['text-box', 'endBox'],
  ['note', 'endNote'],
  ['annotation', 'endComment'],
  ['table-cell', 'endCell'],
  ['table-row', 'endRow'],
  ['table', 'endTable'],
]);

/** Reads the text of an OpenDocument text, slide or cell. */
class OdfBody implements Required<XmlHandler> {
  readonly #flow: FlowText;
  readonly lists = new OdfLists();
  /** Automatic styles and their parents. */
  readonly #parents = new Map<string, string>();
  readonly #skipped = new SkippedElements();
  readonly #open: { style: string; level: number }[] = [];
  #description: string | undefined;
  title = '';

  readonly #formulas: Formulas;

  constructor(emit: (block: Block) => void, budget: DocumentBudget, formulas: Formulas) {
    this.#flow = new FlowText(emit, budget);
    this.#formulas = formulas;
  }

  finish(): void {
    this.#flow.finish();
  }

  start(tag: XmlTag): void {
    const { name } = tag;
    // The date of a note is not part of its text; the date of a field is.
    const isField = name === 'date' && tag.attribute('date-value') !== '';
    if (this.#skipped.starts(SKIPPED.has(name) && !isField)) return;
    const container = STARTS.get(name);
    if (container) this.#flow.start(container);
    else if (name === 'p' || name === 'h') {
      this.#flow.startParagraph();
      const level = name === 'h' ? Math.max(1, Number(tag.attribute('outline-level')) || 1) : 0;
      this.#open.push({ style: tag.attribute('style-name'), level });
    } else if (name === 's') this.#flow.add(' '.repeat(Math.min(Number(tag.attribute('c')) || 1, COUNTED_SPACES)));
    else if (name === 'tab') this.#flow.add('\t');
    else if (name === 'line-break') this.#flow.add('\n');
    else if (name === 'list') this.lists.startList(tag.attribute('style-name'));
    else if (name === 'list-item') this.lists.startItem();
    else if (name === 'covered-table-cell') this.#flow.skipCells(1);
    else if (name === 'style') this.#parents.set(tag.attribute('name'), tag.attribute('parent-style-name'));
    else if (name === 'desc') this.#description = '';
    else if (name === 'object') this.#addFormula(tag.attribute('href').replace(/^\.\//, ''));
    else this.lists.define(tag);
  }

  text(chars: string): void {
    if (this.#skipped.isOpen) return;
    const text = chars.replace(/[ \t\n\r]+/g, ' ');
    if (this.#description !== undefined) this.#description += text;
    else if (this.#open.length > 0) this.#flow.add(text);
  }

  end(name: string): void {
    if (this.#skipped.ends()) return;
    const step = ENDS.get(name);
    if (step) this.#flow[step]();
    else if (name === 'p' || name === 'h') this.#endParagraph();
    else if (name === 'list') this.lists.endList();
    else if (name === 'desc') {
      if (this.#description?.trim()) this.#flow.add(` [image: ${this.#description.trim()}] `);
      this.#description = undefined;
    }
  }

  #addFormula(object: string): void {
    const formula = this.#formulas.get(object) ?? '';
    if (formula === '') return;
    const isAlone = this.#open.length === 0;
    if (isAlone) this.#flow.startParagraph();
    this.#flow.add(` ${formula} `);
    if (isAlone) this.#flow.endParagraph({ kind: 'paragraph' });
  }

  #endParagraph(): void {
    const open = this.#open.pop();
    if (!open) return;
    const { style, level } = open;
    const text = this.#flow.endParagraph(this.#flow.isEmpty ? undefined : this.#toStyle(level));
    if (style === 'Title' || this.#parents.get(style) === 'Title') this.title ||= text;
  }

  #toStyle(level: number): ParagraphStyle {
    if (level > 0) return { kind: 'heading', level };
    const marker = this.lists.nextMarker();
    return marker === undefined ? { kind: 'paragraph' } : { kind: 'item', marker };
  }
}

interface Level {
  readonly format: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly start: number;
}

interface OpenList {
  readonly style: string;
  count: number | undefined;
}

/** Affixes are written around every number: a list must not expand a small file into a large text. */
const MAX_AFFIX_CHARS = 100;

/** The defined list styles and the open lists. */
class OdfLists {
  readonly #styles = new Map<string, Map<string, Level>>();
  #defined: Map<string, Level> | undefined;
  readonly #open: OpenList[] = [];
  /** The next paragraph begins an item. */
  #isItemDue = false;

  /** Handles `list-style` and the elements inside it. */
  define(tag: XmlTag): void {
    if (tag.name === 'list-style') {
      this.#defined = new Map();
      this.#styles.set(tag.attribute('name'), this.#defined);
    } else if (tag.name === 'list-level-style-number') {
      this.#defined?.set(tag.attribute('level'), {
        format: tag.attribute('num-format'),
        prefix: tag.attribute('num-prefix').slice(0, MAX_AFFIX_CHARS),
        suffix: tag.attribute('num-suffix').slice(0, MAX_AFFIX_CHARS),
        start: Number(tag.attribute('start-value')) || 1,
      });
    }
  }

  startList(style: string): void {
    this.#open.push({ style: style || (this.#open.at(-1)?.style ?? ''), count: undefined });
  }

  endList(): void {
    this.#open.pop();
    this.#isItemDue = false;
  }

  startItem(): void {
    this.#isItemDue = true;
  }

  /** Returns a paragraph's marker: undefined outside of lists, blanks for the second paragraph of an item. */
  nextMarker(): string | undefined {
    const list = this.#open.at(-1);
    if (!list) return undefined;
    const depth = this.#open.length;
    const indent = '  '.repeat(Math.min(depth, 10) - 1);
    if (!this.#isItemDue) return `${indent} `;
    this.#isItemDue = false;
    const level = this.#styles.get(list.style)?.get(String(depth));
    if (!level || level.format === '') return `${indent}-`;
    list.count = list.count === undefined ? level.start : list.count + 1;
    return indent + level.prefix + formatListNumber(list.count, level.format) + level.suffix;
  }
}
