import { JSDOM } from 'jsdom';

const parser = new new JSDOM('').window.DOMParser();

export const LEFT_OUT = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math']);

/** The oracle for HTML: the words of a real DOM's text, where block elements and cells separate words. */
export function findDomWords(html: string): readonly string[] {
  const document = parser.parseFromString(html, 'text/html');
  const pieces: string[] = [];
  // Iterative: a hostile page is deeper than the stack.
  const stack: (Node | string)[] = [document];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node === 'string') pieces.push(node);
    else if (node.nodeType === 3) pieces.push(node.nodeValue ?? '');
    else if (node.nodeType === 1 || node.nodeType === 9) pushChildren(stack, pieces, node as Element);
  }
  return pieces
    .join('')
    .split(/[ \t\n\f\r]+/)
    .filter((word) => word !== '');
}

function pushChildren(stack: (Node | string)[], pieces: string[], element: Element): void {
  const name = element.localName ?? '';
  if (LEFT_OUT.has(name)) return;
  const alt = name === 'img' || name === 'area' || name === 'input' ? (element.getAttribute('alt') ?? '') : '';
  if (alt.trim() !== '') pieces.push(` ${alt} `);
  if (BLOCKS.has(name)) {
    pieces.push(' ');
    stack.push(' ');
  }
  for (let child = element.lastChild; child; child = child.previousSibling) stack.push(child);
}

const BLOCKS = new Set([
  ...'address article aside blockquote body br caption center colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing main menu nav ol optgroup option p plaintext pre search section select'.split(
    ' ',
  ),
  ...['summary', 'table', 'tbody', 'td', 'textarea', 'tfoot', 'th', 'thead', 'title', 'tr', 'ul', 'xmp'],
]);
