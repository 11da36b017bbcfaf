import type { DocumentText } from '../document-text.ts';
import { type Block, createBlockWriter } from '../flow-text.ts';

/** One slide: its title, what else stands on it, and what is to be said. */
export class SlideText {
  readonly title: string[] = [];
  readonly body: Block[] = [];
  readonly notes: Block[] = [];

  write(out: DocumentText, number: number): void {
    out.place(`slide ${number}`, 1);
    const title = this.title.join(' ').replace(/\s+/g, ' ').trim();
    if (title !== '') out.heading(1, title);
    const write = createBlockWriter(out);
    for (const block of this.body) write(block);
    if (this.notes.length === 0) return;
    out.paragraph('Notes:');
    for (const block of this.notes) write(block);
  }
}
