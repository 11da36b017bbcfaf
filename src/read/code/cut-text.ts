/** Replacement for a piece that is cut; keeps its rows. */
export interface Fill {
  readonly before: string;
  /** Text for each line end. */
  readonly row: string;
  readonly after: string;
}

export const BLANK: Fill = { before: ' ', row: '\n', after: '' };

/** A text with pieces cut out, in order. Marked pieces wait until their kind is decided. */
export class CutText {
  readonly #text: string;
  readonly #pieces: string[] = [];
  #copied = 0;
  #lineEnd = -1;
  readonly #marks: Mark[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** Keeps a piece that begins before one that was already cut. */
  cut(start: number, end: number, fill = BLANK): void {
    if (end - start < MIN_CUT || start < this.#copied) return;
    const before = this.#text.slice(this.#copied, start);
    this.#pieces.push(before, fill.before, fill.row.repeat(this.#countRows(start, end)), fill.after);
    this.#copied = end;
  }

  /** Caches the last line end: in a file of one line each piece would search to the end. */
  #countRows(start: number, end: number): number {
    if (this.#lineEnd < start) this.#lineEnd = this.#findLineEnd(start);
    let rows = 0;
    for (; this.#lineEnd < end; rows++) this.#lineEnd = this.#findLineEnd(this.#lineEnd + 1);
    return rows;
  }

  #findLineEnd(from: number): number {
    const at = this.#text.indexOf('\n', from);
    return at < 0 ? this.#text.length : at;
  }

  /** Replaces marks inside the piece. */
  mark(kind: number, start: number, end: number, fill = BLANK): void {
    while ((this.#marks.at(-1)?.start ?? -1) >= start) this.#marks.pop();
    this.#marks.push({ kind, start, end, fill });
  }

  /** Cuts the marked pieces of these kinds (bits) and drops the other marks. */
  settle(kinds: number): void {
    if (this.#marks.length === 0) return;
    for (const { kind, start, end, fill } of this.#marks) if ((kind & kinds) !== 0) this.cut(start, end, fill);
    this.#marks.length = 0;
  }

  /** Drops marks of all kinds except these, which are cut in any case. */
  forget(kept: number): void {
    if (this.#marks.length > MAX_MARKS) this.settle(kept);
    const left = this.#marks.filter(({ kind }) => (kind & kept) !== 0);
    this.#marks.splice(0, this.#marks.length, ...left);
  }

  finish(): string {
    if (this.#copied === 0) return this.#text;
    this.#pieces.push(this.#text.slice(this.#copied));
    return this.#pieces.join('');
  }
}

/** Shorter pieces cost more to cut than to parse. */
const MIN_CUT = 5;

/** Beyond this, marks are not scanned again: a head that never ends would take quadratic time. */
const MAX_MARKS = 32;

interface Mark {
  readonly kind: number;
  readonly start: number;
  readonly end: number;
  readonly fill: Fill;
}
