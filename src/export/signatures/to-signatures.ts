import type { FileOutline } from '../contract.ts';
import { cutChars, toCodeSpan, toOneLine } from '../text/labels.ts';
import { findFirstSentence } from './first-sentence.ts';
import { type LineAt, readHead } from './read-head.ts';

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
 * Lists every heading and symbol once, by line. A symbol inside another comes below it, indented by two spaces, without the name of the outer one:
 * `12-40 method ` + code span of the name + the rest of its declaration + ` — first sentence`. A heading of a document with pages has its page
 * instead of its line.
 */
export function toSignatures(
  { headings, symbols }: FileOutline,
  lineAt: LineAt,
  pageAt: (line: number) => string | undefined = () => undefined,
): Signature[] {
  const made = symbols.map((symbol) => ({ line: symbol.start_line, symbol }));
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
    inner.name.startsWith(`${outer.name}.`) && inner.start_line >= outer.start_line && inner.end_line <= outer.end_line
  );
}

function toLine({ what, start_line: start, end_line: end }: SymbolPlace, name: string, lineAt: LineAt): string {
  const head = readHead(lineAt, { start, end });
  const { before, after } = splitAtName(head.text, name.slice(name.lastIndexOf('.') + 1));
  const limit = what === 'const' ? MAX_VALUE_CHARS : MAX_HEAD_CHARS;
  const rest = after.length <= limit ? after : `${cutChars(after, limit).trimEnd()}…`;
  const sentence = findFirstSentence(lineAt, { start, bodyStart: head.endLine + 1, end });
  const lines = end > start ? `${start}-${end}` : `${start}`;
  return `${lines} ${what} ${before}${toCodeSpan(toOneLine(name))}${rest}${sentence === '' ? '' : ` — ${sentence}`}`;
}

/** Splits a declaration into the words before the name (`async`, types) and the text after it. */
function splitAtName(head: string, name: string): { before: string; after: string } {
  const at = head.indexOf(name);
  if (name === '' || at < 0) return { before: '', after: '' };
  const before = head.slice(0, at).replace(KEYWORDS, '').replaceAll('`', "'").trim();
  return {
    before: before === '' || before.length > MAX_VALUE_CHARS ? '' : `${before} `,
    after: head.slice(at + name.length).trimEnd(),
  };
}
