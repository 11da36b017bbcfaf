import { countLines } from '../../lib/lines.ts';

const LF = 10;
const CR = 13;
const SPACE = 32;
const TAB = 9;

/** Lines of a text by their offsets, 0-based: a line becomes a string only when a scanner needs it. */
export class Lines {
  readonly text: string;
  readonly count: number;
  readonly #starts: Uint32Array;

  constructor(text: string) {
    this.text = text;
    this.count = countLines(text);
    this.#starts = new Uint32Array(this.count + 1);
    let at = 0;
    for (let line = 0; line < this.count; line++) {
      this.#starts[line] = at;
      at = text.indexOf('\n', at) + 1;
    }
    this.#starts[this.count] = text.charCodeAt(text.length - 1) === LF ? text.length : text.length + 1;
  }

  start(line: number): number {
    return this.#starts[line] as number;
  }

  /** Offset of the end of a line, before the LF. */
  end(line: number): number {
    return (this.#starts[line + 1] as number) - 1;
  }

  /** Character code at a column; -1 after the end of the line. */
  code(line: number, column: number): number {
    const at = this.start(line) + column;
    return at < this.end(line) ? this.text.charCodeAt(at) : -1;
  }

  /** Line of an offset. */
  lineOf(at: number): number {
    let low = 0;
    let high = this.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.start(middle) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  slice(line: number): string {
    return this.text.slice(this.start(line), this.end(line));
  }

  startsWith(line: number, prefix: string): boolean {
    return this.text.startsWith(prefix, this.start(line));
  }

  /** Counts the spaces and tabs before the first other character. */
  indent(line: number): number {
    const start = this.start(line);
    const end = this.end(line);
    let at = start;
    while (at < end && isBlank(this.text.charCodeAt(at))) at++;
    return at - start;
  }

  isBlank(line: number): boolean {
    const end = this.end(line);
    for (let at = this.start(line); at < end; at++) {
      const code = this.text.charCodeAt(at);
      if (!isBlank(code) && code !== CR) return false;
    }
    return true;
  }

  /** UTF-16 units of lines [from, to): at least as many as code points. */
  size(from: number, to: number): number {
    return this.start(to) - this.start(from);
  }
}

export function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}
