import { findRange } from '../../lib/binary-search.ts';
import { countLines } from '../../lib/lines.ts';

const LF = 10;

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
    return findRange(this.#starts, this.count, at);
  }

  slice(line: number): string {
    return this.text.slice(this.start(line), this.end(line));
  }

  startsWith(line: number, prefix: string): boolean {
    return this.text.startsWith(prefix, this.start(line));
  }

  /** Counts the spaces and tabs before the first other character. */
  indent(line: number): number {
    return /^[ \t]*/.exec(this.slice(line))?.[0].length ?? 0;
  }

  isBlank(line: number): boolean {
    return /^[ \t\r]*$/.test(this.slice(line));
  }

  /** UTF-16 units of lines [from, to): at least as many as code points. */
  size(from: number, to: number): number {
    return this.start(to) - this.start(from);
  }
}

/** Returns the offset after the next mark, or after the text. */
export function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}
