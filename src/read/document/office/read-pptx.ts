import type { XmlHandler, XmlTag } from '../../../html/xml-reader.ts';
import { LIMITS } from '../../../model/limits.ts';
import type { DocumentBudget } from '../document-budget.ts';
import type { DocumentParts } from '../document-parts.ts';
import type { DocumentText } from '../document-text.ts';
import { type Block, FlowText, SkippedElements } from '../flow-text.ts';
import { OOXML_ENDS, OOXML_STARTS, openOffice, readRelations } from './ooxml.ts';
import { SlideText } from './slide-text.ts';

export async function readPptx(parts: DocumentParts, out: DocumentText): Promise<void> {
  const slides = await listSlides(parts, out);
  const limit = LIMITS.maxDocumentPages;
  for (const [i, part] of slides.slice(0, limit).entries()) {
    if (part === undefined || out.isFull) continue;
    const slide = new SlideText();
    try {
      await readSlide(parts, part, slide);
    } finally {
      slide.write(out, i + 1);
    }
    if (i === 0 && slide.isCover) out.facts = { ...out.facts, cover: slide.name };
  }
  if (slides.length > limit) {
    const message = 'The presentation has more slides than allowed; the rest were skipped.';
    out.warn({ code: 'max-chunks', message, limit, actual: slides.length });
  }
}

/** Lists the parts of the slides in their order; undefined for one that is missing. */
export async function listSlides(parts: DocumentParts, out: DocumentText): Promise<(string | undefined)[]> {
  const { main, relations } = await openOffice(parts, out, 'ppt/presentation.xml');
  const slides: (string | undefined)[] = [];
  await parts.readMain(main, {
    start(tag) {
      if (tag.name === 'sldId') slides.push(relations.find(tag.attribute(':id')));
    },
  });
  return slides;
}

async function readSlide(parts: DocumentParts, part: string, slide: SlideText): Promise<void> {
  const readShapes = (from: string, points: readonly string[], take: TakeBlock) =>
    parts.readXml(from, new ShapeReader(points, parts.budget, take));
  await readShapes(part, POINTS, (block, shape) => {
    slide.isCover ||= shape === 'ctrTitle';
    if (TITLES.has(shape)) slide.title.push(block.text);
    else slide.body.push(block);
  });
  const relations = await readRelations(parts, part);
  // The text of a SmartArt is in a part of its own.
  for (const diagram of relations.ofType('diagramData'))
    await readShapes(diagram, [], (block) => slide.body.push(block));
  for (const notes of relations.ofType('notesSlide'))
    await readShapes(notes, [], (block, shape) => {
      if (shape === 'body') slide.notes.push(block);
    });
}

/** Placeholders whose paragraphs are list items. */
const POINTS = ['body', 'obj', 'subTitle'];
const TITLES = new Set(['title', 'ctrTitle']);
/** Placeholders that are the same on every slide. */
const REPEATED = new Set(['dt', 'ftr', 'sldNum', 'hdr', 'sldImg']);

/** `shape` is the type of a shape's placeholder, `none` for others. */
type TakeBlock = (block: Block, shape: string) => void;

/** Collects the text of a slide, shape by shape. */
class ShapeReader implements Required<XmlHandler> {
  readonly #flow: FlowText;
  #shape = 'none';
  #level = 0;
  #isText = false;
  readonly #skipped = new SkippedElements();
  readonly #points: readonly string[];

  constructor(points: readonly string[], budget: DocumentBudget, take: TakeBlock) {
    this.#points = points;
    this.#flow = new FlowText((block) => {
      if (!REPEATED.has(this.#shape)) take(block, this.#shape);
    }, budget);
  }

  start(tag: XmlTag): void {
    if (this.#skipped.starts(tag.name === 'Fallback')) return;
    const { name } = tag;
    const container = OOXML_STARTS.get(name);
    if (container) this.#flow.start(container);
    else if (name === 'sp' || name === 'graphicFrame') this.#shape = 'none';
    else if (name === 'ph') this.#shape = tag.attribute('type') || 'obj';
    else if (name === 'pPr') this.#level = Math.max(0, Math.min(Number(tag.attribute('lvl')) || 0, 9));
    else if (name === 't') this.#isText = true;
    else if (name === 'br') this.#flow.add('\n');
    else if (name === 'p') {
      this.#flow.startParagraph();
      this.#level = 0;
    }
  }

  text(chars: string): void {
    if (this.#isText && !this.#skipped.isOpen) this.#flow.add(chars);
  }

  end(name: string): void {
    if (this.#skipped.ends()) return;
    const step = OOXML_ENDS.get(name);
    if (step) this.#flow[step]();
    else if (name === 't') this.#isText = false;
    else if (name === 'p') this.#endParagraph();
  }

  /** Text in a text placeholder is a list item; other shapes hold captions. */
  #endParagraph(): void {
    const isPoint = this.#level > 0 || this.#points.includes(this.#shape);
    this.#flow.endParagraph(isPoint ? { kind: 'item', marker: `${'  '.repeat(this.#level)}-` } : undefined);
  }
}
