import { ANCHOR, createAnchors, toAnchor } from './anchors.ts';
import { closesFence, openFence } from './fences.ts';
import { type FrontMatter, readFrontMatter } from './front-matter.ts';
import { type Definitions, takeDefinitions, toPlainText } from './links.ts';

interface Heading {
  readonly level: number;
  /** 0-based; the last line of a heading with an underline is below. */
  readonly line: number;
  /** As written, without marks. */
  readonly raw: string;
}

/** The structure of a text by its lines. */
export interface Blocks {
  readonly lines: readonly string[];
  readonly matter: FrontMatter | undefined;
  /** 1 for each line of code, front matter, or HTML without Markdown in it: comments, scripts, `<pre>`. */
  readonly verbatim: Uint8Array;
  /** Headings outside of lists and quotations. */
  readonly headings: readonly Heading[];
  readonly definitions: Definitions;
  /** Imports and exports of MDX: first line, and the line after the last. */
  readonly modules: readonly { readonly line: number; readonly end: number }[];
}

export interface MarkdownOptions {
  /** The text does not begin with its file, so it has no front matter. */
  readonly isPart?: boolean;
  /** Imports and exports are code. */
  readonly isMdx?: boolean;
  /** As Obsidian reads it: comments, `%%…%%`, are hidden, and `==words==` are marked. */
  readonly isNote?: boolean;
}

export function isMdx(path: string): boolean {
  return /\.mdx$/i.test(path);
}

export function isNote(path: string): boolean {
  return /\.(?:md|mdown|markdown)$/i.test(path);
}

/** Finds the blocks of a text as CommonMark does. One pass; never throws. */
export function scanBlocks(text: string, options: MarkdownOptions = {}): Blocks {
  const scan = new BlockScan(text.replace(/\r\n?/g, '\n').split('\n'), options);
  scan.run();
  return scan;
}

/** Returns the text of a heading, without the `{#anchor}` that documentation tools hide. */
export function toHeadingText({ raw }: Pick<Heading, 'raw'>, definitions?: Definitions): string {
  return toPlainText(raw.replace(ANCHOR, ''), definitions);
}

/** Finds the 0-based line that the fragment of a link names: a heading, or the block with an id, `Words. ^id`. */
export function findFragmentLine(text: string, fragment: string, options?: MarkdownOptions): number | undefined {
  const { lines, verbatim, headings, definitions } = scanBlocks(text, options);
  if (fragment.startsWith('^')) {
    const toId = (line: string) => /(?:^|\s)(\^[\w-]{1,200})\s*$/.exec(line)?.[1];
    const at = lines.findIndex((line, i) => verbatim[i] === 0 && toId(line) === fragment);
    // Alone on its line, it names the block above.
    const isAlone = lines[at]?.trim() === fragment;
    const found = isAlone ? lines.slice(0, at).findLastIndex((line) => line.trim() !== '') : at;
    return found < 0 ? undefined : found;
  }
  const toName = createAnchors();
  const wanted = [fragment, toAnchor(fragment)].map((name) => name.toLowerCase());
  return headings.find((heading) => {
    const own = ANCHOR.exec(heading.raw)?.[1] ?? toAnchor(toHeadingText(heading, definitions));
    return wanted.includes(toName(own).toLowerCase());
  })?.line;
}

/** No block begins with these characters. */
const PLAIN_START = /^[!"$-(,./:;?@A-Z[-^a-z{-}\u0080-\uffff]/;

/** Deeper markers are text: a blank line visits every open item. */
const MAX_DEPTH = 64;

interface Container {
  /** Columns of a list item's content; 0 for a quotation. */
  readonly columns: number;
  isFilled: boolean;
}

type Leaf = 'none' | 'paragraph' | 'fence' | 'html' | 'indented';

class BlockScan implements Blocks {
  readonly lines: readonly string[];
  readonly matter: FrontMatter | undefined;
  readonly verbatim: Uint8Array;
  readonly headings: Heading[] = [];
  readonly definitions = new Map<string, string>();
  readonly modules: { line: number; end: number }[] = [];
  readonly #findModuleEnd: (line: number) => number;
  readonly #containers: Container[] = [];
  #leaf: Leaf = 'none';
  #fence = '';
  #htmlEnd = BLANK;
  #paragraph: string[] = [];
  #paragraphLine = 0;
  /** The rest of the line behind the marks of its containers. */
  #rest = '';
  #matched = 0;
  /** Nothing is open that this line does not continue. */
  #isClosed = true;
  #inParagraph = false;

  constructor(lines: readonly string[], { isPart = false, isMdx: withModules = false }: MarkdownOptions) {
    this.lines = lines;
    this.verbatim = new Uint8Array(lines.length);
    this.matter = isPart ? undefined : readFrontMatter(lines);
    this.#findModuleEnd = withModules ? createModuleFinder(lines) : (line) => line;
  }

  run(): void {
    const start = this.matter?.end ?? 0;
    this.verbatim.fill(1, 0, start);
    for (let line = start; line < this.lines.length; line++) {
      const isOpen = this.#containers.length > 0 || this.#leaf !== 'none';
      const end = isOpen ? line : this.#findModuleEnd(line);
      if (end === line) this.#readLine(line);
      else {
        this.verbatim.fill(1, line, end);
        this.modules.push({ line, end });
        line = end - 1;
      }
    }
    this.#closeLeaf();
  }

  #readLine(line: number): void {
    const text = this.lines[line] as string;
    const isText = this.#leaf === 'paragraph' || this.#leaf === 'none';
    if (isText && this.#containers.length === 0 && PLAIN_START.test(text)) {
      // Most lines: text at the margin.
      if (this.#leaf === 'paragraph') this.#paragraph.push(text);
      else this.#startParagraph(line, text);
      return;
    }
    this.#rest = expandTabs(text);
    this.#matched = 0;
    while (this.#matched < this.#containers.length && this.#continues(this.#containers[this.#matched] as Container))
      this.#matched++;
    const isBlank = this.#rest.trim() === '';
    this.#inParagraph = false;
    this.#isClosed = false;
    if (this.#matched === this.#containers.length) {
      if (this.#leaf === 'fence') {
        this.verbatim[line] = 1;
        if (closesFence(this.#rest, this.#fence)) this.#leaf = 'none';
        return;
      }
      if (this.#leaf === 'html' && !(isBlank && this.#htmlEnd === BLANK)) {
        if (this.#htmlEnd !== BLANK) this.verbatim[line] = 1;
        if (this.#htmlEnd !== BLANK && this.#htmlEnd.test(this.#rest)) this.#leaf = 'none';
        return;
      }
      if (this.#leaf === 'indented' && (isBlank || this.#rest.startsWith('    '))) {
        this.verbatim[line] = 1;
        return;
      }
      this.#inParagraph = this.#leaf === 'paragraph' && !isBlank;
      this.#isClosed = this.#leaf === 'none' || this.#inParagraph;
    }
    if (this.#startBlocks(line)) return;
    const isLazy = !this.#isClosed && this.#leaf === 'paragraph';
    if (this.#rest.trim() !== '' && (isLazy || this.#inParagraph)) this.#paragraph.push(this.#rest);
    else {
      this.#closeUnmatched();
      if (this.#rest.trim() === '') return;
      this.#startParagraph(line, this.#rest);
    }
  }

  #startParagraph(line: number, text: string): void {
    this.#fill();
    this.#leaf = 'paragraph';
    this.#paragraphLine = line;
    this.#paragraph = [text];
  }

  #continues(container: Container): boolean {
    if (container.columns === 0) return this.#takeQuoteMark();
    if (this.#rest.trim() === '') return container.isFilled;
    if (this.#rest.search(/[^ ]/) < container.columns) return false;
    this.#rest = this.#rest.slice(container.columns);
    return true;
  }

  #takeQuoteMark(): boolean {
    const mark = /^ {0,3}> ?/.exec(this.#rest)?.[0];
    if (mark !== undefined) this.#rest = this.#rest.slice(mark.length);
    return mark !== undefined;
  }

  #closeLeaf(): void {
    if (this.#leaf === 'paragraph') takeDefinitions(this.#paragraph.join('\n'), this.definitions);
    this.#leaf = 'none';
  }

  #closeUnmatched(): void {
    if (!this.#isClosed || this.#inParagraph) this.#closeLeaf();
    this.#containers.length = this.#matched;
    this.#isClosed = true;
    this.#inParagraph = false;
  }

  #fill(): void {
    const inner = this.#containers.at(-1);
    if (inner !== undefined) inner.isFilled = true;
  }

  /** Closes what the line does not continue and opens a block without lines of text. */
  #open(leaf: Leaf): void {
    this.#closeUnmatched();
    this.#fill();
    this.#leaf = leaf;
  }

  /** True when the line is used up by a block. */
  #startBlocks(line: number): boolean {
    while (true) {
      const text = this.#rest;
      if (text.trim() === '') return false;
      if (text.startsWith('    ')) {
        // Text so far to the right continues an open paragraph, even one of an unmatched container.
        if (this.#leaf === 'paragraph' && (this.#inParagraph || !this.#isClosed)) return false;
        this.#open('indented');
        this.verbatim[line] = 1;
        return true;
      }
      if (this.#matched < MAX_DEPTH && this.#takeQuoteMark()) {
        this.#openContainer(0);
        continue;
      }
      if (this.#startAtx(line) || this.#startFence(line) || this.#startHtml(line)) return true;
      if (this.#inParagraph && this.#startSetext()) return true;
      if (isThematicBreak(text)) {
        this.#open('none');
        return true;
      }
      if (this.#matched < MAX_DEPTH && this.#startItem()) continue;
      return false;
    }
  }

  #openContainer(columns: number): void {
    this.#closeUnmatched();
    this.#fill();
    this.#containers.push({ columns, isFilled: false });
    this.#matched = this.#containers.length;
  }

  #startAtx(line: number): boolean {
    const heading = parseAtx(this.#rest);
    if (heading === undefined) return false;
    this.#open('none');
    if (this.#containers.length === 0) this.headings.push({ ...heading, line });
    return true;
  }

  #startFence(line: number): boolean {
    const mark = openFence(this.#rest);
    if (mark === undefined) return false;
    this.#open('fence');
    this.#fence = mark;
    this.verbatim[line] = 1;
    return true;
  }

  #startHtml(line: number): boolean {
    const isLazy = !this.#isClosed && this.#leaf === 'paragraph';
    const end = findHtmlEnd(this.#rest.trimStart(), !this.#inParagraph && !isLazy);
    if (end === undefined) return false;
    this.#open(end !== BLANK && end.test(this.#rest) ? 'none' : 'html');
    this.#htmlEnd = end;
    if (end !== BLANK) this.verbatim[line] = 1;
    return true;
  }

  /** The underline of a paragraph. A paragraph of link definitions does not become a heading. */
  #startSetext(): boolean {
    const mark = /^ {0,3}(=+|-+)[ \t]*$/.exec(this.#rest)?.[1];
    if (mark === undefined) return false;
    const raw = takeDefinitions(this.#paragraph.join('\n'), this.definitions).trim();
    if (raw === '') {
      this.#paragraph = [];
      return false;
    }
    this.#leaf = 'none';
    if (this.#containers.length === 0)
      this.headings.push({ level: mark.startsWith('=') ? 1 : 2, line: this.#paragraphLine, raw });
    return true;
  }

  #startItem(): boolean {
    const [whole, marker = '', number, spaces = '', content] =
      /^( {0,3}(?:[-+*]|(\d{1,9})[.)]))( +|$)(.*)$/s.exec(this.#rest) ?? [];
    if (whole === undefined) return false;
    // Only a list that begins with 1 interrupts a paragraph, and no empty item does.
    if (this.#inParagraph && (content === '' || (number !== undefined && Number(number) !== 1))) return false;
    const width = marker.length + (spaces.length >= 5 || content === '' ? 1 : spaces.length);
    this.#openContainer(width);
    this.#rest = this.#rest.slice(width);
    return true;
  }
}

/** Expands tabs before the text of a line to columns of four. */
function expandTabs(line: string): string {
  const prefix = /^[\s>*+\-.)\d]*/.exec(line)?.[0] ?? '';
  if (!prefix.includes('\t')) return line;
  let expanded = '';
  for (const char of prefix) expanded += char === '\t' ? ' '.repeat(4 - (expanded.length % 4)) : char;
  return expanded + line.slice(prefix.length);
}

/** Reads a heading that begins with `#`. */
export function parseAtx(line: string): { readonly level: number; readonly raw: string } | undefined {
  const [, marks, text = ''] = /^ {0,3}(#{1,6})(?:[ \t](.*))?$/.exec(line) ?? [];
  if (marks === undefined) return undefined;
  const raw = text.trim();
  let end = raw.length;
  while (raw[end - 1] === '#') end--;
  const isClosed = end === 0 || ' \t'.includes(raw[end - 1] as string);
  return { level: marks.length, raw: isClosed ? raw.slice(0, end).trim() : raw };
}

function isThematicBreak(line: string): boolean {
  return /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/.test(line);
}

const BLANK = /^\s*$/;
const TAG = String.raw`<[a-z][a-z\d-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>\x60]+|'[^']*'|"[^"]*"))?)*\s*\/?>|<\/[a-z][a-z\d-]*\s*>`;
/** The seven kinds of HTML blocks: how they begin, and how they end. */
const HTML_BLOCKS: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^<(?:script|pre|textarea|style)(?:\s|>|$)/i, /<\/(?:script|pre|textarea|style)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![a-z]/i, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [
    /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|section|search|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:\s|\/?>|$)/i,
    BLANK,
  ],
];
const LONE_TAG = new RegExp(`^(?:${TAG})\\s*$`, 'i');

/** Returns what ends the HTML block that a line begins; a lone tag does not interrupt a paragraph. */
function findHtmlEnd(text: string, allowsLone: boolean): RegExp | undefined {
  if (!text.startsWith('<')) return undefined;
  return (
    HTML_BLOCKS.find(([start]) => start.test(text))?.[1] ?? (allowsLone && LONE_TAG.test(text) ? BLANK : undefined)
  );
}

/** Imports and exports, told from prose that begins with the same word. */
export const MODULE =
  /^(?:import\s+(?:(?:type\s+)?(?:[\w$]+\s*,?\s*)?(?:\{[^}"']*\}|\*\s+as\s+[\w$]+)?\s*from\s+)?["']|export\s+(?:(?:async\s+)?(?:const|let|function|class|type|interface)\s+[\w$]+\s*[=({<:]|default\s+(?:function|class|async|[({]|[\w$]+;?\s*$)|[{*]))/;
/** A longer one is text from its first blank line on, so that a bracket left open does not hide a file. */
const MAX_LINES = 1_000;
/** A text with more open brackets is hostile; each costs the lines above. */
const MAX_UNCLOSED = 20;

/** Returns a function that finds the line after the imports and exports at a line, or the line itself. They end at a blank line outside of brackets. */
function createModuleFinder(lines: readonly string[]): (line: number) => number {
  let unclosed = 0;
  const isBlank = (line: number): boolean => (lines[line] ?? '').trim() === '';
  return (line) => {
    if (unclosed > MAX_UNCLOSED || !/^(?:im|ex)port\s/.test(lines[line] as string)) return line;
    let blank = line + 1;
    while (!isBlank(blank)) blank++;
    if (!MODULE.test(lines.slice(line, blank).join('\n'))) return line;
    const last = Math.min(lines.length, line + MAX_LINES);
    for (let end = line, depth = 0; end < last; end++) {
      depth += countBrackets(lines[end] as string);
      const isEnd = isBlank(end + 1) || /^-[ \t]*-[ \t]*-[- \t]*$/.test(lines[end + 1] as string);
      if (depth <= 0 && isEnd) return end + 1;
    }
    unclosed++;
    return blank;
  };
}

/** Brackets that a line opens, less those that it closes, outside of strings. */
function countBrackets(line: string): number {
  const code = line.replace(/(["'`])(?:\\.|(?!\1).)*\1/g, '');
  return (code.match(/[{([]/g)?.length ?? 0) - (code.match(/[})\]]/g)?.length ?? 0);
}
