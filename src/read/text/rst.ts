import type { Cut } from '../../model/cut.ts';
import { toName } from '../to-name.ts';
import type { Lines } from './lines.ts';
import { findRstLinks } from './rst-links.ts';
import { headingAt, type TextScan } from './text-scanner.ts';

const EQUALS = 61;

/**
 * Finds section titles as docutils does: a line of text that begins a block, with a line of one repeated sign below, or above and below. Skips
 * everything indented and every other construct.
 */
export function scanRst(lines: Lines): TextScan {
  const scan = new RstScan(lines);
  scan.run();
  return { cuts: scan.cuts, links: findRstLinks(lines.text), title: scan.title };
}

class RstScan {
  readonly cuts: Cut[] = [];
  title = '';
  readonly #lines: Lines;
  /** Adornments in order of appearance: the index is the level. */
  readonly #styles: string[] = [];

  constructor(lines: Lines) {
    this.#lines = lines;
  }

  run(): void {
    for (let line = 0; line < this.#lines.count; ) line = this.#readBlock(line);
  }

  /** Reads the block that begins on a line and returns the line after it. */
  #readBlock(line: number): number {
    const lines = this.#lines;
    if (lines.indent(line) > 0 || lines.isBlank(line)) return line + 1;
    const sign = adornmentOf(lines, line);
    if (sign === EQUALS || sign < 0) {
      const special = this.#readSpecial(line);
      if (special > line) return special;
    }
    // A lone `-`, `+` or `*` is a list item.
    if (sign >= 0 && isBullet(lines.slice(line))) return line + 1;
    return sign >= 0 ? this.#readOverline(line) : this.#readText(line);
  }

  /** Skips directives, lists, fields and tables; returns `line` itself for anything else. */
  #readSpecial(line: number): number {
    const lines = this.#lines;
    const text = lines.slice(line);
    if (text.startsWith('..') && isMark(text, 2)) {
      this.#noteTitle(/^\.\. +title:: *(.+)$/.exec(text.slice(0, 1_000))?.[1]);
      return line + 1;
    }
    if (text.startsWith('__') && isMark(text, 2)) return line + 1;
    if (isBullet(text) || (text.startsWith('|') && isMark(text, 1))) return line + 1;
    const field = FIELD.exec(text.slice(0, 1_000));
    if (field) {
      if (field[1] === 'title') this.#noteTitle(field[2]);
      return line + 1;
    }
    if ((text.startsWith('>>>') && isMark(text, 3)) || GRID_TABLE.test(text)) return this.#skipParagraph(line);
    return isSimpleTableTop(text) ? this.#skipSimpleTable(line, text) : line;
  }

  #noteTitle(text: string | undefined): void {
    if (this.title === '' && text !== undefined) this.title = toRstText(text);
  }

  #skipParagraph(line: number): number {
    let to = line + 1;
    while (to < this.#lines.count && !this.#lines.isBlank(to)) to++;
    return to;
  }

  /** Skips to its second border, or the first that a blank line follows. */
  #skipSimpleTable(line: number, top: string): number {
    const lines = this.#lines;
    const width = top.trimEnd().length;
    let borders = 0;
    for (let at = line + 1; at < lines.count; at++) {
      if (lines.code(at, 0) !== EQUALS) continue;
      const text = lines.slice(at).trimEnd();
      if (!isBorder(text)) continue;
      if (text.length !== width) return at + 1;
      borders++;
      if (borders === 2 || at + 1 === lines.count || lines.isBlank(at + 1)) return at + 1;
    }
    return line + 1;
  }

  #readOverline(line: number): number {
    const lines = this.#lines;
    if (line + 1 >= lines.count || lines.isBlank(line + 1)) return line + 1;
    const over = lines.slice(line).trimEnd();
    const isShort = over.length < 4;
    if (adornmentOf(lines, line + 1) >= 0) return isShort ? this.#skipText(line) : line + 2;
    const title = lines.slice(line + 1).trim();
    const under = line + 2 < lines.count ? lines.slice(line + 2).trimEnd() : '';
    if (under !== over || (isShort && title.length > over.length)) return isShort ? this.#skipText(line) : line + 3;
    this.#add(line, { endLine: line + 2, style: `${over[0]}${over[0]}`, title });
    return line + 3;
  }

  #readText(line: number): number {
    const lines = this.#lines;
    const next = line + 1;
    if (next >= lines.count || lines.isBlank(next) || lines.indent(next) > 0) return next;
    if (adornmentOf(lines, next) < 0) return this.#skipText(line);
    const title = lines.slice(line).trimEnd();
    const under = lines.slice(next).trimEnd();
    if (title.length > under.length && under.length < 4) return this.#skipText(line);
    this.#add(line, { endLine: next, style: under[0] as string, title });
    return next + 1;
  }

  /** Skips to a blank or indented line. */
  #skipText(line: number): number {
    const lines = this.#lines;
    let to = line + 1;
    while (to < lines.count && lines.indent(to) === 0 && !lines.isBlank(to)) to++;
    return to;
  }

  #add(line: number, { endLine, style, title }: { endLine: number; style: string; title: string }): void {
    let level = this.#styles.indexOf(style);
    if (level < 0) level = this.#styles.push(style) - 1;
    const name = toRstText(title);
    if (name !== '') this.cuts.push(headingAt(line, Math.min(level + 1, 6), name, endLine));
  }
}

/** Returns the sign that fills the whole line, or -1. */
function adornmentOf(lines: Lines, line: number): number {
  const sign = lines.code(line, 0);
  if (!isSign(sign)) return -1;
  const { text } = lines;
  const end = lines.end(line);
  let at = lines.start(line);
  while (at < end && text.charCodeAt(at) === sign) at++;
  while (at < end && text.charCodeAt(at) === 32) at++;
  return at < end ? -1 : sign;
}

/** Printable ASCII that is neither letter nor digit. */
function isSign(code: number): boolean {
  return (code > 32 && code < 48) || (code > 57 && code < 65) || (code > 90 && code < 97) || (code > 122 && code < 127);
}

/** White space, or nothing, after a mark. */
function isMark(text: string, length: number): boolean {
  return text.length === length || text[length] === ' ';
}

function isBullet(text: string): boolean {
  return '-+*•‣⁃'.includes(text[0] ?? ' ') && isMark(text, 1);
}

const FIELD = /^:(?![: ])((?:[^:\\]|\\.|:(?![ `]|$))*[^ :]):(?: +(.*)|)$/;
const GRID_TABLE = /^\+-[-+]+-\+ *$/;

function isSimpleTableTop(text: string): boolean {
  return text[0] === '=' && text.trimEnd().includes(' ') && isBorder(text.trimEnd());
}

function isBorder(text: string): boolean {
  return /^[= ]*$/.test(text);
}

/** Longer lines are not titles. */
const MAX_RAW = 300;

/** Removes inline markup from a title. */
function toRstText(raw: string): string {
  const text = raw
    .slice(0, MAX_RAW)
    .replace(/``([^\n]+?)``|(?::[\w.:+-]+:)?`([^`\n]+)`(?:__?|:[\w.:+-]+:)?/g, (_, literal?: string, inner?: string) =>
      literal === undefined ? toRoleText(inner ?? '') : hide(literal),
    )
    .replace(/(^|[\s'"([{<\-/:])(\*\*?)(?=[^\s*])((?:[^*\\]|\\.)+)\2(?=$|[\s'")\]}>\-/:.,;!?\\])/g, '$1$3')
    .replace(/(^|[\s'"([{<\-/:])\|([^\s|](?:[^|]*[^\s|])?)\|_{0,2}(?=$|[\s'")\]}>\-/:.,;!?\\])/g, '$1$2')
    .replace(/([A-Za-z0-9\])])__?(?=$|[\s'")\]}>\-/:.,;!?])/g, '$1')
    .replace(/\\(.)/g, (_, escaped: string) => (escaped === ' ' ? '' : escaped));
  return toName(show(text));
}

/** `text <target>` becomes its text; `~a.b.c` becomes `c`. */
function toRoleText(inner: string): string {
  const text = /^([\s\S]*?\S)\s*<[^<>]*>$/.exec(inner)?.[1] ?? inner;
  if (text.startsWith('~')) return hide(text.slice(text.lastIndexOf('.') + 1).replace('~', ''));
  return hide(text.startsWith('!') ? text.slice(1) : text);
}

const HIDDEN = ['*', '_', '|', '\\'];

/** Replaces signs that later steps would read as markup with private-use characters. */
function hide(text: string): string {
  return text.replace(/[*_|\\]/g, (sign) => String.fromCharCode(0xe000 + HIDDEN.indexOf(sign)));
}

function show(text: string): string {
  return text.replace(/[\ue000-\ue003]/g, (sign) => HIDDEN[sign.charCodeAt(0) - 0xe000] as string);
}
