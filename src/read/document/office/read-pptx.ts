import type { XmlHandler, XmlTag } from '../../../html/xml-reader.ts';
import { LIMITS } from '../../../model/limits.ts';
import type { DocumentParts } from '../document-parts.ts';
import type { DocumentFacts } from '../document-reader.ts';
import type { DocumentText } from '../document-text.ts';
import { type Block, FlowText } from '../flow-text.ts';
import { LeftOut } from './left-out.ts';
import { readProperties } from './properties.ts';
import { findMainPart, readRelations } from './relations.ts';
import { SlideText } from './slide-text.ts';

export async function readPptx(parts: DocumentParts, out: DocumentText): Promise<DocumentFacts> {
  const main = await findMainPart(parts, 'ppt/presentation.xml');
  const [core = 'docProps/core.xml'] = (await readRelations(parts, '')).ofType('core-properties');
  const relations = await readRelations(parts, main);
  const ids: string[] = [];
  await parts.readMain(main, {
    start(tag) {
      if (tag.name === 'sldId') ids.push(tag.attribute(':id'));
    },
  });
  const limit = LIMITS.maxDocumentPages;
  for (const [i, id] of ids.slice(0, limit).entries()) {
    const part = relations.find(id);
    if (part !== undefined && !out.isFull) await readSlide(parts, part, { out, number: i + 1 });
  }
  if (ids.length > limit) {
    const message = 'The presentation has more slides than allowed; the rest is left out.';
    out.warn({ code: 'max-chunks', message, limit, actual: ids.length });
  }
  return readProperties(parts, core);
}

async function readSlide(
  parts: DocumentParts,
  part: string,
  { out, number }: { readonly out: DocumentText; readonly number: number },
): Promise<void> {
  const slide = new SlideText();
  await parts.readXml(
    part,
    new ShapeReader({ points: POINTS }, (block, shape) => {
      if (TITLES.has(shape)) slide.title.push(block.text);
      else slide.body.push(block);
    }),
  );
  const relations = await readRelations(parts, part);
  // What a SmartArt says lies beside the slide that shows it.
  for (const diagram of relations.ofType('diagramData')) {
    await parts.readXml(diagram, new ShapeReader({ points: [] }, (block) => slide.body.push(block)));
  }
  for (const notes of relations.ofType('notesSlide')) {
    await parts.readXml(
      notes,
      new ShapeReader({ points: [] }, (block, shape) => {
        if (shape === 'body') slide.notes.push(block);
      }),
    );
  }
  slide.write(out, number);
}

/** Placeholders whose paragraphs are points. */
const POINTS = ['body', 'obj', 'subTitle'];
const TITLES = new Set(['title', 'ctrTitle']);
/** On every slide the same. */
const REPEATED = new Set(['dt', 'ftr', 'sldNum', 'hdr', 'sldImg']);

/** Texts of a slide, shape by shape; `shape` is the type of its placeholder, `none` for others. */
class ShapeReader implements Required<XmlHandler> {
  readonly #flow: FlowText;
  #shape = 'none';
  #level = 0;
  #isText = false;
  readonly #leftOut = new LeftOut();

  readonly #points: readonly string[];

  constructor({ points }: { readonly points: readonly string[] }, take: (block: Block, shape: string) => void) {
    this.#points = points;
    this.#flow = new FlowText((block) => {
      if (!REPEATED.has(this.#shape)) take(block, this.#shape);
    });
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
        this.#level = Math.min(Number(tag.attribute('lvl')) || 0, 9);
        break;
      case 't':
        this.#isText = true;
        break;
      case 'br':
        this.#flow.add(TITLES.has(this.#shape) ? ' ' : '\n');
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

  /** What stands in a place for text is a point; other shapes hold captions. */
  #endParagraph(): void {
    const isPoint = this.#level > 0 || this.#points.includes(this.#shape);
    this.#flow.endParagraph(isPoint ? { kind: 'item', marker: `${'  '.repeat(this.#level)}-` } : undefined);
  }
}
