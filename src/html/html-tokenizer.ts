import { type Token, Tokenizer, TokenizerMode } from 'parse5';
import { ESCAPABLE_TEXT, RAW_TEXT } from './elements.ts';

export type HtmlTag = Token.TagToken;

/** Takes the tokens of a page in order. Lines are those of the source. */
export interface TokenReader {
  /** Calls `enterText` of the tokenizer unless the tag stands where it means nothing. */
  start(tag: HtmlTag): void;
  end(name: string): void;
  text(chars: string, line: number): void;
  space(chars: string, line: number): void;
}

export interface TokenizerOptions {
  /** Where scripts run, `noscript` holds text; elsewhere it holds elements. */
  readonly isScripting: boolean;
}

/** parse5's tokenizer. It builds no tree and does not know which elements hold text: its reader says so. */
export class HtmlTokenizer {
  readonly #tokenizer: Tokenizer;
  readonly #isScripting: boolean;

  constructor(reader: TokenReader, options: TokenizerOptions) {
    this.#isScripting = options.isScripting;
    this.#tokenizer = new Tokenizer(
      { sourceCodeLocationInfo: true },
      {
        onStartTag: (token) => reader.start(token),
        onEndTag: (token) => reader.end(token.tagName),
        onCharacter: (token) => reader.text(token.chars, lineOf(token)),
        onWhitespaceCharacter: (token) => reader.space(token.chars, lineOf(token)),
        onNullCharacter: ignore,
        onComment: ignore,
        onDoctype: ignore,
        onEof: ignore,
      },
    );
  }

  run(html: string): void {
    this.#tokenizer.write(html, true);
  }

  /** Inside svg and math: without this `<![CDATA[` is read wrongly. */
  set isForeign(isForeign: boolean) {
    this.#tokenizer.inForeignNode = isForeign;
  }

  /** Reads what follows as text up to the tag's end tag, if the tag's element holds text. */
  enterText({ tagName }: HtmlTag): void {
    const mode = this.#findMode(tagName);
    if (mode !== undefined) this.#tokenizer.state = mode;
  }

  #findMode(name: string): Tokenizer['state'] | undefined {
    if (name === 'script') return TokenizerMode.SCRIPT_DATA;
    if (name === 'plaintext') return TokenizerMode.PLAINTEXT;
    if (ESCAPABLE_TEXT.has(name)) return TokenizerMode.RCDATA;
    return RAW_TEXT.has(name) && (this.#isScripting || name !== 'noscript') ? TokenizerMode.RAWTEXT : undefined;
  }
}

export function lineOf(token: HtmlTag | Token.CharacterToken): number {
  return token.location?.startLine ?? 1;
}

export function findAttribute(tag: HtmlTag, name: string): string {
  return tag.attrs.find((attribute) => attribute.name === name)?.value ?? '';
}

function ignore(): void {}
