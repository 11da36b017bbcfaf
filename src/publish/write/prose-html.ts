import { Marked, type Tokens } from 'marked';
import { toAsciiLower } from '../../lib/ascii.ts';
import { findCjkStrong } from '../../lib/cjk-strong.ts';
import { toLinkTarget } from '../../places/file-href.ts';
import { escapeHtml } from './html-page.ts';

/** A longer text, such as a generated change log, keeps its source form. */
const MAX_PROSE_CHARS = 200_000;
/** The library's time grows with the square of these in a paragraph: 4,000 times `_a*` took eight seconds. */
const MAX_DELIMITERS = 500;

/** Returns the page of the file that a link names; undefined for any other target. */
export type FindPage = (target: string) => string | undefined;

/** Converts Markdown to HTML, block by block. HTML in it becomes text, images their descriptions. Undefined for a text that cannot be parsed. */
export function toProseHtml(text: string, findPage: FindPage): string[] | undefined {
  if (text.length > MAX_PROSE_CHARS || text.split(/\n\s*\n/).some(isCostly)) return undefined;
  const marked = new Marked({
    gfm: true,
    tokenizer: {
      emStrong(src) {
        const strong = findCjkStrong(src);
        return strong !== undefined && { type: 'strong', ...strong, tokens: this.lexer.inlineTokens(strong.text) };
      },
    },
    renderer: {
      html: ({ text: html }: Tokens.HTML | Tokens.Tag) => (/^<br\b/i.test(html) ? '<br>' : toWords(html)),
      image: ({ text: alt }) => toText(alt),
      // The library leaves text inside of some HTML tags unescaped.
      text(token) {
        return 'tokens' in token && token.tokens ? this.parser.parseInline(token.tokens) : toText(token.text);
      },
      heading({ depth, tokens, text: name }) {
        return `<h${depth} id="${escapeHtml(toAnchor(name))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const target = toTarget(href, findPage);
        const label = this.parser.parseInline(tokens);
        return target === undefined ? label : `<a href="${escapeHtml(target)}" rel="noopener noreferrer">${label}</a>`;
      },
    },
  });
  try {
    return marked.lexer(text.replace(/^---\n[\s\S]*?\n---(?:\n|$)/, '')).map((token) => marked.parser([token]));
  } catch {
    return undefined;
  }
}

function isCostly(paragraph: string): boolean {
  return (paragraph.match(/[*_[<~`]/g)?.length ?? 0) > MAX_DELIMITERS;
}

function toText(text: string): string {
  return escapeHtml(text).replace(/&amp;(#?\w{2,31};)/g, '&$1');
}

function toWords(html: string): string {
  return toText(html.replace(/<!--[\s\S]*?(?:-->|$)/g, '').replace(/<[^>]*>/g, ' '));
}

/** The name of a heading in links, as GitHub makes it. */
function toAnchor(name: string): string {
  return toAsciiLower(name)
    .replace(/[!-,./:-@[-^`{-~\u2000-\u206f\u3000-\u303f]/g, '')
    .trim()
    .replace(/\s/g, '-');
}

/** Returns the page of a linked file, or an address on the web; undefined where a link would lead nowhere. */
function toTarget(href: string, findPage: FindPage): string | undefined {
  if (href.startsWith('#')) return href;
  if (/^(?:https?:|mailto:)/i.test(href)) return href;
  if (href.startsWith('//')) return `https:${href}`;
  const page = findPage(toLinkTarget(href));
  return page && page + (/#.*/.exec(href)?.[0] ?? '');
}
