import { toPageText } from '../../../model/address/address.ts';
import type { DocumentText } from '../document-text.ts';
import { type Block, createBlockWriter } from '../flow-text.ts';

/** Collects one slide: its title, its other text, and its speaker notes. */
export class SlideText {
  readonly title: string[] = [];
  readonly body: Block[] = [];
  readonly notes: Block[] = [];

  write(out: DocumentText, number: number): void {
    out.place(toPageText('slide', number), 1);
    const title = this.title.join(' ').replace(/\s+/g, ' ').trim();
    if (title !== '') out.heading(1, title);
    const write = createBlockWriter(out);
    for (const block of this.body) write(block);
    if (this.notes.length === 0) return;
    out.paragraph('Notes:');
    for (const block of this.notes) write(block);
  }
}
