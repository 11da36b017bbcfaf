import { toAsciiLower } from '../lib/ascii.ts';
import { decodeEntities } from './entities.ts';
import { readWikiLink } from './wiki-link.ts';

export interface MarkdownLink {
  readonly text: string;
  readonly target: string;
  /** Offset of the whole link in the text. */
  readonly start: number;
  readonly end: number;
}

/** Targets of link definitions by label, as `toLabel` writes it. */
export type Definitions = ReadonlyMap<string, string>;

interface FindOptions {
  readonly limit?: number;
  /** Without it, only links with their own target are found. */
  readonly definitions?: Definitions;
}

const NO_DEFINITIONS: Definitions = new Map();
/** Bound for link texts and targets: without it a line of `[` costs quadratic time. */
const MAX_LINK = 4_000;
const MAX_BRACKETS = 8;

/** Finds the inline links of a text in order, without images and badges (`[![…](…)](…)`). Never throws; linear for real text. */
export function findLinks(
  text: string,
  { limit = Number.POSITIVE_INFINITY, definitions = NO_DEFINITIONS }: FindOptions = {},
): MarkdownLink[] {
  const links: MarkdownLink[] = [];
  let at = 0;
  while (links.length < limit) {
    const open = text.indexOf('[', at);
    if (open < 0) break;
    const link = isEscaped(text, open) ? undefined : readLink(text, open, definitions);
    if (!link) {
      at = open + 1;
      continue;
    }
    const isImage = text[open - 1] === '!' && !isEscaped(text, open - 1);
    if (!isImage && !isBadge(link.text)) links.push(link);
    at = link.end;
  }
  return links;
}

function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text[from - 1] === '\\') from--;
  return (at - from) % 2 === 1;
}

function isBadge(text: string): boolean {
  return text.startsWith('![') && text.endsWith(')');
}

function readLink(text: string, open: number, definitions: Definitions): MarkdownLink | undefined {
  const close = findClosing(text, open, '[', ']');
  if (close < 0) return undefined;
  const inner = text.slice(open + 1, close);
  const target = text[close + 1] === '(' ? readTarget(text, close + 2) : undefined;
  if (target) return { text: toPlainText(inner), target: target.url, start: open, end: target.end };
  if (definitions.size === 0) return undefined;
  const label = /^\[([^[\]]{0,999})\]/.exec(text.slice(close + 1, close + 1_002));
  const url = definitions.get(toLabel(label?.[1] || inner));
  if (url === undefined) return undefined;
  return { text: toPlainText(inner), target: url, start: open, end: close + 1 + (label?.[0].length ?? 0) };
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
  return text[at] === ')' && url !== '' ? { url: toUrl(url), end: at + 1 } : undefined;
}

function toUrl(written: string): string {
  return decodeEntities(written.trim().replace(/\\([!-/:-@[-`{-~])/g, '$1'));
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

const DEFINITION =
  /^ {0,3}\[((?:\\.|[^[\]\\]){1,999})\]:[ \t]*\n?[ \t]*(?:<((?:\\.|[^<>\n\\])*)>|([^\s<]\S*))(?:[ \t]*\n?[ \t]+(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\((?:\\.|[^()\\])*\)))?[ \t]*(?:\n|$)/;

/** Removes the definitions at the start of a paragraph, and adds them to the others: the first of a label counts. */
export function takeDefinitions(paragraph: string, definitions: Map<string, string>): string {
  let rest = paragraph;
  for (let match = DEFINITION.exec(rest); match; match = DEFINITION.exec(rest)) {
    const label = toLabel(match[1] as string);
    if (label === '') break;
    if (!definitions.has(label)) definitions.set(label, toUrl(match[2] ?? match[3] ?? ''));
    rest = rest.slice(match[0].length);
  }
  return rest;
}

function toLabel(text: string): string {
  return toAsciiLower(text.trim().replace(/\s+/g, ' '));
}

const CODE_SPAN = /(?<!`)(`{1,100})(?!`)([\s\S]*?[^`])\1(?!`)/g;

/** Replaces inline code of a paragraph by spaces: there are no links in it. */
export function hideCode(paragraph: string): string {
  return paragraph.includes('`') ? paragraph.replace(CODE_SPAN, (code) => ' '.repeat(code.length)) : paragraph;
}

const PRIVATE = 0xe000;

/** Removes the markup of a heading or link text. An image stays as written. */
export function toPlainText(markdown: string, definitions: Definitions = NO_DEFINITIONS): string {
  if (markdown.startsWith('![')) return markdown.trim();
  return strip(markdown, definitions, (text) => text);
}

const MARKUP = /[[`*_<\\&~={]/;
const TARGET = /!?\[((?:[^[\]]|\[[^[\]]{0,500}\]){0,500})\]\((?:[^()\n]|\([^()\n]{0,500}\)){0,2000}\)/g;

/** Removes all markup of a paragraph that is read without its file: links and images are their texts, wherever they lead. */
export function stripInline(paragraph: string): string {
  if (!MARKUP.test(paragraph)) return paragraph.replace(/\s+/g, ' ').trim();
  return strip(paragraph, NO_DEFINITIONS, (text) =>
    text
      .replace(/<!--[\s\S]*?(?:-->|$)|\{\/\*[\s\S]*?\*\/\}/g, ' ')
      // Shortcodes of Hugo and tags of Liquid; a term has its words in `text`.
      .replace(/\{\{[<%][^{}]{0,1000}?(?:\btext="([^"]*)"[^{}]{0,500}?)?[%>]\}\}|\{%[^{}]{0,1000}%\}/g, '$1')
      .replace(/!?\[\[[^[\]\n]{1,1500}\]\]/g, (link) => readWikiLink(link)?.label ?? link)
      .replace(/\[\^[^\]\s]{1,100}\]/g, '')
      .replace(TARGET, '$1')
      .replace(TARGET, '$1')
      .replace(/!?\[([^[\]]{1,500})\]\[[^[\]]{0,500}\]/g, '$1')
      // The text may end inside a link or tag.
      .replace(/!?\[([^[\]]{0,500})\]\([^()\s]{0,2000}$/, '$1')
      .replace(/(?<!\{)\{:?\s?[#.][^{}]{1,200}\}(?!\})/g, '')
      .replace(BLOCK_TAG, ' ')
      .replace(/<[a-z/][^<>]{0,2000}$/i, '')
      .replace(/(~~|==)(?=\S)(.{1,500}?)(?<=\S)\1/g, '$2'),
  );
}

const BLOCK_TAG =
  /<\/?(?:p|div|br|hr|t[dhr]|table|thead|tbody|caption|li|ul|ol|d[ltd]|h[1-6]|details|summary|section|figure|figcaption|center|img|blockquote)\b[^<>]{0,2000}>/gi;

/** Returns the words of HTML, without tags and comments. */
export function stripTags(html: string): string {
  return decodeEntities(html.replace(/<!--[\s\S]*?(?:-->|$)/g, '').replace(/<[^<>]*>/g, ' '));
}

/** Removes markup; `others` removes what headings keep. */
function strip(markdown: string, definitions: Definitions, others: (text: string) => string): string {
  const literals: string[] = [];
  // Hides code and escapes from the steps below, which would take their characters for markup.
  const hide = (text: string): string => String.fromCharCode(PRIVATE + Math.min(literals.push(text) - 1, 6_000));
  const hidden = markdown
    .replace(/[\ue000-\uf8ff]/g, ' ')
    .replace(CODE_SPAN, (_, __, code: string) => hide(code.replace(/^\s(.*\S.*)\s$/, '$1')))
    .replace(/\\([!-/:-@[-`{-~])/g, (_, char: string) => hide(char))
    .replace(/<([a-z][a-z\d+.-]{1,31}:[^\s<>]{0,2000})>/gi, (_, address: string) => hide(address));
  const text = others(hidden)
    .replace(/<[a-z/!?][^<>]{0,2000}>/gi, '')
    .replace(/(\*\*|__)(?=\S)(.{1,500}?)\1/g, '$2')
    .replace(/(^|[^\w*])\*([^\s*][^*]{0,500}?)\*(?![\w*])/g, '$1$2')
    .replace(/(^|[^\w])_([^\s_][^_]{0,500}?)_(?!\w)/g, '$1$2');
  // Twice: a link may have an image as its text.
  return decodeEntities(dropTargets(dropTargets(text, definitions), definitions))
    .replace(/[\ue000-\uf8ff]/g, (char) => literals[char.charCodeAt(0) - PRIVATE] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Replaces the innermost links and images by their texts. */
function dropTargets(text: string, definitions: Definitions): string {
  return text
    .replace(/!?\[([^[\]]{0,500})\]\([^()\s]{0,2000}(?:\s"[^"]{0,500}")?\)/g, '$1')
    .replace(/(?<!\])!?\[([^[\]]{1,500})\](?:\[([^[\]]{0,500})\])?/g, (whole, inner: string, label?: string) =>
      definitions.has(toLabel(label || inner)) ? inner : whole,
    );
}
