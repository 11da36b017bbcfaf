import { trimEndOf } from '../../lib/trim-end.ts';
import type { FileOutline } from '../contract.ts';
import { cutChars, toCodeSpan, toOneLine } from '../text/labels.ts';
import { type LineAt, MAX_LINE_CHARS, readHead } from './read-head.ts';

/** A heading or symbol of a file [P2]. */
export interface Signature {
  readonly line: number;
  /** One line without its line feed, as in `signatures.md` and in packs. */
  readonly text: string;
}

const MAX_VALUE_CHARS = 48;
const MAX_HEAD_CHARS = 160;
/** Words that repeat the kind. */
const KEYWORDS =
  /^(?:(?:export|declare|default|public|def|class|function|func|fn|pub|const|let|var|interface|type|struct|enum|trait|module|namespace|package)\b\s*)+/;

/**
 * Lists every heading and symbol once, by line, except for fields: a class may have hundreds. A symbol inside another comes below it, indented by two spaces, without the name of the outer one:
 * `12-40 method ` + code span of the name + the rest of its declaration + ` — first sentence`. A heading of a document with pages has its page
 * instead of its line.
 */
export function toSignatures(
  { headings, symbols }: FileOutline,
  lineAt: LineAt,
  pageAt: (line: number) => string | undefined = () => undefined,
): Signature[] {
  const made = symbols.filter(({ what }) => what !== 'field').map((symbol) => ({ line: symbol.startLine, symbol }));
  const named = headings.filter(({ text }) => toOneLine(text) !== '');
  const heads = named.map(({ level, line, text }) => ({
    line,
    text: `${pageAt(line) ?? line} ${'#'.repeat(level)} ${toOneLine(text)}`,
  }));
  const parents: FileOutline['symbols'][number][] = [];
  const signatures = made.map(({ line, symbol }): Signature => {
    while (parents.length > 0 && !isInside(symbol, parents.at(-1) as typeof symbol)) parents.pop();
    const outer = parents.at(-1)?.name;
    const name = outer === undefined ? symbol.name : symbol.name.slice(outer.length + 1);
    const text = '  '.repeat(parents.length) + toLine(symbol, name, lineAt);
    parents.push(symbol);
    return { line, text };
  });
  // Stable: a heading comes before the symbol on its line.
  return [...heads, ...signatures].sort((a, b) => a.line - b.line);
}

type SymbolPlace = FileOutline['symbols'][number];

function isInside(inner: SymbolPlace, outer: SymbolPlace): boolean {
  return (
    inner.name.startsWith(`${outer.name}.`) && inner.startLine >= outer.startLine && inner.endLine <= outer.endLine
  );
}

function toLine({ what, startLine: start, endLine: end }: SymbolPlace, name: string, lineAt: LineAt): string {
  const head = readHead(lineAt, { start, end });
  // Parameters may have documentation of their own.
  const text = head.text.replace(/\/\*.*?(?:\*\/ ?|$)/g, '');
  const { before, after } = splitAtName(text, name.slice(name.lastIndexOf('.') + 1));
  const limit = what === 'const' ? MAX_VALUE_CHARS : MAX_HEAD_CHARS;
  const rest = after.length <= limit ? after : `${cutChars(after, limit).trimEnd()}…`;
  const sentence = findFirstSentence(lineAt, { start, bodyStart: head.endLine + 1, end });
  const lines = end > start ? `${start}-${end}` : `${start}`;
  return `${lines} ${what} ${before}${toCodeSpan(toOneLine(name))}${rest}${sentence === '' ? '' : ` — ${sentence}`}`;
}

/** Splits a declaration into the words before the name (`async`, types) and the text after it. */
function splitAtName(head: string, name: string): { before: string; after: string } {
  // In Go, `Append` also ends the receiver of `(a *headAppender) Append`.
  const whole = head.search(new RegExp(`(?<!\\w)${name.replace(/\W/g, '\\$&')}(?!\\w)`));
  const at = whole < 0 ? head.indexOf(name) : whole;
  if (name === '' || at < 0) return { before: '', after: '' };
  const before = head.slice(0, at).replace(KEYWORDS, '').replaceAll('`', "'").trim();
  return {
    before: before === '' || before.length > MAX_VALUE_CHARS ? '' : `${before} `,
    after: head.slice(at + name.length).trimEnd(),
  };
}

const MAX_CHARS = 120;
const MAX_LINES = 40;
/** Line between a comment and its declaration. */
const DECORATOR = /^\s*(?:@[\w.]|#\[|\[[A-Z])/;
const LINE_COMMENT = /^\s*(?:\/\/[/!]?|--|#(?![![]|\s*(?:include|define|if|endif|pragma)\b))\s?(.*)$/;
const STRING_START = /^\s*[rRuUbB]{0,2}("""|'''|"(?!")|'(?!'))(.*)$/;

/**
 * Returns the first sentence of a declaration's documentation: a string at the start of its body, or the comment above it. Empty without
 * documentation.
 */
function findFirstSentence(
  fullLineAt: LineAt,
  { start, bodyStart, end }: { readonly start: number; readonly bodyStart: number; readonly end: number },
): string {
  const lineAt: LineAt = (line) => fullLineAt(line)?.slice(0, MAX_LINE_CHARS);
  return toSentence(readDocstring(lineAt, bodyStart, end) ?? readCommentAbove(lineAt, start - 1) ?? []);
}

function readDocstring(lineAt: LineAt, first: number, end: number): string[] | undefined {
  const match = STRING_START.exec(lineAt(first) ?? '');
  if (match === null || first > end) return undefined;
  const quote = match[1] as string;
  const lines: string[] = [];
  for (let line = first; line <= Math.min(end, first + MAX_LINES); line++) {
    const text = line === first ? (match[2] as string) : (lineAt(line) ?? '');
    const close = text.indexOf(quote);
    lines.push(close < 0 ? text : text.slice(0, close));
    if (close >= 0 || quote.length === 1) break;
  }
  return lines;
}

function readCommentAbove(lineAt: LineAt, last: number): string[] | undefined {
  let line = last;
  while (line > last - MAX_LINES && DECORATOR.test(lineAt(line) ?? '')) line--;
  const text = lineAt(line) ?? '';
  if (text.trimEnd().endsWith('*/')) return readBlockComment(lineAt, line);
  const lines: string[] = [];
  for (let at = line; at > line - MAX_LINES; at--) {
    const match = LINE_COMMENT.exec(lineAt(at) ?? '');
    if (match === null) break;
    lines.unshift(match[1] as string);
  }
  return lines.length === 0 ? undefined : lines;
}

function readBlockComment(lineAt: LineAt, last: number): string[] {
  const lines: string[] = [];
  for (let at = last; at > last - MAX_LINES; at--) {
    const text = lineAt(at) ?? '';
    const open = text.indexOf('/*');
    lines.unshift(withoutClose(open < 0 ? text : text.slice(open)).replace(/^\s*(?:\/\*+!?|\*(?!\/))\s?/, ''));
    if (open >= 0) return lines;
  }
  return [];
}

function withoutClose(text: string): string {
  const end = text.trimEnd();
  return end.endsWith('*/') ? trimEndOf(end.slice(0, -1), '*').trimEnd() : text;
}

/** Notes to tools, and to-do notes. */
const NOTE = /^(?:\$Flow|eslint|biome|noqa|pylint|type:|TODO|FIXME|XXX|prettier-ignore|istanbul|@ts-|nolint|go:)/;

/** Takes the first sentence of the first paragraph; tags of documentation tools don't count. */
function toSentence(lines: readonly string[]): string {
  const words: string[] = [];
  for (const line of lines) {
    const text = line.trim();
    if ((text === '' && words.length === 0) || NOTE.test(text)) continue;
    if (text === '' || /^[@:\\]\w+/.test(text)) break;
    words.push(text);
  }
  const paragraph = toOneLine(words.join(' '));
  if (!/[A-Za-z0-9\u0080-\uffff]/.test(paragraph)) return '';
  const end = paragraph.slice(0, MAX_CHARS).search(/[.!?](?: |$)/);
  if (end >= 0) return paragraph.slice(0, end + 1);
  return paragraph.length <= MAX_CHARS ? paragraph : `${cutChars(paragraph, MAX_CHARS).trimEnd()}…`;
}
