import { type Token, Tokenizer, TokenizerMode } from 'parse5';
import { toAsciiLower } from '../lib/ascii.ts';
import { fromUtf8, toUtf8 } from '../lib/bytes.ts';
import type { Cut, ReadFile } from '../model/cut.ts';
import { CELLS, CLOSES_P, ESCAPABLE_TEXT, LEFT_OUT_RAW, LINES, PARAGRAPHS, RAW_TEXT } from './html/elements.ts';
import { LeftOut } from './html/left-out.ts';
import { GAP, LineWriter } from './html/line-writer.ts';
import { OpenBlocks } from './html/open-blocks.ts';

/** Longer headings are unclosed ones that took the page along. */
const MAX_NAME_CHARS = 200;

/**
 * The text a person would read, with headings as cuts. Lines of the source stay lines, block elements begin new ones; nothing is rendered and no tree is
 * built, so depth costs nothing.
 */
export function readHtml(text: Uint8Array): ReadFile {
  const source = fromUtf8(text);
  const page = new PageText(source);
  page.run(source);
  return page.finish(source);
}

class PageText {
  readonly #tokenizer: Tokenizer;
  readonly #writer = new LineWriter();
  readonly #blocks = new OpenBlocks();
  readonly #leftOut = new LeftOut();
  readonly #cuts: Cut[] = [];
  /** XML closes `<script/>`; HTML would take the rest of the page for a script. */
  readonly #isXml: boolean;
  #heading: { readonly level: number; readonly line: number; text: string } | undefined;
  #title: string | undefined;
  #inTitle = false;
  #description = '';
  #dropFeed = false;
  #isPre = false;
  /** Where the open link begins in the heading's text. */
  #linkStart = -1;

  constructor(source: string) {
    this.#isXml = /^\s*<\?xml\s/.test(source.slice(0, 1_000));
    this.#tokenizer = new Tokenizer(
      { sourceCodeLocationInfo: true },
      {
        onStartTag: (token) => this.#start(token),
        onEndTag: (token) => this.#end(token.tagName),
        onCharacter: (token) => this.#addText(token.chars, lineOf(token)),
        onWhitespaceCharacter: (token) => this.#addSpace(token.chars, lineOf(token)),
        onNullCharacter: ignore,
        onComment: ignore,
        onDoctype: ignore,
        onEof: ignore,
      },
    );
  }

  run(source: string): void {
    this.#tokenizer.write(source, true);
  }

  finish(source: string): ReadFile {
    this.#endHeading();
    const { text, sourceLines } = this.#writer.finish();
    const title = toName(this.#title ?? '');
    const description = toName(this.#description);
    return {
      bytes: toUtf8(text),
      cuts: this.#cuts,
      sourceLines,
      sourceLineCount: countLines(source),
      ...(title === '' ? {} : { title }),
      ...(description === '' ? {} : { description }),
    };
  }

  #start(token: Token.TagToken): void {
    const name = token.tagName;
    this.#dropFeed = false;
    const usedUp = this.#leftOut.start(name, token.selfClosing);
    this.#tokenizer.inForeignNode = this.#leftOut.isForeign;
    if (!this.#leftOut.isForeign && !(this.#isXml && token.selfClosing)) this.#setMode(name);
    if (usedUp || this.#leftOut.raw !== '') return;
    this.#startElement(name, token);
  }

  #setMode(name: string): void {
    if (name === 'script') this.#tokenizer.state = TokenizerMode.SCRIPT_DATA;
    else if (RAW_TEXT.has(name)) this.#tokenizer.state = TokenizerMode.RAWTEXT;
    else if (ESCAPABLE_TEXT.has(name)) this.#tokenizer.state = TokenizerMode.RCDATA;
    else if (name === 'plaintext') this.#tokenizer.state = TokenizerMode.PLAINTEXT;
    if (LEFT_OUT_RAW.has(name)) this.#leftOut.raw = name;
  }

  #startElement(name: string, token: Token.TagToken): void {
    if (name === 'br') this.#writer.gap(GAP.block);
    else if (name === 'a') this.#linkStart = this.#heading?.text.length ?? -1;
    else if (name === 'img' || name === 'area' || name === 'input') this.#addAlt(token);
    else if (name === 'meta') this.#readMeta(token);
    else if (CELLS.has(name)) this.#writer.gap(GAP.cell);
    else if (PARAGRAPHS.has(name) || LINES.has(name)) this.#startBlock(name, token);
  }

  #startBlock(name: string, token: Token.TagToken): void {
    this.#writer.gap(PARAGRAPHS.has(name) ? GAP.paragraph : GAP.block);
    if (CLOSES_P.has(name)) this.#blocks.closeIfTop('p');
    if (name === 'hr' || (this.#isXml && token.selfClosing)) return;
    this.#blocks.open(name);
    this.#isPre = this.#findPre();
    this.#dropFeed = isPreformatted(name);
    if (HEADING.test(name)) {
      this.#endHeading();
      this.#heading = { level: Number(name[1]), line: this.#writer.nextLine(), text: '' };
    } else if (name === 'title') {
      this.#inTitle = true;
    }
  }

  #end(name: string): void {
    const usedUp = this.#leftOut.end(name);
    this.#tokenizer.inForeignNode = this.#leftOut.isForeign;
    this.#dropFeed = false;
    if (usedUp) return;
    if (name === 'a') this.#dropPermalink();
    if (name === 'br') this.#writer.gap(GAP.block);
    if (CELLS.has(name)) this.#writer.gap(GAP.cell);
    if (!PARAGRAPHS.has(name) && !LINES.has(name)) return;
    this.#writer.gap(PARAGRAPHS.has(name) ? GAP.paragraph : GAP.block);
    this.#blocks.close(name);
    this.#isPre = this.#findPre();
    if (name === 'title') this.#inTitle = false;
    // Any of them ends a heading, and so does the end of what it stands in.
    if (HEADING.test(name) || this.#heading) this.#endHeadingIfClosed();
  }

  /** Documentation tools end a heading with a link to itself that says `#` or `¶`: shown, but no part of its name. */
  #dropPermalink(): void {
    const heading = this.#heading;
    if (!heading || this.#linkStart < 0) return;
    if (PERMALINK.test(heading.text.slice(this.#linkStart))) heading.text = heading.text.slice(0, this.#linkStart);
    this.#linkStart = -1;
  }

  #endHeadingIfClosed(): void {
    const heading = this.#heading;
    if (heading && this.#blocks.count(`h${heading.level}`) === 0) this.#endHeading();
  }

  #endHeading(): void {
    const heading = this.#heading;
    this.#heading = undefined;
    if (!heading) return;
    const name = toName(heading.text);
    if (name !== '') this.#cuts.push({ line: heading.line, level: heading.level, what: 'heading', name });
  }

  #addText(chars: string, line: number): void {
    this.#dropFeed = false;
    if (this.#leftOut.isActive) return;
    this.#note(chars);
    if (this.#isPre) this.#writer.addPreformatted(chars, line);
    else this.#writer.add(chars, line);
  }

  #addSpace(chars: string, line: number): void {
    const drop = this.#dropFeed && chars.startsWith('\n');
    this.#dropFeed = false;
    if (this.#leftOut.isActive) return;
    this.#note(' ');
    if (this.#isPre) this.#writer.addPreformatted(drop ? chars.slice(1) : chars, drop ? line + 1 : line);
    else this.#writer.gap(chars.includes('\n') && !this.#heading ? GAP.line : GAP.space);
  }

  #note(chars: string): void {
    if (this.#heading && this.#heading.text.length < MAX_NAME_CHARS) this.#heading.text += chars;
    if (this.#inTitle) this.#title = (this.#title ?? '') + chars;
  }

  #findPre(): boolean {
    return PREFORMATTED.some((name) => this.#blocks.count(name) > 0);
  }

  #addAlt(token: Token.TagToken): void {
    const alt = toName(findAttribute(token, 'alt'), 2_000);
    if (alt === '') return;
    this.#writer.gap(GAP.space);
    this.#note(` ${alt} `);
    this.#writer.add(alt, lineOf(token));
    this.#writer.gap(GAP.space);
  }

  #readMeta(token: Token.TagToken): void {
    if (this.#description === '' && toAsciiLower(findAttribute(token, 'name')) === 'description') {
      this.#description = findAttribute(token, 'content');
    }
  }
}

const HEADING = /^h[1-6]$/;
const PREFORMATTED = ['pre', 'listing', 'xmp', 'plaintext', 'textarea'] as const;
const PERMALINK = /^[\s¶§#\u200b\u{1f517}]+$/u;

function isPreformatted(name: string): boolean {
  return (PREFORMATTED as readonly string[]).includes(name);
}

function ignore(): void {}

function lineOf(token: Token.TagToken | Token.CharacterToken): number {
  return token.location?.startLine ?? 1;
}

function findAttribute(token: Token.TagToken, name: string): string {
  return token.attrs.find((attribute) => attribute.name === name)?.value ?? '';
}

/** One line, bounded. */
function toName(text: string, maxChars = MAX_NAME_CHARS): string {
  const line = text.slice(0, maxChars * 4).replace(/[ \t\n\f\r]+/g, ' ');
  // A pair cut in half would not survive UTF-8.
  const cut = line
    .replace(/^ /, '')
    .slice(0, maxChars)
    .replace(/[\ud800-\udbff]$/, '');
  return cut.replace(/ $/, '');
}

function countLines(source: string): number {
  let count = 0;
  for (let feed = source.indexOf('\n'); feed >= 0; feed = source.indexOf('\n', feed + 1)) count++;
  return source === '' || source.endsWith('\n') ? count : count + 1;
}
