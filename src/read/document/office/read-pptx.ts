import type { XmlHandler, XmlTag } from '../../../html/xml-reader.ts';
import { LIMITS } from '../../../model/limits.ts';
import type { DocumentBudget } from '../document-budget.ts';
import type { DocumentParts } from '../document-parts.ts';
import type { DocumentText } from '../document-text.ts';
import { type Block, FlowText } from '../flow-text.ts';
import { LeftOut } from './left-out.ts';
import { openOffice, readRelations } from './relations.ts';
import { SlideText } from './slide-text.ts';

export async function readPptx(parts: DocumentParts, out: DocumentText): Promise<void> {
  const { main, relations } = await openOffice(parts, out, 'ppt/presentation.xml');
  const ids: string[] = [];
  await parts.readMain(main, {
    start(tag) {
      if (tag.name === 'sldId') ids.push(tag.attribute(':id'));
    },
  });
  const limit = LIMITS.maxDocumentPages;
  for (const [i, id] of ids.slice(0, limit).entries()) {
    const part = relations.find(id);
    if (part === undefined || out.isFull) continue;
    const slide = await readSlide(parts, part, { out, number: i + 1 });
    if (i === 0 && slide.isCover) out.facts = { ...out.facts, cover: slide.name };
  }
  if (ids.length > limit) {
    const message = 'The presentation has more slides than allowed; the rest were skipped.';
    out.warn({ code: 'max-chunks', message, limit, actual: ids.length });
  }
}

async function readSlide(
  parts: DocumentParts,
  part: string,
  { out, number }: { readonly out: DocumentText; readonly number: number },
): Promise<SlideText> {
  const slide = new SlideText();
  try {
    await readSlideText(parts, part, { slide, budget: out.budget });
  } finally {
    slide.write(out, number);
  }
  return slide;
}

async function readSlideText(
  parts: DocumentParts,
  part: string,
  { slide, budget }: { readonly slide: SlideText; readonly budget: DocumentBudget },
): Promise<void> {
  await parts.readXml(
    part,
    new ShapeReader({ points: POINTS, budget }, (block, shape) => {
      slide.isCover ||= shape === 'ctrTitle';
      if (TITLES.has(shape)) slide.title.push(block.text);
      else slide.body.push(block);
    }),
  );
  const relations = await readRelations(parts, part);
  // The text of a SmartArt is in a part of its own.
  for (const diagram of relations.ofType('diagramData')) {
    await parts.readXml(diagram, new ShapeReader({ points: [], budget }, (block) => slide.body.push(block)));
  }
  for (const notes of relations.ofType('notesSlide')) {
    await parts.readXml(
      notes,
      new ShapeReader({ points: [], budget }, (block, shape) => {
        if (shape === 'body') slide.notes.push(block);
      }),
    );
  }
}

/** Placeholders whose paragraphs are list items. */
const POINTS = ['body', 'obj', 'subTitle'];
const TITLES = new Set(['title', 'ctrTitle']);
/** Placeholders that are the same on every slide. */
const REPEATED = new Set(['dt', 'ftr', 'sldNum', 'hdr', 'sldImg']);

interface ShapeOptions {
  readonly points: readonly string[];
  readonly budget: DocumentBudget;
}

/** Collects the text of a slide, shape by shape; `shape` is the type of its placeholder, `none` for others. */
class ShapeReader implements Required<XmlHandler> {
  readonly #flow: FlowText;
  #shape = 'none';
  #level = 0;
  #isText = false;
  readonly #leftOut = new LeftOut();

  readonly #points: readonly string[];

  constructor({ points, budget }: ShapeOptions, take: (block: Block, shape: string) => void) {
    this.#points = points;
    this.#flow = new FlowText((block) => {
      if (!REPEATED.has(this.#shape)) take(block, this.#shape);
    }, budget);
  }

  start(tag: XmlTag): void {
    if (this.#leftOut.starts(tag.name === 'Fallback')) return;
    switch (tag.name) {
      case 'sp':
      case 'graphicFrame':
        this.#shape = 'none';
        break;
      case 'ph':
        this.#shape = tag.attribute('type') || 'obj';
        break;
      case 'p':
        this.#flow.startParagraph();
        this.#level = 0;
        break;
      case 'pPr':
        this.#level = Math.max(0, Math.min(Number(tag.attribute('lvl')) || 0, 9));
        break;
      case 't':
        this.#isText = true;
        break;
      case 'br':
        this.#flow.add('\n');
        break;
      case 'tbl':
        this.#flow.startTable();
        break;
      case 'tc':
        this.#flow.startCell();
        break;
    }
  }

  text(chars: string): void {
    if (this.#isText && !this.#leftOut.isOpen) this.#flow.add(chars);
  }

  end(name: string): void {
    if (this.#leftOut.ends()) return;
    if (name === 't') this.#isText = false;
    else if (name === 'p') this.#endParagraph();
    else if (name === 'tc') this.#flow.endCell();
    else if (name === 'tr') this.#flow.endRow();
    else if (name === 'tbl') this.#flow.endTable();
  }

  /** Text in a text placeholder is a list item; other shapes hold captions. */
  #endParagraph(): void {
    const isPoint = this.#level > 0 || this.#points.includes(this.#shape);
    this.#flow.endParagraph(isPoint ? { kind: 'item', marker: `${'  '.repeat(this.#level)}-` } : undefined);
  }
}
