import { trimEndOf } from '../../lib/trim-end.ts';
import { cutChars, toOneLine } from '../text/labels.ts';
import { type LineAt, MAX_LINE_CHARS } from './read-head.ts';

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
export function findFirstSentence(
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
