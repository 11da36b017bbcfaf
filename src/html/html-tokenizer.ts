import { type Token, Tokenizer, TokenizerMode } from 'parse5';
import { ESCAPABLE_TEXT, RAW_TEXT } from './elements.ts';

export type HtmlTag = Token.TagToken;
export type HtmlText = Token.CharacterToken;

/** Receives the tokens of a page in order; the tokenizer's `lineOf` returns the line of one. */
export interface TokenReader {
  /** Calls `enter` of the tokenizer, except in foreign content. */
  start(tag: HtmlTag): void;
  end(tag: HtmlTag): void;
  text(token: HtmlText): void;
}

/** Content between a start tag and its end tag. */
export type Content = 'markup' | 'text' | 'nothing';

/** parse5's tokenizer. It builds no tree and does not know which elements contain text: its reader has to call `enter`. */
export class HtmlTokenizer {
  readonly #tokenizer: Tokenizer;
  readonly #tagFinders = new Map<string, TagFinder>();
  #html = '';
  /** The line found last, and the offset of its line feed. */
  #line = 1;
  #feed = 0;

  constructor(reader: TokenReader) {
    this.#tokenizer = new Tokenizer(
      { sourceCodeLocationInfo: true },
      {
        onStartTag: (token) => reader.start(token),
        onEndTag: (token) => reader.end(token),
        onCharacter: (token) => reader.text(token),
        onWhitespaceCharacter: (token) => reader.text(token),
        onNullCharacter: ignore,
        onComment: ignore,
        onDoctype: ignore,
        onEof: ignore,
      },
    );
  }

  run(html: string): void {
    this.#html = html;
    this.#feed = toEnd(html, html.indexOf('\n'));
    this.#tokenizer.write(html, true);
  }

  /** Returns the source line; tokens must come in order. parse5 counts a line twice after an `&` at its end, and a lone CR as a line. */
  lineOf({ location }: HtmlTag | HtmlText): number {
    for (const offset = location?.startOffset ?? 0; this.#feed < offset; this.#line++)
      this.#feed = toEnd(this.#html, this.#html.indexOf('\n', this.#feed + 1));
    return this.#line;
  }

  /** True inside svg and math; without this `<![CDATA[` is misread. */
  set isForeign(isForeign: boolean) {
    this.#tokenizer.inForeignNode = isForeign;
  }

  /** Switches to the content that the tag's element has: text up to its end tag, or markup. */
  enter(tag: HtmlTag): Content {
    const mode = this.#findMode(tag.tagName);
    if (mode === undefined) return 'markup';
    if (this.#isUnclosed(tag)) return 'nothing';
    this.#tokenizer.state = mode;
    return 'text';
  }

  /**
   * HTML has no self-closing text elements, so a browser treats everything after `<iframe />` or `<script />` as their text. Here such a tag is
   * empty, unless its end tag comes before another start. An unclosed iframe is empty too; an unclosed script or style takes the rest, which is code.
   */
  #isUnclosed({ tagName, selfClosing, location }: HtmlTag): boolean {
    if (!(selfClosing || tagName === 'iframe') || tagName === 'plaintext') return false;
    const from = location?.endOffset ?? 0;
    const end = this.#findTag(`</${tagName}`, from);
    return end < 0 || (selfClosing && isBefore(this.#findTag(`<${tagName}`, from), end));
  }

  #findTag(start: string, from: number): number {
    const finder = this.#tagFinders.get(start) ?? new TagFinder(start);
    this.#tagFinders.set(start, finder);
    return finder.find(this.#html, from);
  }

  #findMode(name: string): Tokenizer['state'] | undefined {
    if (name === 'script') return TokenizerMode.SCRIPT_DATA;
    if (name === 'plaintext') return TokenizerMode.PLAINTEXT;
    if (ESCAPABLE_TEXT.has(name)) return TokenizerMode.RCDATA;
    return RAW_TEXT.has(name) ? TokenizerMode.RAWTEXT : undefined;
  }
}

/** Finds the next tag of a name from ascending offsets. Remembers what it found, so that many calls read the page once. */
class TagFinder {
  readonly #pattern: RegExp;
  #found: number | undefined;

  constructor(start: string) {
    this.#pattern = new RegExp(`${start}[\\s/>]`, 'gi');
  }

  /** Returns -1 if the tag does not occur. */
  find(html: string, from: number): number {
    if (this.#found === undefined || (this.#found >= 0 && this.#found < from)) {
      this.#pattern.lastIndex = from;
      this.#found = this.#pattern.exec(html)?.index ?? -1;
    }
    return this.#found;
  }
}

function isBefore(place: number, end: number): boolean {
  return place >= 0 && place < end;
}

function toEnd(html: string, feed: number): number {
  return feed < 0 ? html.length : feed;
}

function ignore(): void {}
