import { toAsciiLower } from '../lib/ascii.ts';
import type { HtmlNode } from './html-tree.ts';
import { attributeOf, hasAttribute, textOf, walk } from './html-tree.ts';

/** Metadata and links of a page, read before any element is removed. */
export interface HtmlFacts {
  readonly title: string;
  readonly description: string;
  /** As written, or empty. */
  readonly canonical: string;
  /** Address of the page as Markdown (`rel=alternate`), or empty. */
  readonly markdown: string;
  /** Target of `rel=describedby`, such as an llms.txt, or empty. */
  readonly describedBy: string;
  /** Target of `<meta http-equiv="refresh">`, or empty. */
  readonly refresh: string;
  /** Absolute URLs of any scheme, in order, without duplicates. */
  readonly links: readonly string[];
  /** Base for relative links. */
  readonly baseUrl: string;
  readonly firstHeading: string;
  /** Line of the title, or 1. */
  readonly titleLine: number;
}

export function readFacts(root: HtmlNode, url: string): HtmlFacts {
  const meta = new Map<string, string>();
  const relations = new Map<string, string>();
  const hrefs: string[] = [];
  let [title, base, firstHeading] = ['', '', ''];
  let titleLine = 1;
  walk(root, (node) => {
    if (node.tag === 'svg' || node.tag === 'template') return false;
    if (node.tag === 'title' && title === '') {
      title = squeeze(node.children.join(''));
      titleLine = node.line;
    } else if (node.tag === 'meta') noteMeta(meta, node);
    else if (node.tag === 'base' && base === '') base = attributeOf(node, 'href');
    else if (node.tag === 'link') noteRelations(relations, node);
    else if ((node.tag === 'a' || node.tag === 'area') && hasAttribute(node, 'href'))
      hrefs.push(attributeOf(node, 'href'));
    else if (node.tag === 'h1' && firstHeading === '') firstHeading = withoutPermalink(squeeze(textOf(node)));
    return undefined;
  });
  const baseUrl = toBase(base, url);
  return {
    title: meta.get('og:title') && title === '' ? (meta.get('og:title') as string) : title,
    description: meta.get('description') ?? meta.get('og:description') ?? '',
    canonical: resolve(relations.get('canonical') ?? '', baseUrl),
    markdown: resolve(relations.get('alternate') ?? '', baseUrl),
    describedBy: resolve(relations.get('describedby') ?? '', baseUrl),
    refresh: resolve(/url\s*=\s*['"]?([^'"\s;]+)/i.exec(meta.get('refresh') ?? '')?.[1] ?? '', baseUrl),
    // Only crawls need them, and parsing addresses is slow.
    get links() {
      return [...new Set(hrefs.map((href) => resolve(href, baseUrl)).filter((href) => href !== ''))];
    },
    baseUrl,
    firstHeading,
    titleLine,
  };
}

/** Notes the first target of each relation; an alternate counts only as Markdown. */
function noteRelations(relations: Map<string, string>, node: HtmlNode): void {
  for (const rel of toAsciiLower(attributeOf(node, 'rel')).split(/\s+/)) {
    const isOther = rel === 'alternate' && !/^text\/(?:x-)?markdown\b/i.test(attributeOf(node, 'type').trim());
    if (!isOther && !relations.has(rel)) relations.set(rel, attributeOf(node, 'href'));
  }
}

/** Removes the permalink character (`¶`, `#`) from the end of a trimmed heading, but not the `#` of `C#`. */
export function withoutPermalink(heading: string): string {
  return heading.replace(/(?:\s#|[¶§🔗])$/u, '').trim();
}

function noteMeta(meta: Map<string, string>, node: HtmlNode): void {
  const name = attributeOf(node, 'name') || attributeOf(node, 'property') || attributeOf(node, 'http-equiv');
  const key = toAsciiLower(name);
  const value = squeeze(attributeOf(node, 'content'));
  if (key !== '' && value !== '' && !meta.has(key)) meta.set(key, value);
}

/** Ignores a `<base>` with a stray colon or another scheme, which would send every link elsewhere. */
function toBase(base: string, url: string): string {
  if (base === '' || !URL.canParse(base, url || undefined)) return url;
  const resolved = new URL(base, url || undefined);
  return resolved.protocol === 'http:' || resolved.protocol === 'https:' ? resolved.href : url;
}

function resolve(href: string, base: string): string {
  const text = href.trim();
  if (text === '') return '';
  return URL.canParse(text, base || undefined) ? new URL(text, base || undefined).href : text;
}

export function squeeze(text: string): string {
  return text.replace(/[\s\u200B\uFEFF]+/g, ' ').trim();
}
