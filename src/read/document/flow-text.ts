import { trimEndOf, trimOf } from '../../lib/trim-end.ts';
import { CELL_SEPARATOR } from '../../tables/table-row.ts';
import type { DocumentBudget } from './document-budget.ts';
import type { DocumentText } from './document-text.ts';

export interface Block {
  readonly kind: 'paragraph' | 'heading' | 'item' | 'row' | 'note';
  readonly text: string;
  /** Level, for headings. */
  readonly level?: number;
  /** Name of a heading if it is shorter than the text: without its number. */
  readonly name?: string;
  /** True for the first row of a table. */
  readonly isFirst?: boolean;
}

export type ParagraphStyle = Omit<Block, 'text' | 'name'> & {
  /** List marker or number before the text. */
  readonly marker?: string;
};

interface Container {
  readonly kind: 'cell' | 'box' | 'note' | 'table';
  readonly blocks: Block[];
  /** Cells of the open row of a table. */
  cells: Block[][];
  /** A row has been written. */
  hasRows: boolean;
  /** Index of the container for text between the rows of a table; -1 for none. */
  readonly holder: number;
}

interface OpenParagraph {
  text: string;
  /** Kept separately: reading the end of a growing text copies all of it. */
  endsBlank: boolean;
  readonly after: Block[];
}

type ContainerKind = Container['kind'];

/** Elements that begin a container, by name. */
export type FlowStarts = ReadonlyMap<string, ContainerKind>;
/** Elements that end a container or a row, by name. */
export type FlowEnds = ReadonlyMap<string, 'endNote' | 'endComment' | 'endBox' | 'endCell' | 'endRow' | 'endTable'>;

/** Each level copies the text of the level inside it. Programs don't write documents nested this deep; beyond it the outer level holds the text. */
const MAX_DEPTH = 64;

const PLAIN: ParagraphStyle = { kind: 'paragraph' };

/**
 * Turns the nested parts of a document into blocks in reading order: text boxes and notes come after their paragraph, and a table row is one line.
 * Starts and ends need not match.
 */
export class FlowText {
  readonly #emit: (block: Block) => void;
  readonly #budget: DocumentBudget;
  readonly #paragraphs: OpenParagraph[] = [];
  readonly #containers: Container[] = [];
  readonly #counts = { cell: 0, box: 0, note: 0, table: 0 };
  readonly #tooDeep = { cell: 0, box: 0, note: 0, table: 0 };
  #notes = 0;

  constructor(emit: (block: Block) => void, budget: DocumentBudget) {
    this.#emit = emit;
    this.#budget = budget;
  }

  startParagraph(): void {
    this.#budget.spend('items', 1);
    this.#paragraphs.push({ text: '', endsBlank: false, after: [] });
  }

  add(chars: string): void {
    const open = this.#paragraphs.at(-1);
    if (!open || chars === '') return;
    this.#budget.spend('chars', chars.length);
    open.text += chars;
    open.endsBlank = chars.slice(-1).trim() === '';
  }

  get isEmpty(): boolean {
    return this.#paragraphs.at(-1)?.text.trim() === '';
  }

  /** Returns the paragraph's text. */
  endParagraph(style: ParagraphStyle = PLAIN): string {
    const open = this.#paragraphs.pop();
    if (!open) return '';
    const text = trimOf(open.text, ' \t\n');
    if (text !== '') this.#put(toBlock(text, style));
    for (const block of open.after) this.#put(block);
    return text;
  }

  /** Puts the mark into the text, and the note after the paragraph. */
  note(text: string): void {
    const trimmed = text.trim();
    if (trimmed === '') return;
    this.#budget.spend('chars', trimmed.length);
    this.#notes++;
    this.add(`[${this.#notes}]`);
    this.#paragraphs.at(-1)?.after.push({ kind: 'note', text: `[${this.#notes}] ${trimmed}` });
  }

  endNote(): void {
    const note = this.#close('note');
    if (note) this.note(note.blocks.map(({ text }) => text).join('\n'));
  }

  /** Puts the comment's text where the comment was, set apart from the text around it. */
  endComment(): void {
    const note = this.#close('note');
    if (note) this.comment(note.blocks.map(({ text }) => text).join(' '));
  }

  comment(text: string): void {
    const line = text.replace(/\s+/g, ' ').trim();
    const gap = this.#paragraphs.at(-1)?.endsBlank ? '' : ' ';
    if (line !== '') this.add(`${gap}[comment: ${line}] `);
  }

  endBox(): void {
    const box = this.#close('box');
    if (!box) return;
    const open = this.#paragraphs.at(-1);
    for (const block of box.blocks) {
      if (open) open.after.push(block);
      else this.#put(block);
    }
  }

  endCell(): void {
    const cell = this.#close('cell');
    if (cell) this.#table()?.cells.push(cell.blocks);
  }

  /** Leaves the cells empty that a merged cell covers. */
  skipCells(count: number): void {
    for (let i = 0; i < Math.min(count, MAX_EMPTY_CELLS); i++) this.#table()?.cells.push([]);
  }

  endRow(): void {
    const table = this.#table();
    if (!table || this.#tooDeep.table > 0) return;
    const { cells } = table;
    table.cells = [];
    const [only] = cells;
    // A table of one column is a frame around text; large text in it is not a heading.
    if (cells.length === 1 && only)
      for (const block of only) this.#put(block.kind === 'heading' ? { ...block, kind: 'paragraph' } : block);
    else {
      this.#budget.spend('steps', cells.length);
      for (const cell of cells) for (const { text } of cell) this.#budget.spend('chars', text.length);
      const text = cells.map(toCellText).join(CELL_SEPARATOR);
      if (!/[^ |]/.test(text)) return;
      this.#put({ kind: 'row', text: trimEndOf(text, ' |'), isFirst: !table.hasRows });
      table.hasRows = true;
    }
  }

  endTable(): void {
    const table = this.#close('table');
    if (table && table.cells.length > 0) for (const block of table.cells.flat()) this.#put(block);
  }

  /** Closes everything that is still open. */
  finish(): void {
    while (this.#containers.length > 0) this.#closeTop();
    while (this.#paragraphs.length > 0) this.endParagraph();
  }

  start(kind: ContainerKind): void {
    if (this.#containers.length >= MAX_DEPTH) {
      this.#tooDeep[kind]++;
      return;
    }
    this.#budget.spend('items', 1);
    const at = this.#containers.length;
    const holder = kind === 'table' ? this.#holder() : at;
    this.#containers.push({ kind, blocks: [], cells: [], hasRows: false, holder });
    this.#counts[kind]++;
  }

  /** Closes the container with everything opened inside it. */
  #close(kind: ContainerKind): Container | undefined {
    if (this.#tooDeep[kind] > 0) {
      this.#tooDeep[kind]--;
      return undefined;
    }
    if (this.#counts[kind] === 0) return undefined;
    while (this.#containers.at(-1)?.kind !== kind) this.#closeTop();
    this.#counts[kind]--;
    return this.#containers.pop();
  }

  #closeTop(): void {
    const kind = this.#containers.at(-1)?.kind;
    if (kind === 'cell') this.endCell();
    else if (kind === 'box') this.endBox();
    else if (kind === 'note') this.endNote();
    else this.endTable();
  }

  #table(): Container | undefined {
    const top = this.#containers.at(-1);
    return top?.kind === 'table' ? top : undefined;
  }

  #put(block: Block): void {
    this.#budget.spend('items', 1);
    const holder = this.#containers[this.#holder()];
    if (holder) holder.blocks.push(block);
    else this.#emit(block);
  }

  #holder(): number {
    return this.#containers.at(-1)?.holder ?? -1;
  }
}

const MAX_EMPTY_CELLS = 64;

function toBlock(text: string, { marker = '', kind, level }: ParagraphStyle): Block {
  const block = { kind, text: marker === '' ? text : `${marker} ${text}` };
  // Marks of notes are not part of a name.
  return level === undefined ? block : { ...block, level, name: withoutMarks(text) };
}

function withoutMarks(text: string): string {
  let kept = '';
  let from = 0;
  for (let at = text.indexOf('['); at >= 0; at = text.indexOf('[', at + 1)) {
    if (at < from || !(text.startsWith('image: ', at + 1) || text.startsWith('comment: ', at + 1))) continue;
    const end = text.indexOf(']', at);
    if (end < 0) break;
    kept += text.slice(from, at);
    from = end + 1;
  }
  return kept + text.slice(from);
}

function joinLines(blank: string): string {
  return blank.includes('\n') ? ' ' : blank;
}

function toCellText(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => text.replace(/\s+/g, joinLines).trim()).join(' ');
}

/** Creates a writer that keeps the blocks of a list or table together and separates all others. The rows of a table have its first row as context. */
export function createBlockWriter(out: DocumentText): (block: Block) => void {
  let last = '';
  let header = '';
  return ({ kind, text, level = 1, name, isFirst }) => {
    if (last === 'row' && (kind !== 'row' || isFirst)) out.standBelow([]);
    if (isFirst) header = text;
    if (kind === 'heading') out.heading(level, name ?? text, text);
    else if (kind === 'paragraph') out.paragraph(text);
    else {
      if (kind !== last) out.gap();
      out.line(text);
      if (kind === 'row' && (isFirst || last !== 'row')) out.standBelow([header]);
    }
    last = kind;
  };
}

/** Tracks a skipped element to its end: everything inside it is skipped as well. */
export class SkippedElements {
  #depth = 0;

  get isOpen(): boolean {
    return this.#depth > 0;
  }

  /** Returns true when the element that starts is skipped, itself or with the one that contains it. */
  starts(isSkipped: boolean): boolean {
    if (this.#depth === 0 && !isSkipped) return false;
    this.#depth++;
    return true;
  }

  /** Returns true when the element that ends was skipped. */
  ends(): boolean {
    if (this.#depth === 0) return false;
    this.#depth--;
    return true;
  }
}

/** Maps the format names of Office to those that HTML and OpenDocument use. */
const FORMATS: Readonly<Record<string, string>> = {
  lowerLetter: 'a',
  upperLetter: 'A',
  lowerRoman: 'i',
  upperRoman: 'I',
};

/** Formats as `1`, `a`, `A`, `i` and `I` of HTML, or by the Office name; other formats count in digits. */
export function formatListNumber(value: number, format: string): string {
  const how = FORMATS[format] ?? format;
  const isSmall = value > 0 && value < 4_000;
  if (how === 'a' && isSmall) return toLetters(value, 97);
  if (how === 'A' && isSmall) return toLetters(value, 65);
  if (how === 'i' && isSmall) return toRoman(value, 'ivxlcdm');
  if (how === 'I' && isSmall) return toRoman(value, 'IVXLCDM');
  return format === 'decimalZero' && value < 10 ? `0${value}` : String(value);
}

/** a … z, aa, bb: Office repeats letters. */
function toLetters(value: number, first: number): string {
  const letter = String.fromCharCode(first + ((value - 1) % 26));
  return letter.repeat(Math.floor((value - 1) / 26) + 1);
}

function toRoman(value: number, digits: string): string {
  let text = '';
  for (let power = 3, unit = 1_000; power >= 0; power--, unit /= 10) {
    const digit = Math.floor(value / unit) % 10;
    const [one = '', five = '', ten = ''] = digits.slice(power * 2, power * 2 + 3);
    if (digit === 9) text += one + ten;
    else if (digit >= 5) text += five + one.repeat(digit - 5);
    else text += digit === 4 ? one + five : one.repeat(digit);
  }
  return text;
}
