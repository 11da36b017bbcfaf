import { Lexer, type Token, Tokenizer, type Tokens } from 'marked';
import { findCjkStrong } from '../../../../lib/cjk-strong.ts';
import { countFeeds } from '../../../../lib/lines.ts';
import { isDrawing } from './is-drawn.ts';

/** The parsed tree of a prose text. Elements are made from it; the library never writes HTML. */
export type Block = { readonly line: number } & (
  | { readonly type: 'heading'; readonly level: number; readonly inline: readonly Inline[] }
  | { readonly type: 'paragraph'; readonly inline: readonly Inline[] }
  | { readonly type: 'code'; readonly text: string; readonly language?: string }
  | { readonly type: 'rule' }
  /** `callout`: its kind, such as `note` or `warning`. */
  | { readonly type: 'quote'; readonly callout?: string; readonly blocks: readonly Block[] }
  | { readonly type: 'list'; readonly start: number | undefined; readonly items: readonly (readonly Block[])[] }
  | {
      readonly type: 'table';
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
      /** Row numbers of a sheet. */
      readonly numbers?: {
        readonly head: number | undefined;
        readonly rows: readonly { readonly line: number; readonly number: number | undefined }[];
      };
    }
  /** The start of a page, slide or chapter. */
  | { readonly type: 'place'; readonly text: string }
  /** A list of a document, with the markers it has there. */
  | {
      readonly type: 'items';
      readonly items: readonly { readonly depth: number; readonly inline: readonly Inline[]; readonly line: number }[];
    }
);

export type Inline =
  | { readonly type: 'text' | 'code'; readonly text: string }
  | { readonly type: 'break' }
  | { readonly type: 'strong' | 'emphasis' | 'deleted'; readonly inline: readonly Inline[] }
  | { readonly type: 'link'; readonly href: string; readonly inline: readonly Inline[] }
  | { readonly type: 'image'; readonly src: string; readonly alt: string };

/** Deeper nesting is shown as source: a page of nothing but `>` would become thousands of nested elements. */
const MAX_DEPTH = 8;

/** Parses prose. Never throws: text that cannot be parsed becomes one block. */
export function parseProse(text: string, startLine: number): readonly Block[] {
  const { front, body, line } = splitFrontMatter(text, startLine);
  try {
    return [...front, ...toBlocks(lex(body), line, 0)];
  } catch {
    return [{ type: 'code', text, line: startLine }];
  }
}

class ProseTokenizer extends Tokenizer {
  override emStrong(src: string, maskedSrc: string, prevChar?: string): Tokens.Em | Tokens.Strong | undefined {
    const strong = findCjkStrong(src);
    if (strong === undefined) return super.emStrong(src, maskedSrc, prevChar);
    return { type: 'strong', ...strong, tokens: this.lexer.inlineTokens(strong.text) };
  }
}

function lex(text: string): Token[] {
  return new Lexer({ gfm: true, tokenizer: new ProseTokenizer() }).lex(text);
}

function splitFrontMatter(text: string, startLine: number) {
  const match = startLine === 1 ? /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(text) : null;
  if (match === null) return { front: [], body: text, line: startLine };
  const front: Block[] = [{ type: 'code', text: match[1] ?? '', line: startLine }];
  return { front, body: text.slice(match[0].length), line: startLine + countFeeds(match[0]) };
}

function toBlocks(tokens: readonly Token[], startLine: number, depth: number): Block[] {
  const blocks: Block[] = [];
  let line = startLine;
  for (const token of tokens) {
    const block = toBlock(token, line, depth);
    if (block !== undefined) blocks.push(block);
    line += countFeeds(token.raw);
  }
  return blocks;
}

function toBlock(token: Token, line: number, depth: number): Block | undefined {
  if (depth > MAX_DEPTH) return token.raw.trim() === '' ? undefined : { type: 'code', text: token.raw, line };
  switch (token.type) {
    case 'heading':
      return { type: 'heading', level: token.depth, inline: toInline(token.tokens, 0), line };
    case 'paragraph':
      if (isDrawing(token.raw) || MODULE_CODE.test(token.raw)) return toSource(token, line);
      return { type: 'paragraph', inline: toInline(token.tokens, 0), line };
    case 'text':
      return { type: 'paragraph', inline: toInline(token.tokens ?? [token], 0), line };
    case 'code':
      return { type: 'code', text: token.text, ...toLanguage(token.lang), line };
    case 'hr':
      return { type: 'rule', line };
    case 'blockquote':
      return toCallout(token.text, line, depth) ?? toQuote(token, line, depth);
    case 'list':
      return toList(token as Tokens.List, line, depth);
    case 'table':
      return toTable(token as Tokens.Table, line);
    case 'html': {
      if (COMPONENT.test(token.raw)) return toSource(token, line);
      const text = toPlain(token.raw);
      return text === '' ? undefined : { type: 'paragraph', inline: [{ type: 'text', text }], line };
    }
    default:
      return undefined;
  }
}

function toQuote({ tokens }: Token & { tokens?: Token[] }, line: number, depth: number): Block {
  return { type: 'quote', blocks: toBlocks(tokens ?? [], line, depth + 1), line };
}

const CALLOUT = /^\[!([a-z][\w-]{0,30})\][+-]?[ \t]*([^\n]*)(?:\n|$)/i;

/** Reads `> [!note] Title`, as GitHub and Obsidian do. */
function toCallout(text: string, line: number, depth: number): Block | undefined {
  const [first, kind = '', title] = CALLOUT.exec(text) ?? [];
  if (first === undefined) return undefined;
  const name = title || kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase();
  const head: Block = { type: 'paragraph', inline: [{ type: 'strong', inline: [{ type: 'text', text: name }] }], line };
  const blocks = [head, ...toBlocks(lex(text.slice(first.length)), line + 1, depth + 1)];
  return { type: 'quote', callout: kind.toLowerCase(), blocks, line };
}

/** Imports and exports of MDX, told from prose that begins with the same word. */
const MODULE_CODE =
  /^(?:import\s+(?:(?:type\s+)?(?:[\w$]+\s*,?\s*)?(?:\{[^}"']*\}|\*\s+as\s+[\w$]+)?\s*from\s+)?["']|export\s+(?:(?:async\s+)?(?:const|let|function|class|type|interface)\s+[\w$]+\s*[=({<:]|default\s+(?:function|class|async|[({]|[\w$]+;?\s*$)|[{*]))/;
/** A tag of JSX: `<Tabs items={…}>`. */
const COMPONENT = /^<\/?[A-Z][a-z]|^<\/?>/;

function toSource({ raw }: Token, line: number): Block {
  return { type: 'code', text: raw.trimEnd(), line };
}

/** Returns the first word after the fence, bare or as `{.python}` or `{python}`. */
function toLanguage(info: string | undefined): { language?: string } {
  const word = /^\s*\{?\.?([\w+#-]{1,30})/.exec(info ?? '')?.[1];
  return word === undefined ? {} : { language: word };
}

function toList({ items, ordered, start }: Tokens.List, startLine: number, depth: number): Block {
  let line = startLine;
  const made = items.map((item) => {
    const blocks = toBlocks(item.tokens, line, depth + 1);
    if (item.task) addBox(blocks, { type: 'text', text: item.checked ? '☑ ' : '☐ ' }, line);
    line += countFeeds(item.raw);
    return blocks;
  });
  return { type: 'list', start: ordered ? Number(start) || 1 : undefined, items: made, line: startLine };
}

/** Puts the box of a task before its words. */
function addBox(blocks: Block[], box: Inline, line: number): void {
  const [first] = blocks;
  if (first?.type === 'paragraph') blocks[0] = { ...first, inline: [box, ...first.inline] };
  else blocks.unshift({ type: 'paragraph', inline: [box], line });
}

function toTable({ header, rows }: Tokens.Table, line: number): Block {
  const toCells = (cells: readonly Tokens.TableCell[]) => cells.map((cell) => toInline(cell.tokens, 0));
  return { type: 'table', head: toCells(header), rows: rows.map(toCells), line };
}

const SPANS = { strong: 'strong', em: 'emphasis', del: 'deleted' } as const;

function toInline(tokens: readonly Token[] = [], depth: number): Inline[] {
  return tokens.flatMap((token): Inline[] => {
    if (depth > MAX_DEPTH) return [{ type: 'text', text: token.raw }];
    switch (token.type) {
      case 'strong':
      case 'em':
      case 'del':
        return [{ type: SPANS[token.type as keyof typeof SPANS], inline: toInline(token.tokens, depth + 1) }];
      case 'codespan':
        return [{ type: 'code', text: token.text }];
      case 'br':
        return [{ type: 'break' }];
      case 'link':
        return [{ type: 'link', href: token.href, inline: toInline(token.tokens, depth + 1) }];
      case 'image':
        return [{ type: 'image', src: token.href, alt: token.text }];
      case 'html':
        if (COMPONENT.test(token.raw)) return [{ type: 'code', text: token.raw }];
        return /^<br\b/i.test(token.raw) ? [{ type: 'break' }] : [];
      default:
        if ('tokens' in token && token.tokens) return toInline(token.tokens, depth + 1);
        return splitWikiLinks(decodeEntities('text' in token ? String(token.text) : token.raw));
    }
  });
}

const WIKI_LINK = /(!?)\[\[([^[\]\n|\\#^]{1,500})((?:[#^][^[\]\n|\\]{0,500})?)\\?(?:\|([^[\]\n]{0,500}))?\]\]/g;
const IMAGE = /\.(?:png|jpe?g|gif|webp|svg|avif|bmp)$/i;

/** Finds `[[note#heading|label]]`; the embed of an image is the image, the embed of a note is a link to it. */
function splitWikiLinks(text: string): Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(WIKI_LINK)) {
    const [whole, embed, target = '', heading = '', label] = match;
    if (match.index > from) parts.push({ type: 'text', text: text.slice(from, match.index) });
    const name = label ?? target + heading.replace(/^[#^]+/, ' \u203a ');
    const href = encodeURIComponent(target.trim());
    if (embed !== '' && IMAGE.test(target)) parts.push({ type: 'image', src: href, alt: target });
    else parts.push({ type: 'link', href, inline: [{ type: 'text', text: name }] });
    from = match.index + whole.length;
  }
  if (from < text.length || parts.length === 0) parts.push({ type: 'text', text: text.slice(from) });
  return parts;
}

/** Returns the words of an HTML block, without tags and comments. */
function toPlain(html: string): string {
  return decodeEntities(html.replace(/<!--[\s\S]*?(?:-->|$)/g, '').replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  mdash: '—',
  ndash: '–',
  hellip: '…',
};

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff)
      ? String.fromCodePoint(point)
      : whole;
  });
}
