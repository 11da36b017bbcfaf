import { countVisible } from './count-visible.ts';
import { isHeading, SILENT } from './elements.ts';
import type { HtmlNode } from './html-tree.ts';
import { attributeOf, classesOf, walk } from './html-tree.ts';

/** The element with a page's own text, and the noise inside it. */
export interface PickedContent {
  readonly root: HtmlNode;
  readonly noise: ReadonlySet<HtmlNode>;
}

/** Class names that documentation generators give to the article. */
const CONTENT_CLASS =
  /^(?:theme-doc-markdown|vp-doc|sl-markdown-content|md-content__inner|markdown-body|rst-content|nextra-content|prose|mdx-content|docs-content|doc-content|article-content|post-content|entry-content|page-content|main-content)$/;
const CONTENT_ID = /^(?:content|main-content|main|docs-content|mw-content-text|furo-main-content)$/;

const NOISE_TAG = new Set('nav footer form button dialog input select textarea menu'.split(' '));
const NOISE_ROLE =
  /^(?:navigation|search|banner|contentinfo|complementary|menu|menubar|toolbar|dialog|alertdialog|tooltip|tablist)$/;
const NOISE_CLASS =
  /^(?:theme-doc-(?:breadcrumbs|toc-mobile|toc-desktop|footer|version-badge|version-banner|sidebar-container)|vp-?doc-?(?:footer|aside|outline)|vp-?local-?nav|prev-next|prevnext|next-prev|headerlink|hash-link|header-anchor|anchor-link|sl-anchor-link|heading-anchor|skip-?(?:link|nav|to-content)|skip-to-main-content|visually-hidden|sr-only|screen-reader-text|no-print|copy-?(?:btn|button|code)|copybtn|clipboard|btn-copy|sphinxsidebar|wy-nav-side|wy-breadcrumbs|rst-footer-buttons|related|md-source-file|md-sidebar|md-footer|md-header|md-content__button|right-sidebar|left-sidebar|docsearch|algolia|theme-toggle|lang|lang(?:uage)?-switcher|feedback|page-feedback|was-this-helpful|helpful|share(?:-buttons)?|social(?:-links)?|newsletter|cookie(?:-banner|-consent)?|consent|advert(?:isement)?|ads?|promo|announcement(?:-bar)?|banner|backlink|edit-(?:this-)?(?:page|link)|editthispage|last-updated|page-metadata|page-nav|site-nav|site-header|site-footer|site-sidebar|rightside|hideme|out-of-band)$/i;
const NOISE_PART =
  /(?:^|[-_])(?:breadcrumbs?|pagination|pager|paginator|toc|table-of-contents|tableofcontents|sidebar|sidenav|navbar|topbar|on-this-page)(?:[-_](?:nav|container|wrapper|list|links?|mobile|desktop|inner|item))*$/i;
const NOISE_ID = /^(?:toc|table-of-contents|sidebar|breadcrumbs?|footer|header|nav|navigation|searchbox|comments?)$/i;
/** Call-out boxes that share their tag or role with noise. */
const BOX_CLASS =
  /^(?:admonition(?:-.*)?|theme-admonition(?:-.*)?|starlight-aside(?:--.*)?|alert(?:-.*)?|callout(?:-.*)?|custom-block|hint|note|tip|warning|danger|caution|important|info|seealso|versionadded|versionchanged|deprecated|markdown-alert(?:-.*)?)$/i;

export function pickContent(body: HtmlNode): PickedContent {
  const lengths = measure(body);
  const root = narrow(body, lengths);
  return { root, noise: findNoise(root, lengths) };
}

/** Finds the innermost known container with at least half of the outer one's text. */
function narrow(body: HtmlNode, lengths: ReadonlyMap<HtmlNode, number>): HtmlNode {
  let best = body;
  const mains: HtmlNode[] = [];
  walk(body, (node) => {
    if (isChrome(node)) return false;
    if (node.tag === 'main' || attributeOf(node, 'role') === 'main') mains.push(node);
    return undefined;
  });
  const main = longest(mains, lengths);
  if (main && lengthOf(main, lengths) > 0) best = main;
  for (const isMatch of [isArticle, isKnownContainer]) {
    const found: HtmlNode[] = [];
    walk(best, (node) => {
      if (node !== best && isChrome(node)) return false;
      if (node !== best && isMatch(node)) {
        found.push(node);
        return false;
      }
      return undefined;
    });
    const candidate = longest(found, lengths);
    if (candidate && lengthOf(candidate, lengths) * 2 >= lengthOf(best, lengths) && lengthOf(candidate, lengths) > 0) {
      best = candidate;
    }
  }
  return best;
}

function isArticle(node: HtmlNode): boolean {
  return node.tag === 'article' || attributeOf(node, 'itemprop') === 'articleBody';
}

function isKnownContainer(node: HtmlNode): boolean {
  return CONTENT_ID.test(attributeOf(node, 'id')) || classesOf(node).some((name) => CONTENT_CLASS.test(name));
}

function isChrome(node: HtmlNode): boolean {
  return SILENT.has(node.tag) || node.tag === 'nav' || node.tag === 'footer' || (node.tag === 'aside' && !isBox(node));
}

function longest(nodes: readonly HtmlNode[], lengths: ReadonlyMap<HtmlNode, number>): HtmlNode | undefined {
  let best: HtmlNode | undefined;
  for (const node of nodes) if (!best || lengthOf(node, lengths) > lengthOf(best, lengths)) best = node;
  return best;
}

function lengthOf(node: HtmlNode, lengths: ReadonlyMap<HtmlNode, number>): number {
  return lengths.get(node) ?? 0;
}

/** Counts the visible characters below each element, without navigation and footers. Children come after parents in `order`. */
function measure(body: HtmlNode): Map<HtmlNode, number> {
  const order: HtmlNode[] = [];
  walk(body, (node) => {
    if (node !== body && isChrome(node)) return false;
    order.push(node);
    return undefined;
  });
  const lengths = new Map<HtmlNode, number>();
  for (let i = order.length - 1; i >= 0; i--) {
    const node = order[i] as HtmlNode;
    let length = 0;
    for (const child of node.children) {
      length += typeof child === 'string' ? countVisible(child) : (lengths.get(child) ?? 0);
    }
    lengths.set(node, length);
  }
  return lengths;
}

/** A container with more than half of the text is never noise, whatever its class is called. */
function findNoise(root: HtmlNode, lengths: ReadonlyMap<HtmlNode, number>): Set<HtmlNode> {
  const noise = new Set<HtmlNode>();
  const half = lengthOf(root, lengths) / 2;
  walk(root, (node) => {
    if (node === root) return undefined;
    if (!isNoise(node) || (lengthOf(node, lengths) > half && node.tag !== 'nav' && node.tag !== 'footer'))
      return undefined;
    noise.add(node);
    return false;
  });
  return noise;
}

function isNoise(node: HtmlNode): boolean {
  if (SILENT.has(node.tag)) return true;
  const role = attributeOf(node, 'role');
  if (role === 'tabpanel' || role === 'tablist' || role === 'tab') return false;
  if (isBox(node)) return false;
  if (isTaskBox(node) || isCodeTab(node)) return false;
  if (NOISE_TAG.has(node.tag) || node.tag === 'aside' || NOISE_ROLE.test(role)) return true;
  if (node.attributes.has('hidden') && attributeOf(node, 'hidden') !== 'until-found' && !isPanel(node)) return true;
  if (attributeOf(node, 'aria-hidden') === 'true' && !isHeading(node.tag)) return true;
  if (node.tag === 'header') return !hasHeading(node);
  if (NOISE_ID.test(attributeOf(node, 'id')) && !hasHeadingOne(node)) return true;
  return classesOf(node).some((name) => NOISE_CLASS.test(name) || NOISE_PART.test(name));
}

export function isBox(node: HtmlNode): boolean {
  if (!/^(?:div|aside|section|blockquote|details|article|p)$/.test(node.tag)) return false;
  if (/^(?:note|alert)$/.test(attributeOf(node, 'role'))) return true;
  return classesOf(node).some((name) => BOX_CLASS.test(name));
}

function isTaskBox(node: HtmlNode): boolean {
  return node.tag === 'input' && attributeOf(node, 'type') === 'checkbox' && node.parent?.tag === 'li';
}

function isCodeTab(node: HtmlNode): boolean {
  return classesOf(node).some((name) => /^(?:tabbed-block|vp-code-group|tabbed-set|tabs__item|tabitem)/i.test(name));
}

function isPanel(node: HtmlNode): boolean {
  return classesOf(node).some((name) => /(?:^|[-_])(?:tab|panel)(?:[-_]|$)/i.test(name));
}

function hasHeading(node: HtmlNode): boolean {
  return node.children.some((child) => typeof child === 'object' && (isHeading(child.tag) || hasHeading(child)));
}

function hasHeadingOne(node: HtmlNode): boolean {
  return node.children.some((child) => typeof child === 'object' && (child.tag === 'h1' || hasHeadingOne(child)));
}
