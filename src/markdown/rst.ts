import { countFeeds } from '../lib/lines.ts';
import type { FileLink } from '../model/cut.ts';

export interface RstTitle {
  /** 0-based first line; the overline if there is one. */
  readonly line: number;
  /** Last line. */
  readonly endLine: number;
  /** By order of appearance in the text. */
  readonly level: number;
  /** As written. */
  readonly raw: string;
}

/**
 * Finds section titles as docutils does: a line of text that begins a block, with a line of one repeated character below, or above and below.
 * Skips everything indented and every other construct. `title` is the one that the document sets for itself, as written.
 */
export function findRstTitles(lines: readonly string[]): {
  readonly titles: readonly RstTitle[];
  readonly title: string | undefined;
} {
  const scan = new RstScan(lines);
  scan.run();
  return scan;
}

class RstScan {
  readonly titles: RstTitle[] = [];
  title: string | undefined;
  readonly #lines: readonly string[];
  /** Adornments in order of appearance: the index is the level. */
  readonly #styles: string[] = [];

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  run(): void {
    for (let line = 0; line < this.#lines.length; ) line = this.#readBlock(line);
  }

  /** Reads the block that begins on a line and returns the line after it. */
  #readBlock(line: number): number {
    const text = this.#get(line);
    if (isIndented(text) || isBlank(text)) return line + 1;
    const adorned = isAdornment(text);
    if (text.startsWith('=') || !adorned) {
      const special = this.#readSpecial(line);
      if (special > line) return special;
    }
    // A lone `-`, `+` or `*` is a list item.
    if (adorned && isBullet(text)) return line + 1;
    return adorned ? this.#readOverline(line) : this.#readText(line);
  }

  /** Returns an empty text after the last line. */
  #get(line: number): string {
    return this.#lines[line] ?? '';
  }

  /** Skips directives, lists, fields and tables; returns `line` itself for anything else. */
  #readSpecial(line: number): number {
    const text = this.#get(line);
    if (text.startsWith('..') && isMark(text, 2)) {
      this.title ??= /^\.\. +title:: *(.+)$/.exec(text.slice(0, 1_000))?.[1];
      return line + 1;
    }
    if (text.startsWith('__') && isMark(text, 2)) return line + 1;
    if (isBullet(text) || (text.startsWith('|') && isMark(text, 1))) return line + 1;
    const field = FIELD.exec(text.slice(0, 1_000));
    if (field) {
      if (field[1] === 'title') this.title ??= field[2];
      return line + 1;
    }
    if ((text.startsWith('>>>') && isMark(text, 3)) || GRID_TABLE.test(text)) return this.#skipParagraph(line);
    return isSimpleTableTop(text) ? this.#skipSimpleTable(line, text) : line;
  }

  #skipParagraph(line: number): number {
    let to = line + 1;
    while (!isBlank(this.#get(to))) to++;
    return to;
  }

  /** Skips to its second border, or the first that a blank line follows. */
  #skipSimpleTable(line: number, top: string): number {
    const width = top.trimEnd().length;
    let borders = 0;
    for (let at = line + 1; at < this.#lines.length; at++) {
      const text = this.#get(at).trimEnd();
      if (!text.startsWith('=') || !isBorder(text)) continue;
      if (text.length !== width) return at + 1;
      borders++;
      if (borders === 2 || isBlank(this.#get(at + 1))) return at + 1;
    }
    return line + 1;
  }

  #readOverline(line: number): number {
    const next = this.#get(line + 1);
    if (isBlank(next)) return line + 1;
    const over = this.#get(line).trimEnd();
    const isShort = over.length < 4;
    if (isAdornment(next)) return isShort ? this.#skipText(line) : line + 2;
    const raw = next.trim();
    const under = this.#get(line + 2).trimEnd();
    if (under !== over || (isShort && raw.length > over.length)) return isShort ? this.#skipText(line) : line + 3;
    this.#add({ line, endLine: line + 2, raw }, `${over[0]}${over[0]}`);
    return line + 3;
  }

  #readText(line: number): number {
    const under = this.#get(line + 1).trimEnd();
    if (isBlank(under) || isIndented(under)) return line + 1;
    const raw = this.#get(line).trimEnd();
    if (!isAdornment(under) || (raw.length > under.length && under.length < 4)) return this.#skipText(line);
    this.#add({ line, endLine: line + 1, raw }, under[0] as string);
    return line + 2;
  }

  /** Skips to a blank or indented line. */
  #skipText(line: number): number {
    let to = line + 1;
    while (!isIndented(this.#get(to)) && !isBlank(this.#get(to))) to++;
    return to;
  }

  #add(title: Omit<RstTitle, 'level'>, style: string): void {
    let level = this.#styles.indexOf(style);
    if (level < 0) level = this.#styles.push(style) - 1;
    this.titles.push({ ...title, level: Math.min(level + 1, 6) });
  }
}

function isBlank(line: string): boolean {
  return /^[ \t\r]*$/.test(line);
}

function isIndented(line: string): boolean {
  return line.startsWith(' ') || line.startsWith('\t');
}

/** Whether one character, printable ASCII but neither letter nor digit, fills the whole line. */
function isAdornment(line: string): boolean {
  return /^([!-/:-@[-`{-~])\1* *$/.test(line);
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

/** `|name|` and `name_`. */
export const SUBSTITUTION = /(^|[\s'"([{<\-/:])\|([^\s|](?:[^|]*[^\s|])?)\|_{0,2}(?=$|[\s'")\]}>\-/:.,;!?\\])/g;
export const REFERENCE = /([A-Za-z0-9\])])__?(?=$|[\s'")\]}>\-/:.,;!?])/g;

/** Longer lines are not titles. */
const MAX_RAW = 300;

/** Removes inline markup from a title. */
export function toRstText(raw: string): string {
  const text = raw
    .slice(0, MAX_RAW)
    .replace(/``([^\n]+?)``|(?::[\w.:+-]+:)?`([^`\n]+)`(?:__?|:[\w.:+-]+:)?/g, (_, literal?: string, inner?: string) =>
      hide(literal ?? toRoleText(inner ?? '')),
    )
    .replace(/(^|[\s'"([{<\-/:])(\*\*?)(?=[^\s*])((?:[^*\\]|\\.)+)\2(?=$|[\s'")\]}>\-/:.,;!?\\])/g, '$1$3')
    .replace(SUBSTITUTION, '$1$2')
    .replace(REFERENCE, '$1')
    .replace(/\\(.)/g, (_, escaped: string) => (escaped === ' ' ? '' : escaped));
  return show(text);
}

/** Returns what a role shows: the text of `text <target>`, and `c` of `~a.b.c`. */
export function toRoleText(inner: string): string {
  const text = /^([\s\S]*?\S)\s*<[^<>]*>$/.exec(inner)?.[1] ?? inner;
  if (text.startsWith('~')) return text.slice(text.lastIndexOf('.') + 1).replace('~', '');
  return text.startsWith('!') ? text.slice(1) : text;
}

const HIDDEN = ['*', '_', '|', '\\'];

/** Replaces characters that later steps would read as markup with private-use ones. */
function hide(text: string): string {
  return text.replace(/[*_|\\]/g, (char) => String.fromCharCode(0xe000 + HIDDEN.indexOf(char)));
}

function show(text: string): string {
  return text.replace(/[\ue000-\ue003]/g, (char) => HIDDEN[char.charCodeAt(0) - 0xe000] as string);
}

/** Bounds for hostile files. */
const MAX_LINKS = 1_000;

/** `:doc:` roles, links with a path, included files and images, and the entries of a toctree. */
const LINK =
  /:doc:`(?:[^`<>\n]{0,200}<)?([^`<>\n]{1,200})>?`|`[^`<>\n]{1,200}<([^`<>\n]{1,200})>`_|^\.\. (?:include|literalinclude|image|figure):: +(\S{1,200})|^\.\. toctree::((?:\n[ \t]+.{0,300}|\n[ \t]*){1,500})/gm;
const ENTRY = /^[ \t]+(?![: \t])(?:[^<>\n]{0,200}<)?([^<>\n]{1,200})>?[ \t]*$/gm;

/** Finds the links of a reStructuredText file to others, each at its first place. */
export function findRstLinks(text: string): FileLink[] {
  const links = new Map<string, FileLink>();
  let line = 1;
  let at = 0;
  const add = (written: string, offset: number): void => {
    const target = written.trim().replace(/[#?].*$/, '');
    line += countFeeds(text, at, offset);
    at = offset;
    const isFile = target !== '' && !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target);
    if (isFile && !links.has(target) && links.size < MAX_LINKS) links.set(target, { target, line });
  };
  for (const { 1: doc, 2: path, 3: file, 4: entries, index } of text.matchAll(LINK)) {
    const written = doc ?? path ?? file;
    if (written !== undefined) add(written, index);
    if (entries === undefined) continue;
    const start = text.indexOf(entries, index);
    for (const entry of entries.matchAll(ENTRY)) add(entry[1] as string, start + entry.index);
  }
  return [...links.values()];
}
