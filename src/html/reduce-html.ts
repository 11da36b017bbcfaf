import { ANCHOR } from '../markdown/anchors.ts';
import { countVisible, type HtmlNode, parseHtml, textOf, walk } from './html-tree.ts';
import type { MarkdownLine } from './inline-markdown.ts';
import { type HtmlFacts, readFacts, squeeze } from './page-facts.ts';
import { pickContent } from './pick-content.ts';
import { toMarkdown } from './to-markdown.ts';

export interface ReducedPage {
  /** The lines of `markdown` with their places in the source. */
  readonly lines: readonly MarkdownLine[];
  /** Ends with one line feed; empty when the page has no readable text. */
  readonly markdown: string;
  readonly title: string;
  readonly facts: HtmlFacts;
}

/** When less than this share of the visible text remains, the content was missed and the whole page is used [S6]. */
const MIN_SHARE = 0.01;

/** Reduces HTML to the Markdown of its main content [S6]. Relative links stay relative if the address of the page is empty. Linear, never throws. */
export function reduceHtml(html: string, url: string): ReducedPage {
  return reduceTree(parseHtml(html), url);
}

export function reduceTree(root: HtmlNode, url: string, { keepsAnchors = false } = {}): ReducedPage {
  const facts = readFacts(root, url);
  const body = findBody(root);
  const { root: content, noise } = pickContent(body);
  let lines = toMarkdown(content, { baseUrl: facts.baseUrl, noise, keepsAnchors });
  const kept = lines.reduce((sum, { text }) => sum + countVisible(text), 0);
  const all = textOf(body);
  if (kept < all.length * MIN_SHARE && kept < countVisible(all) * MIN_SHARE) {
    lines = toMarkdown(body, { baseUrl: facts.baseUrl, noise: new Set(), keepsAnchors });
  }
  const heading = lines.find(({ level }) => level === 1);
  const title = heading ? toHeadingText(heading) : squeeze(toTitle(facts));
  const isTitled = heading !== undefined || lines[0]?.text === `## ${title}`;
  if (!isTitled && title !== '' && lines.length > 0) {
    const place = { first: facts.titleLine, last: facts.titleLine };
    lines.unshift({ text: `# ${title}`, level: 1, ...place }, { text: '', ...place });
  }
  return { lines, markdown: lines.map(({ text }) => `${text}\n`).join(''), title, facts };
}

/** Returns the text of a heading without its marks. */
export function toHeadingText({ text }: MarkdownLine): string {
  return squeeze(
    text
      .replace(/^#+ /, '')
      .replace(ANCHOR, '')
      .replace(/\\([\\`*_<>[\]#])/g, '$1')
      .replace(/`/g, ''),
  );
}

/** Picks a title for content without an H1. An H1 outside the content may be the name of the site: `Control Flow - The Book`. */
function toTitle({ title, firstHeading }: HtmlFacts): string {
  if (firstHeading === '' || !title.endsWith(firstHeading)) return firstHeading || title;
  const before = title.slice(0, -firstHeading.length).trimEnd();
  const own = before.replace(/\s[-\u2013\u2014|\u00B7:\u2022]$/, '');
  return own === before ? firstHeading : own;
}

function findBody(root: HtmlNode): HtmlNode {
  let body: HtmlNode | undefined;
  walk(root, (node) => {
    if (node.tag === 'body') body ??= node;
    return body === undefined;
  });
  return body ?? root;
}
