import { BARRIER, CLOSES_P, CROSSES_BARRIER, IMPLIED, isHeading, SILENT, VOID } from './elements.ts';
import { type HtmlTag, HtmlTokenizer } from './html-tokenizer.ts';

/** An element of a page, reduced to what readers need. Never deeper than MAX_DEPTH, so walking it may recurse. */
export interface HtmlNode {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: (HtmlNode | string)[];
  readonly parent: HtmlNode | undefined;
}

/** Browsers limit nesting to about the same depth. */
const MAX_DEPTH = 400;

/**
 * Builds a tree from parse5's tokens. parse5's own tree builder searches all open elements at most tags, which takes hours for a page of a million
 * open `<div>`; this one is linear and follows the rules that matter for reading.
 */
export function parseHtml(html: string): HtmlNode {
  const builder = createBuilder();
  const tokenizer = new HtmlTokenizer(
    {
      start(tag) {
        const content = tokenizer.enter(tag);
        const isEmpty = VOID.has(tag.tagName) || content === 'nothing' || (content === 'markup' && tag.selfClosing);
        builder.open(tag, isEmpty);
      },
      end: builder.close,
      text: builder.text,
      space: builder.text,
    },
    { isScripting: false, isXml: false },
  );
  tokenizer.run(html);
  return builder.root;
}

function createBuilder() {
  const root: HtmlNode = { tag: '#root', attributes: new Map(), children: [], parent: undefined };
  const stack: HtmlNode[] = [root];
  const openCounts = new Map<string, number>();
  // Elements past the depth limit are not nested, but their end tags must be matched.
  const beyond = new Map<string, number>();

  function top(): HtmlNode {
    return stack[stack.length - 1] as HtmlNode;
  }

  function pop(): void {
    const node = stack.pop() as HtmlNode;
    openCounts.set(node.tag, (openCounts.get(node.tag) ?? 1) - 1);
  }

  function closeUpTo(tags: readonly string[], within: readonly string[]): void {
    if (!tags.some((tag) => (openCounts.get(tag) ?? 0) > 0)) return;
    let last = -1;
    for (let i = stack.length - 1; i > 0; i--) {
      const { tag } = stack[i] as HtmlNode;
      if (tags.includes(tag)) last = i;
      if (within.includes(tag)) break;
    }
    while (last > 0 && stack.length > last) pop();
  }

  return {
    root,
    open(token: HtmlTag, isEmpty: boolean) {
      const tag = token.tagName;
      if (CLOSES_P.has(tag)) closeUpTo(['p'], ['td', 'th', 'table', 'button', 'li', 'div', 'section', 'article']);
      if (isHeading(tag) && isHeading(top().tag)) pop();
      const implied = IMPLIED.get(tag);
      if (implied) closeUpTo(implied.closes, implied.within);
      const attributes = new Map(token.attrs.map((attribute) => [attribute.name, attribute.value]));
      const node: HtmlNode = { tag, attributes, children: [], parent: top() };
      top().children.push(node);
      if (isEmpty) return;
      if (stack.length > MAX_DEPTH) {
        beyond.set(tag, (beyond.get(tag) ?? 0) + 1);
        return;
      }
      stack.push(node);
      openCounts.set(tag, (openCounts.get(tag) ?? 0) + 1);
    },
    close(tag: string) {
      const extra = beyond.get(tag) ?? 0;
      if (extra > 0) {
        beyond.set(tag, extra - 1);
        return;
      }
      if ((openCounts.get(tag) ?? 0) <= 0) return;
      for (let i = stack.length - 1; i > 0; i--) {
        const open = (stack[i] as HtmlNode).tag;
        if (open === tag) {
          while (stack.length > i) pop();
          return;
        }
        if (BARRIER.has(open) && !CROSSES_BARRIER.has(tag)) return;
      }
    },
    text(chars: string) {
      const { children } = top();
      if (stack.length > MAX_DEPTH) {
        // Readers ignore bare text in the innermost element if it is a list or a row.
        children.push({ tag: 'div', attributes: new Map(), children: [chars], parent: top() });
        return;
      }
      const last = children.length - 1;
      if (typeof children[last] === 'string') children[last] += chars;
      else children.push(chars);
    },
  };
}

export function attributeOf(node: HtmlNode, name: string): string {
  return node.attributes.get(name) ?? '';
}

export function classesOf(node: HtmlNode): string[] {
  return attributeOf(node, 'class').split(/\s+/).filter(Boolean);
}

/** Visits every element, parents before children; `enter` may return false to skip its children. */
export function walk(root: HtmlNode, enter: (node: HtmlNode) => boolean | undefined): void {
  const stack: HtmlNode[] = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (enter(node) === false) continue;
    for (let i = node.children.length - 1; i >= 0; i--) {
      const child = node.children[i];
      if (typeof child === 'object') stack.push(child);
    }
  }
}

export function textOf(root: HtmlNode): string {
  const pieces: string[] = [];
  const stack: (HtmlNode | string)[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node === 'string') pieces.push(node);
    else if (!SILENT.has(node.tag))
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] as HtmlNode);
  }
  return pieces.join('');
}
