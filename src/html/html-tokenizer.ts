import { type Token, Tokenizer, TokenizerMode } from 'parse5';
import { findRange } from '../lib/binary-search.ts';
import { ESCAPABLE_TEXT, RAW_TEXT } from './elements.ts';

export type HtmlTag = Token.TagToken;
export type HtmlText = Token.CharacterToken;

/** Takes the tokens of a page in order; `lineOf` of the tokenizer tells where one stands. */
export interface TokenReader {
  /** Calls `enter` of the tokenizer, except in foreign content. */
  start(tag: HtmlTag): void;
  end(name: string): void;
  text(chars: string, token: HtmlText): void;
  space(chars: string, token: HtmlText): void;
}

/** What stands between a start tag and its end tag. */
export type Content = 'markup' | 'text' | 'nothing';

export interface TokenizerOptions {
  /** In XML a self-closing tag ends its element. */
  readonly isXml: boolean;
  /** Where scripts run, `noscript` holds text; elsewhere it holds elements. */
  readonly isScripting: boolean;
}

/** parse5's tokenizer. It builds no tree and does not know which elements hold text: its reader says so. */
export class HtmlTokenizer {
  readonly #tokenizer: Tokenizer;
  readonly #options: TokenizerOptions;
  readonly #tagFinders = new Map<string, TagFinder>();
  #html = '';
  #lineStarts: Uint32Array | undefined;

  constructor(reader: TokenReader, options: TokenizerOptions) {
    this.#options = options;
    this.#tokenizer = new Tokenizer(
      { sourceCodeLocationInfo: true },
      {
        onStartTag: (token) => reader.start(token),
        onEndTag: (token) => reader.end(token.tagName),
        onCharacter: (token) => reader.text(token.chars, token),
        onWhitespaceCharacter: (token) => reader.space(token.chars, token),
        onNullCharacter: ignore,
        onComment: ignore,
        onDoctype: ignore,
        onEof: ignore,
      },
    );
  }

  run(html: string): void {
    this.#html = html;
    this.#tokenizer.write(html, true);
  }

  /** The line of the source. By its offset: parse5 counts a line twice after an `&` at a line's end, and a lone CR as one. */
  lineOf({ location }: HtmlTag | HtmlText): number {
    this.#lineStarts ??= listLineStarts(this.#html);
    return findRange(this.#lineStarts, this.#lineStarts.length, location?.startOffset ?? 0) + 1;
  }

  /** Inside svg and math: without this `<![CDATA[` is read wrongly. */
  set isForeign(isForeign: boolean) {
    this.#tokenizer.inForeignNode = isForeign;
  }

  /** Reads what follows as the tag's element demands: text up to its end tag, or markup. */
  enter(tag: HtmlTag): Content {
    if (this.#options.isXml && tag.selfClosing) return 'nothing';
    const mode = this.#findMode(tag.tagName);
    if (mode === undefined) return 'markup';
    if (this.#isUnclosed(tag)) return 'nothing';
    this.#tokenizer.state = mode;
    return 'text';
  }

  /**
   * HTML knows no self-closing text element, so a browser takes the page after `<iframe />` or `<script />` for its text. Here such a tag holds nothing,
   * unless its end tag comes before another start. An iframe that is never closed holds nothing either; a script or style takes the rest, which is code.
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
    return RAW_TEXT.has(name) && (this.#options.isScripting || name !== 'noscript') ? TokenizerMode.RAWTEXT : undefined;
  }
}

/** Finds the next tag of a name from ever later places. It remembers what it found, so that many calls read the page once. */
class TagFinder {
  readonly #pattern: RegExp;
  #found: number | undefined;

  constructor(start: string) {
    this.#pattern = new RegExp(`${start}[\\s/>]`, 'gi');
  }

  /** -1 when there is none. */
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

function listLineStarts(source: string): Uint32Array {
  const starts = [0];
  for (let feed = source.indexOf('\n'); feed >= 0; feed = source.indexOf('\n', feed + 1)) starts.push(feed + 1);
  return Uint32Array.from(starts);
}

export function findAttribute(tag: HtmlTag, name: string): string {
  return tag.attrs.find((attribute) => attribute.name === name)?.value ?? '';
}

function ignore(): void {}
