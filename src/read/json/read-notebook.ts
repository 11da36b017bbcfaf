import { fromUtf8, toUtf8 } from '../../lib/bytes.ts';
import { countLines } from '../../lib/lines.ts';
import type { Cut, ReadFile } from '../../model/cut.ts';
import { BRACE, BRACKET, type JsonMember, JsonMembers, type JsonScan, LF, QUOTE } from './json-scan.ts';

/** Level of a cell without a heading: below every heading. */
const CELL_LEVEL = 7;

/** Reads a Jupyter notebook: the text of its cells and of their outputs. Returns undefined if the file has no list of cells. */
export function readNotebook(scan: JsonScan, root: number): ReadFile | undefined {
  if (scan.bytes[root] !== BRACE) return undefined;
  const cells = findMembers(scan, { value: root, container: 0 }).get('cells');
  return cells && scan.bytes[cells.value] === BRACKET ? new NotebookReader(scan).read(cells) : undefined;
}

class NotebookReader {
  readonly #scan: JsonScan;
  readonly #lines: LineCounter;
  readonly #pieces: string[] = [];
  /** Line of the file for each line of the text. */
  readonly #sourceLines: number[] = [];
  #isLineStart = true;

  constructor(scan: JsonScan) {
    this.#scan = scan;
    this.#lines = new LineCounter(scan.bytes);
  }

  read(cells: JsonMember): ReadFile {
    const cuts: Cut[] = [];
    let index = 0;
    for (const cell of this.#each(cells)) {
      const line = this.#sourceLines.length + 1;
      const isMarkdown = this.#is(cell, BRACE) && this.#readCell(cell);
      const endLine = this.#sourceLines.length;
      const name = `$.cells[${index++}]`;
      if (endLine >= line) cuts.push({ line, level: CELL_LEVEL, what: 'address', name, endLine, isMarkdown });
    }
    return {
      bytes: toUtf8(this.#pieces.join('')),
      cuts,
      sourceLines: Uint32Array.from(this.#sourceLines),
      sourceLineCount: this.#lines.total(),
    };
  }

  /** Returns whether the cell is Markdown. */
  #readCell(cell: JsonMember): boolean {
    const found = this.#find(cell);
    this.#put(found.get('source'));
    for (const output of this.#each(found.get('outputs'))) if (this.#is(output, BRACE)) this.#putOutput(output);
    const type = found.get('cell_type');
    return type !== undefined && this.#is(type, QUOTE) && this.#toText(type) === 'markdown';
  }

  #putOutput(output: JsonMember): void {
    const found = this.#find(output);
    const data = found.get('data');
    const plain = data && this.#is(data, BRACE) ? this.#find(data).get('text/plain') : undefined;
    this.#put(found.get('ename'));
    this.#put(found.get('text') ?? found.get('evalue') ?? plain);
  }

  /** Appends a string or an array of strings, on lines of their own. */
  #put(value: JsonMember | undefined): void {
    if (!value) return;
    if (this.#is(value, QUOTE)) this.#putString(value);
    else for (const text of this.#each(value)) if (this.#is(text, QUOTE)) this.#putString(text);
    if (!this.#isLineStart) this.#pieces.push('\n');
    this.#isLineStart = true;
  }

  #putString(value: JsonMember): void {
    const text = this.#toText(value);
    if (text === '') return;
    const begun = countLines(text) - (this.#isLineStart ? 0 : 1);
    const line = this.#lines.at(value.value);
    for (let i = 0; i < begun; i++) this.#sourceLines.push(line);
    this.#pieces.push(text);
    this.#isLineStart = text.endsWith('\n');
  }

  /** Decodes a string. NUL would make the text binary, and half of a pair would join the next string. */
  #toText({ value, end }: JsonMember): string {
    const text = JSON.parse(fromUtf8(this.#scan.bytes.subarray(value, end))) as string;
    return fromUtf8(toUtf8(text)).replaceAll('\0', '\ufffd');
  }

  #is({ value }: JsonMember, byte: number): boolean {
    return this.#scan.bytes[value] === byte;
  }

  /** The elements of an array; none of anything else. */
  *#each(value: JsonMember | undefined): Generator<JsonMember> {
    if (!value || !this.#is(value, BRACKET)) return;
    const members = new JsonMembers(this.#scan, value);
    while (!members.isDone) yield members.next();
  }

  #find(object: JsonMember): ReadonlyMap<string, JsonMember> {
    return findMembers(this.#scan, object);
  }
}

/** The members of an object by their keys; the last of equal keys wins, as in `JSON.parse`. */
function findMembers(scan: JsonScan, object: Pick<JsonMember, 'value' | 'container'>): ReadonlyMap<string, JsonMember> {
  const members = new JsonMembers(scan, object);
  const found = new Map<string, JsonMember>();
  while (!members.isDone) {
    const member = members.next();
    found.set(fromUtf8(scan.bytes.subarray(member.start + 1, member.keyEnd - 1)), member);
  }
  return found;
}

/** Counts lines from the last position, forwards or backwards: strings of one cell are close together. */
class LineCounter {
  readonly #bytes: Uint8Array;
  #at = 0;
  #feeds = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The 1-based line of a position. */
  at(position: number): number {
    while (this.#at < position) if (this.#bytes[this.#at++] === LF) this.#feeds++;
    while (this.#at > position) if (this.#bytes[--this.#at] === LF) this.#feeds--;
    return this.#feeds + 1;
  }

  total(): number {
    const last = this.at(this.#bytes.length);
    return this.#bytes.at(-1) === LF ? last - 1 : last;
  }
}
