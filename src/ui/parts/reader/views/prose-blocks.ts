import { countFeeds } from '../../../../lib/lines.ts';
import { isMdx, isNote } from '../../../../markdown/blocks.ts';
import {
  isComponent,
  type MathToken,
  parseMarkdown,
  type QuoteToken,
  type Token,
  type Tokens,
  toHtmlWords,
} from '../../../../markdown/tree.ts';
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
  | { readonly type: 'math'; readonly tex: string; readonly text: string; readonly isDisplay: boolean }
  | { readonly type: 'strong' | 'emphasis' | 'deleted' | 'marked'; readonly inline: readonly Inline[] }
  | { readonly type: 'link'; readonly href: string; readonly inline: readonly Inline[] }
  | { readonly type: 'image'; readonly src: string; readonly alt: string };

/** Deeper nesting is shown as source: a page of nothing but `>` would become thousands of nested elements. */
const MAX_DEPTH = 8;

/** Parses prose. Never throws: text that cannot be parsed becomes one block. */
export function parseProse(text: string, startLine: number, path = ''): readonly Block[] {
  try {
    const options = { isPart: startLine !== 1, isMdx: isMdx(path), isNote: isNote(path) };
    const { matter, lineCount, tokens } = parseMarkdown(text, options);
    const blocks = toBlocks(tokens, startLine + lineCount, 0);
    return matter === undefined ? blocks : [{ type: 'code', text: matter, line: startLine }, ...blocks];
  } catch {
    return [{ type: 'code', text, line: startLine }];
  }
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
      if (isDrawing(token.raw)) return toSource(token, line);
      return { type: 'paragraph', inline: toInline(token.tokens, 0), line };
    case 'text':
      return { type: 'paragraph', inline: toInline(token.tokens ?? [token], 0), line };
    case 'code':
      return { type: 'code', text: token.text, language: toLanguage(token.lang), line };
    case 'hr':
      return { type: 'rule', line };
    case 'blockquote':
      return toQuote(token as QuoteToken, line, depth);
    case 'list':
      return toList(token as Tokens.List, line, depth);
    case 'table':
      return toTable(token as Tokens.Table, line);
    case 'html': {
      if (isComponent(token.raw)) return toSource(token, line);
      const text = toHtmlWords(token.raw).replace(/\s+/g, ' ').trim();
      return text === '' ? undefined : { type: 'paragraph', inline: [{ type: 'text', text }], line };
    }
    default:
      return undefined;
  }
}

function toQuote({ tokens, callout }: QuoteToken, line: number, depth: number): Block {
  return { type: 'quote', callout, blocks: toBlocks(tokens, line, depth + 1), line };
}

function toSource({ raw }: Token, line: number): Block {
  return { type: 'code', text: raw.trimEnd(), line };
}

/** Returns the first word after the fence, bare or as `{.python}` or `{python}`. */
function toLanguage(info = ''): string | undefined {
  return /^\s*\{?\.?([\w+#-]{1,30})/.exec(info)?.[1];
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
        return [
          {
            type: 'isMarked' in token ? 'marked' : SPANS[token.type as keyof typeof SPANS],
            inline: toInline(token.tokens, depth + 1),
          },
        ];
      case 'codespan':
        return [{ type: 'code', text: token.text }];
      case 'br':
        return [{ type: 'break' }];
      case 'link':
        return [{ type: 'link', href: token.href, inline: toInline(token.tokens, depth + 1) }];
      case 'image':
        return [{ type: 'image', src: token.href, alt: token.text }];
      case 'html':
        if (isComponent(token.raw)) return [{ type: 'code', text: token.raw }];
        return /^<br\b/i.test(token.raw) ? [{ type: 'break' }] : [];
      default:
        if ('tokens' in token && token.tokens) return toInline(token.tokens, depth + 1);
        if ('tex' in token) return toMath(token as MathToken);
        return [{ type: 'text', text: 'text' in token ? String(token.text) : token.raw }];
    }
  });
}

function toMath({ text, tex, isDisplay }: MathToken): Inline[] {
  // Its further lines are empty.
  return tex === '' ? [] : [{ type: 'math', tex, text, isDisplay }];
}
