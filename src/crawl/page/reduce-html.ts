import type { HtmlNode } from '../../html/html-tree.ts';
import { parseHtml, textOf, walk } from '../../html/html-tree.ts';
import type { HtmlFacts } from './html-page.ts';
import { readFacts, squeeze } from './html-page.ts';
import { pickContent } from './pick-content.ts';
import { stripPlatformText } from './strip-platform-text.ts';
import { toMarkdown } from './to-markdown.ts';

export interface ReducedPage {
  /** Ends with one line feed; empty when the page has no readable text. */
  readonly markdown: string;
  readonly title: string;
  readonly facts: HtmlFacts;
  /** How the content was found. */
  readonly reader: 'content' | 'plain';
  /** Visible characters of the whole page, without white space. */
  readonly visibleChars: number;
}

/** When less than this share of the visible text remains, the content was missed and the whole page is used [S6]. */
const LEAST_SHARE = 0.01;

/** Reduces HTML to the Markdown of its main content [S6]. Linear, never throws. */
export function reduceHtml(html: string, url: string): ReducedPage {
  const root = parseHtml(html);
  const facts = readFacts(root, url);
  const body = findBody(root);
  const visibleChars = countChars(textOf(body));
  const { root: content, noise } = pickContent(body);
  let markdown = toMarkdown(content, { baseUrl: facts.baseUrl, noise });
  let reader: ReducedPage['reader'] = 'content';
  if (countChars(markdown) < visibleChars * LEAST_SHARE) {
    markdown = toMarkdown(body, { baseUrl: facts.baseUrl, noise: new Set() });
    reader = 'plain';
  }
  const heading = /^# (.+)$/m.exec(markdown)?.[1];
  const title = squeeze(heading === undefined ? toTitle(facts) : unescapeMarkdown(heading));
  const isTitled = heading !== undefined || markdown.startsWith(`## ${title}\n`);
  if (!isTitled && title !== '' && markdown !== '') markdown = `# ${title}\n\n${markdown}`;
  return { markdown: stripPlatformText(markdown), title, facts, reader, visibleChars };
}

/** Picks a title for content without an H1. An H1 outside the content may be the name of the site: `Control Flow - The Book`. */
function toTitle({ title, firstHeading }: HtmlFacts): string {
  if (firstHeading === '' || !title.endsWith(firstHeading)) return firstHeading || title;
  const own = title.slice(0, -firstHeading.length).replace(/\s+[-\u2013\u2014|\u00B7:\u2022]\s*$/, '');
  return own === title.slice(0, -firstHeading.length) ? firstHeading : own;
}

function findBody(root: HtmlNode): HtmlNode {
  let body: HtmlNode | undefined;
  walk(root, (node) => {
    if (node.tag === 'body') body ??= node;
    return body === undefined;
  });
  return body ?? root;
}

function countChars(text: string): number {
  return text.replace(/\s+/g, '').length;
}

function unescapeMarkdown(text: string): string {
  return text.replace(/\\([\\`*_<>[\]#])/g, '$1').replace(/`/g, '');
}
