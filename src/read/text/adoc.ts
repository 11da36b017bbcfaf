import type { Cut } from '../../model/cut.ts';
import { toName } from '../to-name.ts';
import type { Lines } from './lines.ts';
import { headingAt, type TextScan } from './text-scanner.ts';

/** Blocks whose content is not AsciiDoc: everything up to the same delimiter line. */
const VERBATIM = new Set(['-', '.', '+', '/', '`']);
const MAX_DEPTH = 64;

/** Finds section titles as Asciidoctor does: at the start of a block, outside of delimited blocks. */
export function scanAdoc(lines: Lines): TextScan {
  const scan = new AdocScan(lines);
  scan.run();
  const { cuts, attributes } = scan;
  const title = attributes.get('doctitle') ?? attributes.get('title');
  const description = attributes.get('description');
  return { cuts, title, description };
}

class AdocScan {
  readonly cuts: Cut[] = [];
  readonly attributes = new Map<string, string>();
  readonly #lines: Lines;
  /** Delimiters of open blocks. */
  readonly #open: string[] = [];
  /** A section title may come here: no paragraph is open. */
  #isFresh = true;

  constructor(lines: Lines) {
    this.#lines = lines;
  }

  run(): void {
    for (let line = 0; line < this.#lines.count; ) line = this.#readLine(line);
  }

  #readLine(line: number): number {
    const lines = this.#lines;
    if (lines.isBlank(line)) {
      this.#isFresh = true;
      return line + 1;
    }
    const delimiter = toDelimiter(lines, line);
    const inner = this.#open.at(-1);
    if (inner !== undefined && inner !== '--' && VERBATIM.has(inner[0] as string)) {
      if (delimiter === inner) this.#close();
      return line + 1;
    }
    if (this.#isFresh && this.#open.length === 0) {
      const next = this.#readTitle(line);
      if (next > line) return next;
    }
    if (delimiter === '') this.#readOther(line);
    else this.#readDelimiter(delimiter);
    return line + 1;
  }

  #readDelimiter(delimiter: string): void {
    const at = this.#open.lastIndexOf(delimiter);
    if (at >= 0) this.#open.length = at;
    else if (this.#open.length < MAX_DEPTH) this.#open.push(delimiter);
    this.#isFresh = true;
  }

  #close(): void {
    this.#open.pop();
    this.#isFresh = true;
  }

  /** Attribute entries, block attributes, block titles and comments do not begin a paragraph. */
  #readOther(line: number): void {
    const text = this.#lines.slice(line).trimEnd();
    // Block attributes end a paragraph.
    if (!this.#isFresh || BLOCK_ATTRIBUTES.test(text)) {
      this.#isFresh = BLOCK_ATTRIBUTES.test(text);
      return;
    }
    const attribute = ATTRIBUTE.exec(text.slice(0, 2_000));
    if (attribute) this.#noteAttribute(attribute[1] as string, attribute[2] ?? '');
    this.#isFresh = attribute !== null || NO_PARAGRAPH.test(text);
  }

  #noteAttribute(name: string, value: string): void {
    if (!this.attributes.has(name) && value !== '') this.attributes.set(name, this.#toText(value));
  }

  /** Returns the line after a title; `line` itself without one. */
  #readTitle(line: number): number {
    const lines = this.#lines;
    const first = lines.code(line, 0);
    if (first === 61 || first === 35) {
      const text = lines.slice(line).trimEnd();
      const found = ATX.exec(text.slice(0, 1_000));
      if (!found) return line;
      const marks = found[1] as string;
      this.#add({ line, endLine: line, level: marks.length, raw: stripClosing(found[2] as string, marks) });
      return line + 1;
    }
    return line + 1 < lines.count ? this.#readTwoLines(line) : line;
  }

  /** Reads a title underlined with `=`, `-`, `~`, `^` or `+`, as long as the title, give or take one. */
  #readTwoLines(line: number): number {
    const lines = this.#lines;
    const level = '=-~^+'.indexOf(String.fromCharCode(Math.max(lines.code(line + 1, 0), 0))) + 1;
    if (level === 0) return line;
    const title = lines.slice(line).trimEnd();
    const under = lines.slice(line + 1).trimEnd();
    const isUnderline = Math.abs([...title.slice(0, 1_000)].length - under.length) < 2 && isRepeated(under);
    if (!isUnderline || !TWO_LINE_TITLE.test(title)) return line;
    this.#add({ line, endLine: line + 1, level, raw: title });
    return line + 2;
  }

  #add({ line, endLine, level, raw }: { line: number; endLine: number; level: number; raw: string }): void {
    const name = this.#toText(raw);
    if (name !== '') this.cuts.push(headingAt(line, level, name, endLine));
    this.#isFresh = true;
  }

  /** Removes inline markup and substitutes attributes that the document sets. */
  #toText(raw: string): string {
    const text = raw
      .slice(0, 300)
      .replace(/\{([\w-]+)\}/g, (whole, name: string) => this.attributes.get(name) ?? ATTRIBUTES.get(name) ?? whole)
      .replace(/\[\[[^\]]*\]\]|\(\(\(?[^()]*\)\)\)?|\bindexterm2?:\[[^\]]*\]/g, toIndexed)
      .replace(/(?:link:|xref:|https?:\/\/)[^\s[\]]*\[([^\]]*)\]/g, (whole, label: string) => label || whole)
      .replace(/<<[^,<>]*,([^<>]*)>>/g, '$1')
      .replace(/(?:kbd|btn|pass|menu):[a-z,]*\[([^\]]*)\]/g, '$1')
      .replace(/(^|[^\w\\])`\+([^`]+)\+`(?!\w)/g, '$1$2')
      .replace(/(^|[^\w\\])([`*_#+])(\2?)(?=\S)([^\n]*?\S)\3\2(?!\w)/g, '$1$4')
      .replace(/(^|[^\w\\])([`*_#])(?=\S)([^\n]*?\S)\2(?!\w)/g, '$1$3')
      .replace(/\\(?=[{`*_#[<'])/g, '');
    return toName(text);
  }
}

const ATX = /^(={1,6}|#{1,6})[ \t]+(\S.*)$/;
const ATTRIBUTE = /^:!?([A-Za-z0-9_][\w-]*)!?:(?:[ \t]+(.*))?$/;
const BLOCK_ATTRIBUTES = /^\[(?:\[.*\]|[\w.#%"',{].*|)\]$/;
/** The title of a block, a comment, a condition. */
const NO_PARAGRAPH = /^(?:\.[^\s.]|\/\/|(?:if(?:n?def|eval)|endif)::)/;
const TWO_LINE_TITLE = /^[^\s.[*|/:-].*$|^\.[^\s.].*[A-Za-z0-9].*$/;
/** Attributes that every document has. */
const ATTRIBUTES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ nbsp: ' ', sp: ' ', empty: '', blank: '', plus: '+', cpp: 'C++', apos: "'", caret: '^', asterisk: '*' },
    ...{ tilde: '~', backtick: '`', startsb: '[', endsb: ']', vbar: '|', amp: '&', lt: '<', gt: '>', backslash: '\\' },
    ...{ 'two-colons': '::', 'two-semicolons': ';;' },
  }),
);

/** An index term in two parentheses is shown; one in three is not, and neither is an anchor. */
function toIndexed(found: string): string {
  return found.startsWith('((') && !found.startsWith('(((') ? found.slice(2, -2) : '';
}

/** `== Title ==` */
function stripClosing(text: string, marks: string): string {
  return text.endsWith(marks) && /[ \t]$/.test(text.slice(0, -marks.length))
    ? text.slice(0, -marks.length).trimEnd()
    : text;
}

/** Returns the line that opens and closes a block, or ''. */
function toDelimiter(lines: Lines, line: number): string {
  const first = lines.code(line, 0);
  if (!DELIMITER_CHARS.has(first)) return '';
  const text = lines.slice(line).trimEnd();
  if (text === '--' || TABLE.test(text)) return text;
  if (text.startsWith('```') && !text.includes('`', 3)) return '```';
  return text.length >= 4 && first !== 96 && isRepeated(text) ? text : '';
}

const DELIMITER_CHARS = new Set([...'-.+/=*_`|,:!'].map((char) => char.charCodeAt(0)));
const TABLE = /^[|,:!]={3,}$/;

function isRepeated(text: string): boolean {
  for (let i = 1; i < text.length; i++) if (text[i] !== text[0]) return false;
  return text !== '';
}
