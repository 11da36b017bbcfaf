import { isHeading, SILENT } from './elements.ts';
import { attributeOf, countVisible, type HtmlNode, hasAttribute, hasInside, walk } from './html-tree.ts';

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
const BOX_TAG = new Set('div aside section blockquote details article p'.split(' '));
/** Call-out boxes that share their tag or role with noise. */
const BOX_CLASS =
  /^(?:admonition(?:-.*)?|theme-admonition(?:-.*)?|starlight-aside(?:--.*)?|alert(?:-.*)?|callout(?:-.*)?|custom-block|hint|note|tip|warning|danger|caution|important|info|seealso|versionadded|versionchanged|deprecated|markdown-alert(?:-.*)?)$/i;

export function pickContent(body: HtmlNode): PickedContent {
  const root = narrow(measure(body));
  return { root, noise: findNoise(root) };
}

/** Finds the innermost known container with at least half of the outer one's text. */
function narrow(nodes: readonly HtmlNode[]): HtmlNode {
  const main = longest(nodes.filter(isMain));
  let best = main && main.textLength > 0 ? main : (nodes[0] as HtmlNode);
  for (const isMatch of [isArticle, isKnownContainer]) {
    const candidate = longest(nodes.filter((node) => isMatch(node) && isWithin(node, best)));
    if (candidate && candidate.textLength * 2 >= best.textLength && candidate.textLength > 0) best = candidate;
  }
  return best;
}

function isWithin(node: HtmlNode, outer: HtmlNode): boolean {
  return node.parent !== undefined && (node.parent === outer || isWithin(node.parent, outer));
}

function isMain(node: HtmlNode): boolean {
  return node.tag === 'main' || attributeOf(node, 'role') === 'main';
}

function isArticle(node: HtmlNode): boolean {
  return node.tag === 'article' || attributeOf(node, 'itemprop') === 'articleBody';
}

function isKnownContainer(node: HtmlNode): boolean {
  return CONTENT_ID.test(attributeOf(node, 'id')) || node.classes.some((name) => CONTENT_CLASS.test(name));
}

function isChrome(node: HtmlNode): boolean {
  return SILENT.has(node.tag) || node.tag === 'nav' || node.tag === 'footer' || (node.tag === 'aside' && !isBox(node));
}

function longest(nodes: readonly HtmlNode[]): HtmlNode | undefined {
  let best: HtmlNode | undefined;
  for (const node of nodes) if (!best || node.textLength > best.textLength) best = node;
  return best;
}

/** Counts the text of each element that is not in navigation or a footer, and returns these elements, parents first. */
function measure(body: HtmlNode): HtmlNode[] {
  const order: HtmlNode[] = [];
  walk(body, (node) => {
    if (node !== body && isChrome(node)) return false;
    order.push(node);
    return undefined;
  });
  for (let i = order.length - 1; i >= 0; i--) {
    const node = order[i] as HtmlNode;
    for (const child of node.children)
      node.textLength += typeof child === 'string' ? countVisible(child) : child.textLength;
  }
  return order;
}

/** A container with more than half of the text is never noise, whatever its class is called. */
function findNoise(root: HtmlNode): Set<HtmlNode> {
  const noise = new Set<HtmlNode>();
  const half = root.textLength / 2;
  walk(root, (node) => {
    if (node === root) return undefined;
    if (!isNoise(node) || (node.textLength > half && node.tag !== 'nav' && node.tag !== 'footer')) return undefined;
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
  if (hasAttribute(node, 'hidden') && attributeOf(node, 'hidden') !== 'until-found' && !isPanel(node)) return true;
  if (attributeOf(node, 'aria-hidden') === 'true' && !isHeading(node.tag)) return true;
  if (node.tag === 'header') return !hasInside(node, ({ tag }) => isHeading(tag));
  if (NOISE_ID.test(attributeOf(node, 'id')) && !hasInside(node, ({ tag }) => tag === 'h1')) return true;
  return node.classes.some((name) => NOISE_CLASS.test(name) || NOISE_PART.test(name));
}

export function isBox(node: HtmlNode): boolean {
  if (!BOX_TAG.has(node.tag)) return false;
  if (/^(?:note|alert)$/.test(attributeOf(node, 'role'))) return true;
  return node.classes.some((name) => BOX_CLASS.test(name));
}

function isTaskBox(node: HtmlNode): boolean {
  return node.tag === 'input' && attributeOf(node, 'type') === 'checkbox' && node.parent?.tag === 'li';
}

function isCodeTab(node: HtmlNode): boolean {
  return node.classes.some((name) => /^(?:tabbed-block|vp-code-group|tabbed-set|tabs__item|tabitem)/i.test(name));
}

function isPanel(node: HtmlNode): boolean {
  return node.classes.some((name) => /(?:^|[-_])(?:tab|panel)(?:[-_]|$)/i.test(name));
}
