import {
  CLOSES_P,
  HEADINGS,
  isBlock,
  isCell,
  isHeading,
  isParagraph,
  isPreformatted,
  PREFORMATTED,
  SKIPPED_RAW,
  TABLE_PARTS,
  VOID,
} from '../html/elements.ts';
import { HeaderRows } from '../html/header-rows.ts';
import { findAttribute, type HtmlTag, HtmlTokenizer } from '../html/html-tokenizer.ts';
import { GAP, type Gap, LineWriter } from '../html/line-writer.ts';
import { OpenElements } from '../html/open-elements.ts';
import { SkippedContent } from '../html/skipped-content.ts';
import { toAsciiLower } from '../lib/ascii.ts';
import { fromUtf8, toUtf8 } from '../lib/bytes.ts';
import { countLines } from '../lib/lines.ts';
import type { Cut, ReadFile } from '../model/cut.ts';
import { MAX_NAME_CHARS, toContextText, toName } from './to-name.ts';

/**
 * Extracts the text a person would read, with headings as cuts. Lines of the source stay lines, block elements begin new ones. Nothing is rendered
 * and no tree is built, so nesting costs nothing.
 */
export function readHtml(text: Uint8Array): ReadFile {
  // The tokenizer treats a lone CR as a line end; we do not.
  const source = fromUtf8(text).replaceAll('\r', ' ');
  const page = new PageText(source);
  page.run(source);
  return page.finish(source);
}

class PageText {
  readonly #tokenizer: HtmlTokenizer;
  readonly #writer = new LineWriter();
  readonly #open = new OpenElements();
  readonly #leftOut = new SkippedContent();
  readonly #cuts: Cut[] = [];
  readonly #headerRows = new HeaderRows();
  #heading: { readonly level: number; readonly line: number; text: string } | undefined;
  #title: string | undefined;
  #inTitle = false;
  #description = '';
  #dropFeed = false;
  #isPre = false;
  /** Start of the open link in the heading's text. */
  #linkStart = -1;

  constructor(source: string) {
    this.#tokenizer = new HtmlTokenizer(
      {
        start: (tag) => this.#start(tag),
        end: (name) => this.#end(name),
        text: (chars, token) => this.#addText(chars, this.#tokenizer.lineOf(token)),
        space: (chars, token) => this.#addSpace(chars, this.#tokenizer.lineOf(token)),
      },
      { isScripting: true, isXml: /^\s*<\?xml\s/.test(source.slice(0, 1_000)) },
    );
  }

  run(source: string): void {
    this.#tokenizer.run(source);
  }

  finish(source: string): ReadFile {
    this.#endHeading();
    const { text, sourceLines } = this.#writer.finish();
    const context = this.#headerRows.finish(sourceLines.length, toContextText);
    const title = toName(this.#title ?? '');
    const description = toName(this.#description);
    return {
      bytes: toUtf8(text),
      cuts: this.#cuts,
      sourceLines,
      sourceLineCount: countLines(source),
      ...(title === '' ? {} : { title }),
      ...(description === '' ? {} : { description }),
      ...(context.length === 0 ? {} : { context }),
    };
  }

  #start(token: HtmlTag): void {
    const name = token.tagName;
    this.#dropFeed = false;
    const usedUp = this.#leftOut.start(name, token.selfClosing);
    this.#tokenizer.isForeign = this.#leftOut.isForeign;
    const content = this.#leftOut.isForeign ? 'markup' : this.#tokenizer.enter(token);
    if (content === 'text' && SKIPPED_RAW.has(name)) this.#leftOut.raw = name;
    if (usedUp || this.#leftOut.raw !== '') return;
    this.#startElement(token, content === 'nothing');
  }

  #startElement(token: HtmlTag, isEmpty: boolean): void {
    const name = token.tagName;
    if (TABLE_PARTS.has(name) && this.#open.countBlocks('table') === 0) return;
    if (isBlock(name)) {
      this.#startBlock(name, isEmpty);
      return;
    }
    if (!VOID.has(name)) this.#open.openInline(name);
    if (name === 'br') this.#writer.gap(GAP.block);
    else if (name === 'a') this.#linkStart = this.#heading?.text.length ?? -1;
    else if (name === 'img' || name === 'area' || name === 'input') this.#addAlt(token);
    else if (name === 'meta') this.#readMeta(token);
  }

  #startBlock(name: string, isEmpty: boolean): void {
    this.#writer.gap(gapOf(name));
    if (CLOSES_P.has(name)) this.#open.closeIfTop('p');
    if (name === 'hr' || isEmpty) return;
    this.#open.openBlock(name);
    if (name === 'table') this.#headerRows.startTable(this.#writer.nextLine());
    else if (TABLE_PARTS.has(name)) this.#headerRows.startPart(name, this.#writer.nextLine());
    this.#isPre = this.#findPre();
    this.#dropFeed = isPreformatted(name);
    if (isHeading(name)) {
      this.#endHeading();
      this.#heading = { level: Number(name[1]), line: this.#writer.nextLine(), text: '' };
    } else if (name === 'title') {
      this.#inTitle = true;
    }
  }

  #end(name: string): void {
    const usedUp = this.#leftOut.end(name, () => this.#open.has(name));
    this.#tokenizer.isForeign = this.#leftOut.isForeign;
    this.#dropFeed = false;
    if (usedUp) return;
    if (isBlock(name)) this.#endBlock(name);
    else if (name === 'br') this.#writer.gap(GAP.block);
    else this.#open.closeInline(name);
    if (name === 'a') this.#dropPermalink();
  }

  #endBlock(name: string): void {
    // `</p>` without a start makes an empty paragraph; any other is ignored.
    const isClosed = isHeading(name) ? this.#closeHeading() : this.#open.closeBlock(name);
    if (!isClosed && name !== 'p') return;
    this.#writer.gap(gapOf(name));
    if (isClosed && name === 'table') this.#headerRows.endTable(this.#writer.nextLine());
    else if (isClosed && name === 'thead') this.#headerRows.endHead();
    this.#isPre = this.#findPre();
    if (name === 'title') this.#inTitle = false;
    if (this.#heading) this.#endHeadingIfClosed();
  }

  /** The end tag of any heading ends the open one, whatever its level. */
  #closeHeading(): boolean {
    const open = HEADINGS.find((name) => this.#open.countBlocks(name) > 0);
    return open !== undefined && this.#open.closeBlock(open);
  }

  /** Documentation tools end a heading with a link to itself, `#` or `¶`: shown, but not part of its name. */
  #dropPermalink(): void {
    const heading = this.#heading;
    if (!heading || this.#linkStart < 0) return;
    if (PERMALINK.test(heading.text.slice(this.#linkStart))) heading.text = heading.text.slice(0, this.#linkStart);
    this.#linkStart = -1;
  }

  #endHeadingIfClosed(): void {
    const heading = this.#heading;
    if (heading && this.#open.countBlocks(`h${heading.level}`) === 0) this.#endHeading();
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
    this.#headerRows.note(chars);
    if (this.#heading && this.#heading.text.length < MAX_NAME_CHARS) this.#heading.text += chars;
    if (this.#inTitle) this.#title = (this.#title ?? '') + chars;
  }

  #findPre(): boolean {
    return PREFORMATTED.some((name) => this.#open.countBlocks(name) > 0);
  }

  #addAlt(token: HtmlTag): void {
    const alt = toName(findAttribute(token, 'alt'), 2_000);
    if (alt === '') return;
    this.#writer.gap(GAP.space);
    this.#note(` ${alt} `);
    this.#writer.add(alt, this.#tokenizer.lineOf(token));
    this.#writer.gap(GAP.space);
  }

  #readMeta(token: HtmlTag): void {
    if (this.#description === '' && toAsciiLower(findAttribute(token, 'name')) === 'description') {
      this.#description = findAttribute(token, 'content');
    }
  }
}

const PERMALINK = /^[\s¶§#\u200b\u{1f517}]+$/u;

function gapOf(name: string): Gap {
  if (isCell(name)) return GAP.cell;
  return isParagraph(name) ? GAP.paragraph : GAP.block;
}
