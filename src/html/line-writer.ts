/** Separators between the last text and the next, strongest last. */
export const GAP = { none: 0, space: 1, line: 2, cell: 3, block: 4, paragraph: 5 } as const;
export type Gap = (typeof GAP)[keyof typeof GAP];

/** Collects text lines, each with the source line of its first character. */
export class LineWriter {
  readonly #lines: string[] = [];
  readonly #sources: number[] = [];
  #line = '';
  #source = 1;
  #gap: Gap = GAP.none;
  /** True in a preformatted line (`pre`), which ends at line feeds, not at gaps. */
  #isOpen = false;

  gap(gap: Gap): void {
    if (gap > this.#gap) this.#gap = gap;
  }

  /** Adds text that needs no collapsing of white space. */
  add(text: string, sourceLine: number): void {
    this.#applyGap(sourceLine);
    if (this.#line === '') this.#source = sourceLine;
    this.#line += text;
    this.#isOpen = true;
  }

  /** Adds text unchanged, including line feeds. */
  addPreformatted(text: string, sourceLine: number): void {
    let from = 0;
    let line = sourceLine;
    for (let feed = text.indexOf('\n'); feed >= 0; feed = text.indexOf('\n', from)) {
      this.add(text.slice(from, feed), line);
      this.#endLine();
      from = feed + 1;
      line++;
    }
    if (from < text.length) this.add(text.slice(from), line);
  }

  nextLine(): number {
    const open = this.#isOpen ? 1 : 0;
    if (this.#lines.length + open === 0) return 1;
    if (this.#gap < GAP.line || this.#gap === GAP.cell) return this.#lines.length + 1;
    const blank = this.#gap === GAP.paragraph && !(open === 0 && this.#lines.at(-1) === '') ? 1 : 0;
    return this.#lines.length + open + blank + 1;
  }

  finish(): { readonly text: string; readonly sourceLines: Uint32Array } {
    if (this.#isOpen) this.#endLine();
    while (this.#lines.at(-1) === '') this.#lines.pop();
    const text = this.#lines.length === 0 ? '' : `${this.#lines.join('\n')}\n`;
    return { text, sourceLines: Uint32Array.from(this.#sources.slice(0, this.#lines.length)) };
  }

  #applyGap(sourceLine: number): void {
    const gap = this.#gap;
    if (gap === GAP.none) return;
    this.#gap = GAP.none;
    if (this.#lines.length === 0 && !this.#isOpen) return;
    if (gap === GAP.space || gap === GAP.cell) {
      if (this.#isOpen) this.#line += gap === GAP.cell ? '\t' : ' ';
      return;
    }
    if (this.#isOpen) this.#endLine();
    if (gap !== GAP.paragraph || this.#lines.at(-1) === '') return;
    this.#lines.push('');
    this.#sources.push(sourceLine);
  }

  #endLine(): void {
    this.#lines.push(this.#line);
    this.#sources.push(this.#source);
    this.#line = '';
    this.#isOpen = false;
  }
}
