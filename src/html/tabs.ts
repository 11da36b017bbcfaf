import type { HtmlNode } from './html-tree.ts';
import { attributeOf, textOf } from './html-tree.ts';

/** Recognises the list of tab labels, without the panels. */
export function isTabList(node: HtmlNode): boolean {
  if (attributeOf(node, 'role') === 'tablist') return true;
  return (
    node.classes.some((name) => /^(?:tabbed-labels|tabs)$/.test(name)) && labelsOf(node).length > 0 && !hasPanels(node)
  );
}

function hasPanels(node: HtmlNode): boolean {
  return node.children.some(
    (child) => typeof child === 'object' && (child.tag === 'pre' || isTabPanel(child) || hasPanels(child)),
  );
}

export function isTabPanel(node: HtmlNode): boolean {
  if (attributeOf(node, 'role') === 'tabpanel') return true;
  if (node.classes.includes('tabbed-block')) return true;
  const group = node.parent?.parent;
  return node.tag === 'div' && group !== undefined && group.classes.includes('vp-code-group');
}

export function labelsOf(node: HtmlNode): string[] {
  const labels: string[] = [];
  const visit = (parent: HtmlNode): void => {
    for (const child of parent.children) {
      if (typeof child === 'string') continue;
      if (attributeOf(child, 'role') === 'tab' || child.tag === 'label')
        labels.push(textOf(child).replace(/\s+/g, ' ').trim());
      else visit(child);
    }
  };
  visit(node);
  return labels;
}
