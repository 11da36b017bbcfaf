import type { XmlHandler, XmlTag } from '../../../html/xml-reader.ts';
import { toAsciiLower } from '../../../lib/ascii.ts';
import type { DocumentBudget } from '../document-budget.ts';
import type { DocumentParts } from '../document-parts.ts';
import type { DocumentText } from '../document-text.ts';
import {
  type Block,
  createBlockWriter,
  FlowText,
  formatListNumber,
  type ParagraphStyle,
  SkippedElements,
} from '../flow-text.ts';
import { OOXML_ENDS, OOXML_STARTS, openOffice } from './ooxml.ts';

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
const SKIPPED = new Set(
  'Fallback del moveFrom pPrChange rPrChange tblPrChange trPrChange tcPrChange sectPrChange'.split(' '),
);

const CHARACTERS: ReadonlyMap<string, string> = new Map([
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
  readonly #skipped = new SkippedElements();
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
    if (this.#skipped.starts(SKIPPED.has(tag.name))) return;
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
    if (this.#isText && !this.#skipped.isOpen) this.#flow.add(chars);
  }

  end(name: string): void {
    if (this.#skipped.ends()) return;
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
    const char = CHARACTERS.get(tag.name);
    const note = () => this.#deps.notes?.get(`${tag.name.replace('Reference', '')} ${tag.attribute('id')}`) ?? '';
    if (char !== undefined) this.#flow.add(char);
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

interface Level {
  format: string;
  text: string;
  start: number;
}

interface List {
  readonly levels: Level[];
  /** Counts of all lists that share a definition: a second list continues the count unless it says otherwise. */
  readonly counts: number[];
}

interface NumberedList {
  definition: string;
  readonly starts: Map<number, number>;
}

const LEVELS = 9;
/** The text is written before every item: a list must not expand a small file into a large text. */
const MAX_TEXT_CHARS = 100;

/** Counts list items in document order and formats their markers. */
class DocxNumbering {
  readonly #definitions = new Map<string, List>();
  readonly #lists = new Map<string, NumberedList>();

  async read(parts: DocumentParts, part: string): Promise<void> {
    let list: List | undefined;
    let level: Level | undefined;
    let numbered: NumberedList | undefined;
    let ilvl = 0;
    await parts.readXml(part, {
      start: (tag) => {
        const value = tag.attribute('val');
        if (tag.name === 'abstractNum') {
          list = { levels: [], counts: [] };
          parts.budget.spend('items', 1);
          this.#definitions.set(tag.attribute('abstractNumId'), list);
        } else if (tag.name === 'num') {
          list = undefined;
          numbered = { definition: '', starts: new Map() };
          parts.budget.spend('items', 1);
          this.#lists.set(tag.attribute('numId'), numbered);
        } else if (tag.name === 'abstractNumId' && numbered) numbered.definition = value;
        else if (tag.name === 'lvl' && list) {
          level = { format: 'decimal', text: '', start: 1 };
          ilvl = toLevel(tag.attribute('ilvl'));
          list.levels[ilvl] = level;
        } else if (tag.name === 'lvlOverride') ilvl = toLevel(tag.attribute('ilvl'));
        else if (tag.name === 'startOverride') numbered?.starts.set(ilvl, Number(value) || 1);
        else if (!level) return;
        else if (tag.name === 'numFmt') level.format = value;
        else if (tag.name === 'lvlText') level.text = value.slice(0, MAX_TEXT_CHARS);
        else if (tag.name === 'start') level.start = Number(value) || 0;
      },
      end(name) {
        if (name === 'lvl') level = undefined;
      },
    });
  }

  /** Counts an item and returns its marker; empty for an unknown or unnumbered list. */
  next(numId: string, ilvl: number): string {
    const numbered = this.#lists.get(numId);
    const list = numbered && this.#definitions.get(numbered.definition);
    const at = Math.min(ilvl, LEVELS - 1);
    const level = list?.levels[at];
    if (!numbered || !list || !level) return '';
    const start = numbered.starts.get(at);
    numbered.starts.delete(at);
    const { counts } = list;
    counts[at] = start ?? (counts[at] === undefined ? level.start : counts[at] + 1);
    counts.length = at + 1;
    if (level.format === 'bullet') return '-';
    if (level.format === 'none') return '';
    return level.text.replace(/%([1-9])/g, (_, digit) => {
      const index = Number(digit) - 1;
      const other = list.levels[index];
      return formatListNumber(counts[index] ?? other?.start ?? 1, other?.format ?? 'decimal');
    });
  }
}

function toLevel(value: string): number {
  const level = Number(value);
  return level > 0 && level < LEVELS ? Math.floor(level) : 0;
}

interface DocxStyle {
  /** Heading level 1–9, or 0 if the paragraph is not a heading. */
  readonly level: number;
  readonly isTitle: boolean;
  readonly numId: string;
  readonly ilvl: number;
}

interface RawStyle {
  name: string;
  basedOn: string;
  outline: string;
  numId: string;
  ilvl: string;
}

const NO_STYLE: DocxStyle = { level: 0, isTitle: false, numId: '', ilvl: 0 };
/** Styles may be based on each other in a cycle. */
const MAX_DEPTH = 16;

/** Reads the paragraph styles, by id. */
async function readDocxStyles(parts: DocumentParts, part: string | undefined): Promise<(id: string) => DocxStyle> {
  const raw = new Map<string, RawStyle>();
  if (part !== undefined) await readRawStyles(parts, part, raw);
  return (id) => toStyle(raw, id);
}

async function readRawStyles(parts: DocumentParts, part: string, raw: Map<string, RawStyle>): Promise<void> {
  let open: RawStyle | undefined;
  await parts.readXml(part, {
    start(tag) {
      const value = tag.attribute('val');
      if (tag.name === 'style') {
        parts.budget.spend('items', 1);
        open = { name: '', basedOn: '', outline: '', numId: '', ilvl: '' };
        const type = tag.attribute('type');
        if (type === 'paragraph' || type === '') raw.set(tag.attribute('styleId'), open);
      } else if (!open) return;
      else if (tag.name === 'name') open.name ||= value;
      else if (tag.name === 'basedOn') open.basedOn = value;
      else if (tag.name === 'outlineLvl') open.outline = value;
      else if (tag.name === 'numId') open.numId = value;
      else if (tag.name === 'ilvl') open.ilvl = value;
    },
    end(name) {
      if (name === 'style') open = undefined;
    },
  });
}

/** Fills in unset properties from the style it is based on. */
function toStyle(raw: ReadonlyMap<string, RawStyle>, id: string): DocxStyle {
  let { level, isTitle, numId, ilvl } = NO_STYLE;
  let isLevelKnown = false;
  let at = raw.get(id) ?? { name: id, basedOn: '', outline: '', numId: '', ilvl: '' };
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const name = toAsciiLower(at.name);
    const heading = /^heading ?([1-9])$/.exec(name);
    if (!isLevelKnown && (heading || at.outline !== '')) {
      level = heading ? Number(heading[1]) : toOutlineLevel(at.outline);
      isLevelKnown = true;
    }
    isTitle ||= name === 'title';
    if (numId === '' && at.numId !== '') {
      numId = at.numId;
      ilvl = Number(at.ilvl) || 0;
    }
    const base = raw.get(at.basedOn);
    if (!base) break;
    at = base;
  }
  return { level, isTitle, numId, ilvl };
}

/** Levels are written from 0; 9 is body text. */
function toOutlineLevel(value: string): number {
  const level = Number(value);
  return value !== '' && level >= 0 && level < 9 ? level + 1 : 0;
}
