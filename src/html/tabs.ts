import type { HtmlNode } from './html-tree.ts';
import { attributeOf, findInside, hasInside, textOf } from './html-tree.ts';

/** Recognises the list of tab labels, without the panels. */
export function isTabList(node: HtmlNode): boolean {
  if (attributeOf(node, 'role') === 'tablist') return true;
  return (
    node.classes.some((name) => /^(?:tabbed-labels|tabs)$/.test(name)) && labelsOf(node).length > 0 && !hasPanels(node)
  );
}

function hasPanels(node: HtmlNode): boolean {
  return hasInside(node, (child) => child.tag === 'pre' || isTabPanel(child));
}

export function isTabPanel(node: HtmlNode): boolean {
  if (attributeOf(node, 'role') === 'tabpanel') return true;
  if (node.classes.includes('tabbed-block')) return true;
  const group = node.parent?.parent;
  return node.tag === 'div' && group !== undefined && group.classes.includes('vp-code-group');
}

export function labelsOf(node: HtmlNode): string[] {
  const labels = findInside(node, (child) => attributeOf(child, 'role') === 'tab' || child.tag === 'label');
  return labels.map((label) => textOf(label).replace(/\s+/g, ' ').trim());
}
