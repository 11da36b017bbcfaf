import { Lexer, type MarkedOptions, type Token, Tokenizer, type Tokens } from 'marked';
import { toAsciiLower } from '../lib/ascii.ts';
import { ANCHOR } from './anchors.ts';
import { type MarkdownOptions, MODULE, scanBlocks } from './blocks.ts';
import { decodeEntities } from './entities.ts';
import { readFrontMatter } from './front-matter.ts';
import { hideComments } from './note.ts';
import { readWikiLink } from './wiki-link.ts';

export type { Token, Tokens };

/** A heading with its anchor, `Operations {#operations}`, which is not part of its text. */
export interface HeadingToken extends Tokens.Heading {
  readonly anchor?: string;
}

/** A quotation; a callout, `> [!note] Title`, has its kind and begins with its title. */
export interface QuoteToken extends Tokens.Blockquote {
  readonly callout?: string;
}

/** Emphasis, or words that are marked: `==words==`. */
export interface EmToken extends Tokens.Em {
  readonly isMarked?: boolean;
}

/** For the library a formula is text that nothing is joined to: its source. */
export interface MathToken extends Tokens.Escape, Omit<Formula, 'raw'> {}

export interface MarkdownTree {
  /** Lines between the marks of the front matter. */
  readonly matter: string | undefined;
  /** Lines above the first token. */
  readonly lineCount: number;
  readonly tokens: readonly Token[];
}

/** Parses Markdown. Character references are decoded, wikilinks are links, imports and exports are code. May throw on a hostile text. */
export function parseMarkdown(source: string, options: MarkdownOptions = {}): MarkdownTree {
  const whole = source.replace(/\r\n?/g, '\n');
  const written = options.isNote ? hideComments(whole) : whole;
  const math = hideMath(written);
  const text = math?.text ?? written;
  const lines = text.split('\n');
  const lineCount = options.isPart ? 0 : (readFrontMatter(lines)?.end ?? 0);
  const tokenizer = new MarkdownTokenizer();
  tokenizer.isNote = options.isNote === true && text.includes('==');
  const lexer = new Lexer({ gfm: true, tokenizer, extensions: toExtensions(math, tokenizer.isNote) });
  let next = lineCount;
  const toText = (from: number, to: number): string =>
    lines.slice(from, to).join('\n') + (from < to && to < lines.length ? '\n' : '');
  for (const { line, end } of options.isMdx ? scanBlocks(text, options).modules : []) {
    lexer.blockTokens(toText(next, line), lexer.tokens);
    lexer.tokens.push({ type: 'code', raw: toText(line, end), text: toText(line, end).trimEnd() });
    next = end;
  }
  const tokens = lexer.lex(toText(next, lines.length));
  const matter = lineCount === 0 ? undefined : lines.slice(1, lineCount - 1).join('\n');
  return math ? restoreMath({ matter, lineCount, tokens }, math) : { matter, lineCount, tokens };
}

/** Extensions of the library: one takes the placeholders of formulas, and text ends before the signs of marked words. */
function toExtensions(math: HiddenMath | undefined, isNote: boolean): MarkedOptions['extensions'] {
  const toToken = (src: string): MathToken | undefined => {
    const { placeholder, formula } = math?.find(src) ?? {};
    if (placeholder === undefined) return undefined;
    const { tex = '', isDisplay = false, raw = '' } = formula ?? {};
    return { type: 'escape', raw: placeholder, text: raw, tex, isDisplay };
  };
  const startInline = [
    ...(math ? [(src: string) => src.search(/[\ufdd0\ufdd1]/)] : []),
    ...(isNote ? [(src: string) => src.indexOf('==')] : []),
  ];
  if (startInline.length === 0) return undefined;
  return { renderers: {}, childTokens: {}, inline: [toToken], startInline };
}

/** Puts formulas back into the texts of a tree. */
function restoreMath<T>(value: T, math: HiddenMath): T {
  if (typeof value === 'string') return math.restore(value) as T;
  if (Array.isArray(value)) return value.map((one) => restoreMath(one, math)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, restoreMath(one, math)])) as T;
}

/** Boxes of VitePress and Docusaurus, `::: tip Title`, and of MkDocs, `!!! note "Title"` with its lines indented. */
const BOX =
  /^(:{3,})[ \t]*([a-z][\w-]{0,30})(?:\[([^\]\n]{0,300})\]|[ \t]+([^\n]{0,300}))?[ \t]*\n((?:(?!\1[ \t]*(?:\n|$))[^\n]*\n){0,1000})\1[ \t]*(?:\n|$)/i;
const INDENTED_BOX =
  /^(?:!!!|\?\?\?\+?)[ \t]+([a-z][\w-]{0,30})(?:[ \t]+[\w-]{1,30}){0,5}(?:[ \t]+"([^"\n]{0,300})")?[ \t]*\n((?:(?: {4}|\t)[^\n]*(?:\n|$)|[ \t]*\n(?=[ \t]*\n| {4}|\t)){1,1000})/i;
/** Boxes with a title of their own; others, such as `code-group`, only hold blocks. */
const TITLED =
  /^(?:note|tip|info|warning|danger|caution|important|abstract|summary|success|question|failure|bug|example|quote|details|hint|attention|error|seealso|todo)$/i;

const CALLOUT = /^\[!([a-z][\w-]{0,30})\][+-]?[ \t]*([^\n]*)(?:\n|$)/i;
const IMAGE = /\.(?:png|jpe?g|gif|webp|svg|avif|bmp)$/i;

const MARKED = /^==(?![\s=])([\s\S]{0,1000}?[^\s=])==(?!=)/;

class MarkdownTokenizer extends Tokenizer {
  isNote = false;

  override heading(src: string): Tokens.Heading | undefined {
    return this.#takeAnchor(super.heading(src));
  }

  override lheading(src: string): Tokens.Heading | undefined {
    return this.#takeAnchor(super.lheading(src));
  }

  #takeAnchor(token: Tokens.Heading | undefined): HeadingToken | undefined {
    const found = token && ANCHOR.exec(token.text);
    if (!token || !found) return token;
    const text = token.text.slice(0, found.index);
    return { ...token, text, tokens: this.lexer.inline(text), anchor: found[1] };
  }

  /** Text that is not MDX may still have its imports. The lexer takes any token here. */
  override paragraph(src: string): Tokens.Paragraph | undefined {
    const token = super.paragraph(src);
    if (!token || !MODULE.test(token.raw)) return token;
    return { type: 'code', raw: token.raw, text: token.raw.trimEnd() } as unknown as Tokens.Paragraph;
  }

  /** The lexer takes any token here. */
  override fences(src: string): Tokens.Code | undefined {
    return (this.#readBox(src) as unknown as Tokens.Code | undefined) ?? super.fences(src);
  }

  #readBox(src: string): QuoteToken | undefined {
    const [raw, , kind = '', label, name, body = ''] = BOX.exec(src) ?? [];
    if (raw !== undefined) return this.#toBox(raw, kind, { title: label ?? name, body });
    const [all, type = '', title, lines = ''] = INDENTED_BOX.exec(src) ?? [];
    return all === undefined ? undefined : this.#toBox(all, type, { title, body: lines.replace(/^(?: {4}|\t)/gm, '') });
  }

  #toBox(raw: string, kind: string, { title = '', body }: { title?: string | undefined; body: string }): QuoteToken {
    const isTitled = TITLED.test(kind);
    const name = title.trim() || (isTitled ? toCapital(kind) : '');
    const tokens = this.lexer.blockTokens(body, []);
    const all = name === '' ? tokens : [toTitle(name, name), ...tokens];
    return { type: 'blockquote', raw, text: body, tokens: all, callout: toAsciiLower(kind) };
  }

  /** Callouts as GitHub and Obsidian write them. */
  override blockquote(src: string): QuoteToken | undefined {
    const quote = super.blockquote(src);
    const [first, ...others] = quote?.tokens ?? [];
    const [raw, kind = '', title] = CALLOUT.exec(first?.type === 'paragraph' ? first.text : '') ?? [];
    if (!quote || !first || raw === undefined) return quote;
    const name = decodeEntities(title ?? '') || toCapital(kind);
    const tokens = [toTitle(raw, name)];
    const rest = first.raw.slice(raw.length);
    if (rest.trim() !== '')
      tokens.push({ type: 'paragraph', raw: rest, text: rest, tokens: this.lexer.inline(rest.trimEnd()) });
    return { ...quote, callout: toAsciiLower(kind), tokens: [...tokens, ...others] };
  }

  override emStrong(src: string, maskedSrc: string, prevChar = ''): EmToken | Tokens.Strong | undefined {
    // A version, as in `pip install a==1 b==2`, begins with a word.
    const [all, words] = (this.isNote && !/[\w=]/.test(prevChar) && MARKED.exec(src)) || [];
    if (all !== undefined && words !== undefined)
      return { type: 'em', raw: all, text: words, tokens: this.lexer.inlineTokens(words), isMarked: true };
    const [raw, text] = CJK_STRONG.exec(src) ?? [];
    if (raw === undefined || text === undefined) return super.emStrong(src, maskedSrc, prevChar);
    return { type: 'strong', raw, text, tokens: this.lexer.inlineTokens(text) };
  }

  /** The embed of an image is the image, the embed of a note is a link to it. */
  override link(src: string): Tokens.Link | Tokens.Image | undefined {
    const wiki = this.lexer.state.inLink ? undefined : readWikiLink(src);
    if (wiki === undefined) return decodeLink(super.link(src));
    const { raw, target, fragment, label: text } = wiki;
    const isImage = wiki.isEmbed && IMAGE.test(target);
    const link = {
      raw,
      href: encodeURIComponent(target) + (fragment === '' ? '' : `#${encodeURIComponent(fragment)}`),
      title: null,
      text: isImage ? target : text,
      tokens: [toText(text)],
    };
    return isImage ? { type: 'image', ...link } : { type: 'link', ...link };
  }

  override def(src: string): Tokens.Def | undefined {
    const token = super.def(src);
    return token && { ...token, href: decodeEntities(token.href) };
  }

  override inlineText(src: string): Tokens.Text | undefined {
    const token = super.inlineText(src);
    return token && { ...token, text: decodeEntities(token.text) };
  }
}

function toTitle(raw: string, name: string): Token {
  const strong: Tokens.Strong = { type: 'strong', raw: name, text: name, tokens: [toText(name)] };
  return { type: 'paragraph', raw, text: name, tokens: [strong] };
}

function toCapital(kind: string): string {
  return kind.charAt(0).toUpperCase() + toAsciiLower(kind.slice(1));
}

function toText(text: string): Tokens.Text {
  return { type: 'text', raw: text, text, escaped: false };
}

function decodeLink<T extends Tokens.Link | Tokens.Image>(token: T | undefined): T | undefined {
  if (token === undefined) return undefined;
  const { href, text } = token;
  return { ...token, href: decodeEntities(href), ...(token.type === 'image' && { text: decodeEntities(text) }) };
}

// By ranges: the classes of Unicode differ between engines.
const LETTER = '[\\u3041-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\uf900-\\ufaff]';
const PUNCTUATION =
  '[!-/:-@[-`{-~\\u00a1-\\u00bf\\u2010-\\u205e\\u3001-\\u303f\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65]';
/** Strong text that ends in punctuation before a letter of a script without spaces, `**力（ちから）**は`: CommonMark takes such marks for text. */
const CJK_STRONG = new RegExp(`^\\*\\*(?![\\s*])([^*\\n]{0,1000}${PUNCTUATION})\\*\\*(?=${LETTER})`);

/** A tag of JSX: `<Tabs items={…}>`. */
export function isComponent(html: string): boolean {
  return /^<\/?(?!Br\b)[A-Z][a-z]|^<\/?>/.test(html);
}

/** Returns the words of a piece of HTML, without tags and comments. */
export function toHtmlWords(html: string): string {
  return decodeEntities(html.replace(/<!--[\s\S]*?(?:-->|$)/g, '').replace(/<[^>]*>/g, ' '));
}

/** A formula, `$tex$` or `$$tex$$`. */
interface Formula {
  /** As written. */
  readonly raw: string;
  readonly tex: string;
  readonly isDisplay: boolean;
}

/** A text whose formulas are placeholders that no rule of Markdown reads. */
interface HiddenMath {
  readonly text: string;
  /** Returns the formula at the start of a text, with the placeholder; an empty text for its further lines. */
  readonly find: (text: string) => { readonly placeholder: string; readonly formula: Formula | undefined } | undefined;
  /** Puts formulas back as they were written. */
  readonly restore: (text: string) => string;
}

const CODE =
  /(?:^|\n)[ \t>]*(?:[-*+] +)?(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})(?:[\s\S]*?\n[ \t>]*\1|[\s\S]*$)|(?<!`)(`{1,100})(?!`)(?:(?!\n\s*\n)[\s\S])*?[^`]\2(?!`)/;
/** With blank lines only between marks at the end and the start of lines: `$$` in a text may be anything. */
const DISPLAY =
  /\$\$(?:((?:\\[\s\S]|(?!\$\$|\n[ \t>]*\n)[^\\]){1,10000}?)|([ \t]*\n(?:\\[\s\S]|(?!\$\$)[^\\]){1,10000}?\n[ \t>]*))\$\$/;
/**
 * As Pandoc reads it: no space inside the marks, no digit after them. A capital after them begins a variable of a shell, as in
 * `$HOME/bin:$PATH`.
 */
const INLINE = /(?<![\w$])\$(?![\s$])((?:\\[\s\S]|(?!\n[ \t>]*\n)[^\\$]){1,2000}?)(?<!\s)\$(?![\dA-Z$])/;
const SCAN = new RegExp(`${CODE.source}|\\\\[\\s\\S]|${DISPLAY.source}|${INLINE.source}`, 'g');

/** No text has these: Unicode keeps them for programs. */
const [OPEN, MORE, CLOSE] = ['\ufdd0', '\ufdd1', '\ufdd2'];
const PLACEHOLDER = new RegExp(`^(?:${OPEN}(\\d+)${CLOSE}(?:\\n[ \\t>]*${MORE}\\1${CLOSE})*|${MORE}\\d+${CLOSE})`);
const OPENED = new RegExp(`${OPEN}(\\d+)${CLOSE}(?:\\n[ \\t>]*${MORE}\\1${CLOSE})*`, 'g');

/** Hides the formulas outside of code. Lines stay lines; undefined for a text without formulas. */
function hideMath(text: string): HiddenMath | undefined {
  if (!text.includes('$') || /[\ufdd0-\ufdd2]/.test(text)) return undefined;
  const formulas: Formula[] = [];
  const hidden = text.replace(SCAN, (raw, ...groups: (string | undefined)[]) => {
    const [, , near, far, inline] = groups;
    const tex = near ?? far ?? inline;
    if (tex === undefined) return raw;
    const number = formulas.push({ raw, tex: tex.trim(), isDisplay: inline === undefined }) - 1;
    const [, ...more] = raw.split('\n');
    // The marks of a quotation stay: without them its rest would be no part of it.
    const lines = more.map((line) => `\n${/^[ \t>]*/.exec(line)?.[0]}${MORE}${number}${CLOSE}`);
    return `${OPEN}${number}${CLOSE}${lines.join('')}`;
  });
  if (formulas.length === 0) return undefined;
  return {
    text: hidden,
    find(rest) {
      const [placeholder, number] = PLACEHOLDER.exec(rest) ?? [];
      return placeholder === undefined ? undefined : { placeholder, formula: formulas[Number(number)] };
    },
    restore: (part) => part.replace(OPENED, (_, number: string) => formulas[Number(number)]?.raw ?? ''),
  };
}
