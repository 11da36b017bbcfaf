import type { XmlHandler, XmlTag } from '../../../html/xml-reader.ts';
import type { DocumentBudget } from '../document-budget.ts';
import type { DocumentParts } from '../document-parts.ts';
import type { DocumentText } from '../document-text.ts';
import { type Block, createBlockWriter, FlowText, type ParagraphStyle } from '../flow-text.ts';
import { DocxNumbering } from './docx-numbering.ts';
import { type DocxStyle, NO_STYLE, readDocxStyles } from './docx-styles.ts';
import { LeftOut } from './left-out.ts';
import { OOXML_ENDS, OOXML_STARTS } from './ooxml-steps.ts';
import { openOffice } from './relations.ts';

export async function readDocx(parts: DocumentParts, out: DocumentText): Promise<void> {
  const { main, relations } = await openOffice(parts, out, 'word/document.xml');
  const styleOf = await readDocxStyles(parts, relations.ofType('styles')[0]);
  const numbering = new DocxNumbering();
  for (const part of relations.ofType('numbering')) await numbering.read(parts, part);
  const notes = new Map<string, string>();
  for (const [type, name] of NOTES) {
    for (const part of relations.ofType(type)) await readNotes(parts, part, { name, notes });
  }
  const body = new DocxBody(createBlockWriter(out), { budget: out.budget, styleOf, numbering, notes });
  try {
    await parts.readMain(main, body);
  } finally {
    body.finish();
  }
  out.facts = { ...out.facts, cover: body.title };
}

const NOTES = [
  ['footnotes', 'footnote'],
  ['endnotes', 'endnote'],
  ['comments', 'comment'],
] as const;

/** Reads each note as one text, by kind and id. */
async function readNotes(
  parts: DocumentParts,
  part: string,
  { name, notes }: { readonly name: string; readonly notes: Map<string, string> },
): Promise<void> {
  let texts: string[] = [];
  let id = '';
  const body = new DocxBody(({ text }: Block) => texts.push(text), {
    budget: parts.budget,
    styleOf: () => NO_STYLE,
  });
  await parts.readXml(part, {
    start(tag) {
      if (tag.name === name) {
        id = tag.attribute('id');
        texts = [];
      } else body.start(tag);
    },
    text: (chars) => body.text(chars),
    end(ended) {
      if (ended === name) {
        body.finish();
        notes.set(`${name} ${id}`, texts.join('\n'));
      } else body.end(ended);
    },
  });
}

/** Elements that hold deleted text, a second copy of text, or properties from before a change. */
const LEFT_OUT = new Set(
  'Fallback del moveFrom pPrChange rPrChange tblPrChange trPrChange tcPrChange sectPrChange'.split(' '),
);

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['ptab', '\t'],
  ['br', '\n'],
  ['cr', '\n'],
  ['noBreakHyphen', '-'],
]);

interface BodyDeps {
  readonly budget: DocumentBudget;
  readonly styleOf: (id: string) => DocxStyle;
  readonly numbering?: DocxNumbering;
  readonly notes?: ReadonlyMap<string, string>;
}

interface ParagraphProperties {
  style: string;
  numId: string;
  ilvl: string;
  /** Number of open runs. */
  runs: number;
}

class DocxBody implements Required<XmlHandler> {
  readonly #flow: FlowText;
  readonly #deps: BodyDeps;
  /** Properties of the open paragraphs: a paragraph in a text box is inside another. */
  readonly #properties: ParagraphProperties[] = [];
  readonly #leftOut = new LeftOut();
  #isText = false;
  title = '';

  constructor(emit: (block: Block) => void, deps: BodyDeps) {
    this.#flow = new FlowText(emit, deps.budget);
    this.#deps = deps;
  }

  finish(): void {
    this.#flow.finish();
  }

  start(tag: XmlTag): void {
    if (this.#leftOut.starts(LEFT_OUT.has(tag.name))) return;
    const container = OOXML_STARTS.get(tag.name);
    if (container) this.#flow.start(container);
    else if (tag.name === 'p') {
      this.#flow.startParagraph();
      this.#properties.push({ style: '', numId: '', ilvl: '', runs: 0 });
    } else if (tag.name === 'r') this.#countRun(1);
    else if (tag.name === 't') this.#isText = true;
    else if ((this.#properties.at(-1)?.runs ?? 0) > 0) this.#startInRun(tag);
    else this.#startProperty(tag);
  }

  text(chars: string): void {
    if (this.#isText && !this.#leftOut.isOpen) this.#flow.add(chars);
  }

  end(name: string): void {
    if (this.#leftOut.ends()) return;
    const step = OOXML_ENDS.get(name);
    if (step) this.#flow[step]();
    else if (name === 't') this.#isText = false;
    else if (name === 'r') this.#countRun(-1);
    else if (name === 'p') this.#endParagraph();
  }

  #countRun(step: number): void {
    const open = this.#properties.at(-1);
    if (open) open.runs += step;
  }

  #startProperty(tag: XmlTag): void {
    const open = this.#properties.at(-1);
    if (!open) return;
    if (tag.name === 'pStyle') open.style = tag.attribute('val');
    else if (tag.name === 'numId') open.numId = tag.attribute('val');
    else if (tag.name === 'ilvl') open.ilvl = tag.attribute('val');
  }

  #startInRun(tag: XmlTag): void {
    const sign = SIGNS.get(tag.name);
    const note = () => this.#deps.notes?.get(`${tag.name.replace('Reference', '')} ${tag.attribute('id')}`) ?? '';
    if (sign !== undefined) this.#flow.add(sign);
    else if (tag.name === 'commentReference') this.#flow.comment(note());
    else if (/^(?:foot|end)noteReference$/.test(tag.name)) this.#flow.note(note());
    else if (tag.name === 'docPr' && tag.attribute('descr') !== '')
      this.#flow.add(` [image: ${tag.attribute('descr')}] `);
  }

  #endParagraph(): void {
    const own = this.#properties.pop();
    if (!own) return;
    const style = this.#deps.styleOf(own.style);
    const { level } = style;
    const numId = own.numId || style.numId;
    const ilvl = own.ilvl === '' ? style.ilvl : Number(own.ilvl) || 0;
    // An empty paragraph has no number.
    if (this.#flow.isEmpty) {
      this.#flow.endParagraph();
      return;
    }
    const marker = numId === '' ? '' : (this.#deps.numbering?.next(numId, ilvl) ?? '');
    const text = this.#flow.endParagraph(toParagraphStyle({ level, marker, ilvl }));
    if (style.isTitle) this.title ||= text;
  }
}

function toParagraphStyle({ level, marker, ilvl }: { level: number; marker: string; ilvl: number }): ParagraphStyle {
  if (level > 0) return { kind: 'heading', level, marker };
  if (marker === '') return { kind: 'paragraph' };
  return { kind: 'item', marker: `${'  '.repeat(Math.min(ilvl, 9))}${marker}` };
}
