import type { DocumentText } from './document-text.ts';

export interface Block {
  readonly kind: 'paragraph' | 'heading' | 'item' | 'row' | 'note';
  readonly text: string;
  /** Of headings. */
  readonly level?: number;
  /** Of headings, where it is less than the text: without a number. */
  readonly name?: string;
  /** Of rows: the first of its table. */
  readonly isFirst?: boolean;
}

export type ParagraphStyle = Omit<Block, 'text' | 'name'> & {
  /** What stands before it: the mark of a list, a number. */
  readonly marker?: string;
};

interface Container {
  readonly kind: 'cell' | 'box' | 'note' | 'table';
  readonly blocks: Block[];
  /** Of the open row of a table. */
  cells: Block[][];
  /** A row of it was written. */
  hasRows: boolean;
}

interface OpenParagraph {
  text: string;
  readonly after: Block[];
}

const PLAIN: ParagraphStyle = { kind: 'paragraph' };

/**
 * Turns the nested parts of a written document into blocks in reading order: what a box holds comes behind the paragraph it is tied to, notes as well, and
 * a row of a table is one line. Starts and ends need not match.
 */
export class FlowText {
  readonly #emit: (block: Block) => void;
  readonly #paragraphs: OpenParagraph[] = [];
  readonly #containers: Container[] = [];
  readonly #counts = { cell: 0, box: 0, note: 0, table: 0 };
  #notes = 0;

  constructor(emit: (block: Block) => void) {
    this.#emit = emit;
  }

  startParagraph(): void {
    this.#paragraphs.push({ text: '', after: [] });
  }

  add(chars: string): void {
    const open = this.#paragraphs.at(-1);
    if (open) open.text += chars;
  }

  get isEmpty(): boolean {
    return this.#paragraphs.at(-1)?.text.trim() === '';
  }

  /** Answers its text. */
  endParagraph(style: ParagraphStyle = PLAIN): string {
    const open = this.#paragraphs.pop();
    if (!open) return '';
    const text = open.text.replace(/^[ \t\n]+|[ \t\n]+$/g, '');
    if (text !== '') this.#put(toBlock(text, style));
    for (const block of open.after) this.#put(block);
    return text;
  }

  /** Its mark stands in the text, and the note behind the paragraph. */
  note(text: string): void {
    if (text.trim() === '') return;
    this.#notes++;
    this.add(`[${this.#notes}]`);
    this.#paragraphs.at(-1)?.after.push({ kind: 'note', text: `[${this.#notes}] ${text.trim()}` });
  }

  startNote(): void {
    this.#open('note');
  }

  endNote(): void {
    const note = this.#close('note');
    if (note) this.note(note.blocks.map(({ text }) => text).join('\n'));
  }

  /** Its text is where the comment was, told apart from what surrounds it. */
  endComment(): void {
    const note = this.#close('note');
    if (note) this.comment(note.blocks.map(({ text }) => text).join(' '));
  }

  comment(text: string): void {
    const line = text.replace(/\s+/g, ' ').trim();
    const gap = /\s$/.test(this.#paragraphs.at(-1)?.text ?? '') ? '' : ' ';
    if (line !== '') this.add(`${gap}[comment: ${line}] `);
  }

  startBox(): void {
    this.#open('box');
  }

  endBox(): void {
    const box = this.#close('box');
    if (!box) return;
    const open = this.#paragraphs.at(-1);
    if (open) open.after.push(...box.blocks);
    else for (const block of box.blocks) this.#put(block);
  }

  startTable(): void {
    this.#open('table');
  }

  startCell(): void {
    this.#open('cell');
  }

  endCell(): void {
    const cell = this.#close('cell');
    if (cell) this.#table()?.cells.push(cell.blocks);
  }

  /** A cell that covers others leaves them empty. */
  skipCells(count: number): void {
    for (let i = 0; i < Math.min(count, MAX_EMPTY_CELLS); i++) this.#table()?.cells.push([]);
  }

  endRow(): void {
    const table = this.#table();
    if (!table) return;
    const { cells } = table;
    table.cells = [];
    const [only] = cells;
    // A table of one column is a frame around text; what is written large in it is no part of the outline.
    if (cells.length === 1 && only)
      for (const block of only) this.#put(block.kind === 'heading' ? { ...block, kind: 'paragraph' } : block);
    else {
      const text = cells.map(toCellText).join(' | ');
      if (!/[^ |]/.test(text)) return;
      this.#put({ kind: 'row', text: text.replace(/[ |]+$/, ''), isFirst: !table.hasRows });
      table.hasRows = true;
    }
  }

  endTable(): void {
    const table = this.#close('table');
    if (table && table.cells.length > 0) for (const block of table.cells.flat()) this.#put(block);
  }

  /** Whatever was left open. */
  finish(): void {
    while (this.#containers.length > 0) this.#closeTop();
    while (this.#paragraphs.length > 0) this.endParagraph();
  }

  #open(kind: Container['kind']): void {
    this.#containers.push({ kind, blocks: [], cells: [], hasRows: false });
    this.#counts[kind]++;
  }

  /** What was opened inside and never closed ends with it. */
  #close(kind: Container['kind']): Container | undefined {
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
    let at = this.#containers.length - 1;
    // Text between the rows of a table belongs to what holds the table.
    if (this.#containers[at]?.kind === 'table') at = this.#holderOf(at);
    const holder = this.#containers[at];
    if (holder) holder.blocks.push(block);
    else this.#emit(block);
  }

  #holderOf(table: number): number {
    let at = table;
    while (this.#containers[at]?.kind === 'table') at--;
    return at;
  }
}

const MAX_EMPTY_CELLS = 64;

function toBlock(text: string, { marker = '', kind, level }: ParagraphStyle): Block {
  const block = { kind, text: marker === '' ? text : `${marker} ${text}` };
  // Marks that stand for something else are no part of a name.
  return level === undefined ? block : { ...block, level, name: text.replace(/\[(?:image|comment): [^\]]*\]/g, '') };
}

function toCellText(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => text.replace(/\s*\n\s*/g, ' ').trim()).join(' ');
}

/** Writes blocks so that those of one list or table stand together, and all others apart. The rows of a table stand below its first. */
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
