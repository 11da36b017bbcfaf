import { Parser, Renderer } from 'marked';
import { createAnchors, toAnchor } from '../../markdown/anchors.ts';
import { isMdx, isNote, scanBlocks } from '../../markdown/blocks.ts';
import { decodeEntities } from '../../markdown/entities.ts';
import {
  type EmToken,
  type HeadingToken,
  isComponent,
  parseMarkdown,
  type QuoteToken,
  type Tokens,
  toHtmlWords,
} from '../../markdown/tree.ts';
import { toLinkTarget } from '../../places/file-href.ts';
import { escapeHtml, toLine, toMarkdownHref } from './html-page.ts';

/** A longer text, such as a generated change log, keeps its source form. */
const MAX_PROSE_CHARS = 200_000;
/** The library's time grows with the square of these in a paragraph: 4,000 times `_a*` took eight seconds. */
const MAX_DELIMITERS = 500;

/** Returns the page of the file that a link names; undefined for any other target. */
export type FindPage = (target: string) => string | undefined;

/** Converts Markdown to HTML, block by block. HTML in it becomes text, images their descriptions. Undefined for a text that cannot be parsed. */
export function toProseHtml(text: string, findPage: FindPage, path = ''): string[] | undefined {
  if (text.length > MAX_PROSE_CHARS || text.split(/\n\s*\n/).some(isCostly)) return undefined;
  const parser = new Parser({ renderer: new PageRenderer(findPage) });
  try {
    return parseMarkdown(text, { isMdx: isMdx(path), isNote: isNote(path) }).tokens.map((token) =>
      parser.parse([token]),
    );
  } catch {
    return undefined;
  }
}

/** Points links to other files at their pages as Markdown. */
export function relink(text: string, findPage: FindPage, base: string): string {
  const { lines, verbatim } = scanBlocks(text);
  const toRelinked = (line: string): string =>
    line.replace(/\]\(([^()\s]{1,2000})/g, (all, href: string) => {
      const page = /^(?:#|[a-z][a-z\d+.-]*:)/i.test(href) ? undefined : findPage(toLinkTarget(href));
      return page === undefined ? all : `](${base}${toMarkdownHref(page)}${/#.*/.exec(href)?.[0] ?? ''}`;
    });
  return lines.map((line, i) => (verbatim[i] === 1 ? line : toRelinked(line))).join('\n');
}

/** The first words of the page. */
export function toDescription(blocks: readonly string[]): string {
  const first = blocks.find((block) => block.startsWith('<p>'))?.replace(/<[^>]*>/g, '') ?? '';
  const text = toLine(decodeEntities(first));
  return text.length <= MAX_ABOUT_CHARS
    ? text
    : `${text.slice(0, MAX_ABOUT_CHARS).replace(/\s+\S*$|[\uD800-\uDBFF]$/, '')}…`;
}

/** Search engines show about as many. */
const MAX_ABOUT_CHARS = 160;

class PageRenderer extends Renderer {
  readonly #findPage: FindPage;
  readonly #toId = createAnchors();

  constructor(findPage: FindPage) {
    super();
    this.#findPage = findPage;
  }

  override html({ text, block }: Tokens.HTML | Tokens.Tag): string {
    if (isComponent(text)) {
      const token = { raw: text, text };
      return block ? this.code({ type: 'code', ...token }) : this.codespan({ type: 'codespan', ...token });
    }
    const words = escapeHtml(toHtmlWords(text));
    return /^<br\b/i.test(text) ? `<br>${words.trim()}` : words;
  }

  override image({ text }: Tokens.Image): string {
    return escapeHtml(text);
  }

  /** The library leaves text inside of some HTML tags unescaped. */
  override text(token: Tokens.Text | Tokens.Escape): string {
    return 'tokens' in token && token.tokens ? this.parser.parseInline(token.tokens) : escapeHtml(token.text);
  }

  override heading({ depth, tokens, anchor }: HeadingToken): string {
    // Without tags, as the outline has it.
    const shown = tokens.filter(({ type, raw }) => type !== 'html' || isComponent(raw) || /^<br\b/i.test(raw));
    const html = this.parser.parseInline(shown);
    const id = this.#toId(anchor ?? toAnchor(decodeEntities(html.replace(/<[^>]*>/g, ''))));
    return `<h${depth} id="${escapeHtml(id)}">${html}</h${depth}>\n`;
  }

  override em(token: EmToken): string {
    return token.isMarked ? `<mark>${this.parser.parseInline(token.tokens)}</mark>` : super.em(token);
  }

  override blockquote(token: QuoteToken): string {
    const body = this.parser.parse(token.tokens);
    const look = token.callout === undefined ? '' : ' class="admonition"';
    return `<blockquote${look}>\n${body}</blockquote>\n`;
  }

  override link({ href, tokens }: Tokens.Link): string {
    const target = toTarget(href, this.#findPage);
    const label = this.parser.parseInline(tokens);
    return target === undefined ? label : `<a href="${escapeHtml(target)}" rel="noopener noreferrer">${label}</a>`;
  }
}

function isCostly(paragraph: string): boolean {
  return (paragraph.match(/[*_[<~`]/g)?.length ?? 0) > MAX_DELIMITERS;
}

/** Returns the page of a linked file, or an address on the web; undefined where a link would lead nowhere. */
function toTarget(href: string, findPage: FindPage): string | undefined {
  if (href.startsWith('#')) return href;
  if (/^(?:https?:|mailto:)/i.test(href)) return href;
  if (href.startsWith('//')) return `https:${href}`;
  const page = findPage(toLinkTarget(href));
  return page && page + (/#.*/.exec(href)?.[0] ?? '');
}
