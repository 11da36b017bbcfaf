import { toPageText } from '../../../places/address.ts';
import { type DocumentText, joinLines } from '../document-text.ts';
import { type Block, createBlockWriter } from '../flow-text.ts';

/** Collects one slide: its title, its other text, and its speaker notes. */
export class SlideText {
  readonly title: string[] = [];
  readonly body: Block[] = [];
  readonly notes: Block[] = [];
  /** Whether it has the layout of a title page. */
  isCover = false;

  get name(): string {
    return joinLines(this.title.flatMap((text) => text.split('\n'))).replace(/\s+/g, ' ');
  }

  write(out: DocumentText, number: number): void {
    out.place(toPageText('slide', number), 1);
    const title = this.name;
    if (title !== '') out.heading(1, title);
    const write = createBlockWriter(out);
    for (const block of this.body) write(block);
    if (this.notes.length === 0) return;
    out.paragraph('Notes:');
    for (const block of this.notes) write(block);
  }
}
