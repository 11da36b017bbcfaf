import type { XmlHandler, XmlTag } from '../../../html/xml-reader.ts';
import type { DocumentBudget } from '../document-budget.ts';
import { type Block, type FlowEnds, type FlowStarts, FlowText, type ParagraphStyle } from '../flow-text.ts';
import { LeftOut } from './left-out.ts';
import { OdfLists } from './odf-lists.ts';

/** Elements whose text isn't part of the document: deleted text, authors and dates of comments, and scripts. */
const LEFT_OUT = new Set(
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
export class OdfBody implements Required<XmlHandler> {
  readonly #flow: FlowText;
  readonly lists = new OdfLists();
  /** Automatic styles and their parents. */
  readonly #parents = new Map<string, string>();
  readonly #leftOut = new LeftOut();
  readonly #open: { style: string; level: number }[] = [];
  #description: string | undefined;
  title = '';

  constructor(emit: (block: Block) => void, budget: DocumentBudget) {
    this.#flow = new FlowText(emit, budget);
  }

  finish(): void {
    this.#flow.finish();
  }

  start(tag: XmlTag): void {
    const { name } = tag;
    // The date of a note is not part of its text; the date of a field is.
    const isField = name === 'date' && tag.attribute('date-value') !== '';
    if (this.#leftOut.starts(LEFT_OUT.has(name) && !isField)) return;
    const container = STARTS.get(name);
    if (container) this.#flow.start(container);
    else if (name === 'p' || name === 'h') {
      this.#flow.startParagraph();
      this.#open.push({ style: tag.attribute('style-name'), level: name === 'h' ? toLevel(tag) : 0 });
    } else if (name === 's') this.#flow.add(' '.repeat(Math.min(Number(tag.attribute('c')) || 1, COUNTED_SPACES)));
    else if (name === 'tab') this.#flow.add('\t');
    else if (name === 'line-break') this.#flow.add('\n');
    else if (name === 'list') this.lists.startList(tag.attribute('style-name'));
    else if (name === 'list-item') this.lists.startItem();
    else if (name === 'covered-table-cell') this.#flow.skipCells(1);
    else if (name === 'style') this.#parents.set(tag.attribute('name'), tag.attribute('parent-style-name'));
    else if (name === 'desc') this.#description = '';
    else this.lists.define(tag);
  }

  text(chars: string): void {
    if (this.#leftOut.isOpen) return;
    const text = chars.replace(/[ \t\n\r]+/g, ' ');
    if (this.#description !== undefined) this.#description += text;
    else if (this.#open.length > 0) this.#flow.add(text);
  }

  end(name: string): void {
    if (this.#leftOut.ends()) return;
    const step = ENDS.get(name);
    if (step) this.#flow[step]();
    else if (name === 'p' || name === 'h') this.#endParagraph();
    else if (name === 'list') this.lists.endList();
    else if (name === 'desc') {
      if (this.#description?.trim()) this.#flow.add(` [image: ${this.#description.trim()}] `);
      this.#description = undefined;
    }
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

function toLevel(tag: XmlTag): number {
  return Math.max(1, Number(tag.attribute('outline-level')) || 1);
}
