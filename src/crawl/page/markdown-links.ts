export interface MarkdownLink {
  readonly text: string;
  readonly target: string;
  /** Offset of the whole link in the text. */
  readonly start: number;
  readonly end: number;
}

/** Bound for link texts and targets: without it a line of `[` costs quadratic time. */
const MAX_LINK = 4_000;
const MAX_BRACKETS = 8;

/** Finds the inline links of a text in order, without images and badges (`[![…](…)](…)`). Never throws; linear for real text. */
export function findLinks(text: string, limit = Number.POSITIVE_INFINITY): MarkdownLink[] {
  const links: MarkdownLink[] = [];
  let at = 0;
  while (links.length < limit) {
    const open = text.indexOf('[', at);
    if (open < 0) break;
    const link = readLink(text, open);
    if (!link) {
      at = open + 1;
      continue;
    }
    const isImage = open > 0 && text[open - 1] === '!' && text[open - 2] !== '\\';
    if (!isImage && !isBadge(link.text)) links.push(link);
    at = link.end;
  }
  return links;
}

function isBadge(text: string): boolean {
  return text.startsWith('![') && text.endsWith(')');
}

function readLink(text: string, open: number): MarkdownLink | undefined {
  const close = findClosing(text, open, '[', ']');
  if (close < 0 || text[close + 1] !== '(') return undefined;
  const target = readTarget(text, close + 2);
  if (!target) return undefined;
  return { text: toPlainText(text.slice(open + 1, close)), target: target.url, start: open, end: target.end };
}

function findClosing(text: string, open: number, left: string, right: string): number {
  const stop = Math.min(text.length, open + MAX_LINK);
  let depth = 0;
  for (let i = open; i < stop; i++) {
    const c = text[i];
    if (c === '\\') i++;
    else if (c === left) {
      if (++depth > MAX_BRACKETS) return -1;
    } else if (c === right && --depth === 0) return i;
  }
  return -1;
}

function readTarget(text: string, start: number): { url: string; end: number } | undefined {
  let at = skipSpace(text, start);
  let url: string;
  if (text[at] === '<') {
    const close = text.indexOf('>', at);
    if (close < 0 || close - at > MAX_LINK) return undefined;
    url = text.slice(at + 1, close);
    at = close + 1;
  } else {
    const end = findTargetEnd(text, at);
    url = text.slice(at, end);
    at = end;
  }
  at = skipTitle(text, skipSpace(text, at));
  return text[at] === ')' && url !== '' ? { url: url.trim(), end: at + 1 } : undefined;
}

function findTargetEnd(text: string, start: number): number {
  const stop = Math.min(text.length, start + MAX_LINK);
  let depth = 0;
  for (let i = start; i < stop; i++) {
    const c = text.charCodeAt(i);
    if (c <= 32) return i;
    if (c === 0x28) depth++;
    if (c === 0x29 && --depth < 0) return i;
  }
  return stop;
}

function skipTitle(text: string, at: number): number {
  const quote = text[at];
  if (quote !== '"' && quote !== "'" && quote !== '(') return at;
  const close = text.indexOf(quote === '(' ? ')' : quote, at + 1);
  return close < 0 || close - at > MAX_LINK ? at : skipSpace(text, close + 1);
}

function skipSpace(text: string, at: number): number {
  let i = at;
  while (i < text.length && text.charCodeAt(i) <= 32) i++;
  return i;
}

/** Removes emphasis, code marks and nested links from a link text or heading. */
export function toPlainText(markdown: string): string {
  if (markdown.startsWith('![')) return markdown.trim();
  return markdown
    .replace(/\[([^[\]]{0,500})\]\([^()\s]{0,2000}\)/g, '$1')
    .replace(/(\*\*|__|``?)(.{1,500}?)\1/g, '$2')
    .replace(/(^|[^\w*])\*([^\s*][^*]{0,500}?)\*(?![\w*])/g, '$1$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
