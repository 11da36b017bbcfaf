import { attributeOf, type HtmlNode, hasAttribute, parseHtml, walk } from '../html/html-tree.ts';
import { reduceTree } from '../html/reduce-html.ts';
import { toAsciiLower } from '../lib/ascii.ts';
import { fromUtf8 } from '../lib/bytes.ts';
import { AppError } from '../model/app-error.ts';

/** A page of a built site: the Markdown of its content, whose headings keep their anchors. */
export interface BuiltPage {
  readonly markdown: string;
  readonly title: string;
  readonly description: string;
  /** As written in `<html lang>`, in lower case; may be empty. */
  readonly language: string;
}

type IsIgnored = (node: HtmlNode) => boolean;

/** Resolves to undefined for a page that search engines must not index, leads elsewhere, or has no text. */
export type ReadPage = (html: Uint8Array) => Promise<BuiltPage | undefined>;

/** Attributes that leave an element out; Pagefind's too, so that its sites need no change. */
const IGNORED = ['data-quire-ignore', 'data-pagefind-ignore'];

/** Returns a reader that leaves out the elements of some selectors: `nav.toc, #search, [role="note"]`. Throws `publish/bad-selector`. */
export function createPageReader(ignore: string): ReadPage {
  const isIgnored = toIgnored(ignore);
  return async (html) => readBuiltPage(fromUtf8(html), isIgnored);
}

function readBuiltPage(html: string, isIgnored: IsIgnored): BuiltPage | undefined {
  const root = parseHtml(html.replaceAll('\r', ' '));
  let language = '';
  let isHidden = false;
  const ignored: HtmlNode[] = [];
  walk(root, (node) => {
    if (node.tag === 'html') language = toAsciiLower(attributeOf(node, 'lang')).trim();
    if (node.tag === 'meta' && /^robots$/i.test(attributeOf(node, 'name')))
      isHidden ||= /noindex|none/i.test(attributeOf(node, 'content'));
    const isOut = IGNORED.some((name) => hasAttribute(node, name)) || isIgnored(node);
    if (isOut) ignored.push(node);
    return !isOut;
  });
  for (const node of ignored) node.children.length = 0;
  const { markdown, title, facts } = reduceTree(root, '', { keepsAnchors: true });
  if (isHidden || facts.refresh !== '' || markdown.trim() === '') return undefined;
  return { markdown, title, description: facts.description, language };
}

const SELECTOR = /^([a-z][\w-]*)?((?:[.#][\w-]+|\[[\w-]+(?:=["']?[^"'\]]*["']?)?\])*)$/i;

function toIgnored(selectors: string): IsIgnored {
  const tests = selectors.split(',').flatMap((one): IsIgnored[] => {
    const selector = one.trim();
    if (selector === '') return [];
    const [found, tag = '', rest = ''] = SELECTOR.exec(selector) ?? [];
    if (found === undefined)
      throw new AppError('publish/bad-selector', 'use a tag, .class, #id or [attribute], not below others', {
        selector,
      });
    const parts = rest.match(/[.#][\w-]+|\[[^\]]*\]/g) ?? [];
    return [(node) => (tag === '' || node.tag === toAsciiLower(tag)) && parts.every((part) => fits(node, part))];
  });
  return (node) => tests.some((test) => test(node));
}

function fits(node: HtmlNode, part: string): boolean {
  const name = part.slice(1);
  if (part.startsWith('.')) return node.classes.includes(name);
  if (part.startsWith('#')) return attributeOf(node, 'id') === name;
  const [, key = '', value] = /^([\w-]+)(?:=["']?([^"']*)["']?)?$/.exec(name.slice(0, -1)) ?? [];
  return value === undefined ? hasAttribute(node, key) : attributeOf(node, key) === value;
}
