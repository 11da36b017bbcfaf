import { findRstTitles, REFERENCE, type RstTitle, SUBSTITUTION, toRoleText } from './rst.ts';

const CODE = /^(\s*)\.\. (?:code-block|sourcecode|code|literalinclude|prompt|doctest)::/;
const BOX =
  /^(\s*)\.\. (note|warning|tip|hint|important|caution|danger|attention|seealso|admonition|versionadded|versionchanged|deprecated|deprecated-removed)::\s*(.*)$/;
const OTHER = /^\s*\.\. /;
const OPTION = /^\s+:[\w-]+:(\s|$)/;
/** Images with a relative path. Images of other sites are badges and not fetched. */
const IMAGE = /^\s*\.\. (?:image|figure)::\s*(?![a-z]+:)([^\s<>]+)\s*$/i;

/**
 * Converts reStructuredText to Markdown line by line, where both have the same constructs: headings, code, boxes, roles and links.
 * Leaves everything else as written. Adds and removes no line, so that line numbers stay valid. `findLevel` gives the level that the heading
 * at a line, 0-based, has in the whole file.
 */
export function rstToMarkdown(text: string, findLevel?: (line: number) => number | undefined): string {
  const lines = text.split('\n');
  const titles = new Map(findRstTitles(lines).titles.map((title) => [title.line, title]));
  const out: string[] = [];
  for (let i = 0; i < lines.length; ) {
    const title = titles.get(i);
    i += title === undefined ? takeBlock(lines, i, out) : takeTitle(title, findLevel?.(i), out);
  }
  return out.join('\n');
}

function takeTitle({ line, endLine, raw, level }: RstTitle, givenLevel: number | undefined, out: string[]): number {
  const text = toInline(raw.trim()).replace(SUBSTITUTION, '$1$2').replace(REFERENCE, '$1');
  const heading = `${'#'.repeat(givenLevel ?? level)} ${text}`;
  out.push(...(endLine - line === 2 ? ['', heading, ''] : [heading, '']));
  return endLine + 1 - line;
}

/** Writes the block that begins at the line; returns its number of lines. */
function takeBlock(lines: readonly string[], at: number, out: string[]): number {
  const line = lines[at] as string;
  const next = lines[at + 1] ?? '';
  const code = CODE.exec(line);
  if (code !== null) return 1 + takeIndented(lines, at + 1, out, { first: '```', indent: (code[1] as string).length });
  const box = BOX.exec(line);
  if (box !== null) {
    out.push(`> **${box[2]}** ${toInline(box[3] as string)}`.trimEnd());
    return 1 + takeQuoted(lines, at + 1, out, (box[1] as string).length);
  }
  if (OTHER.test(line)) return takeOther(lines, at, out);
  // `text ::` is written without a colon, `text::` with one.
  const shown = toInline(line.replace(/(^|\s)\s*::\s*$/, '').replace(/::\s*$/, ':'));
  out.push(isMarkdownHeading(shown, out.at(-1)) ? shown.replace(/[=#-]/, '\\$&') : shown);
  const isLiteral = /::\s*$/.test(line) && next.trim() === '';
  if (!isLiteral) return 1;
  return 1 + takeIndented(lines, at + 1, out, { first: undefined, indent: line.search(/\S/) });
}

/** Whether a line would make a heading where reStructuredText has none. */
function isMarkdownHeading(line: string, above = ''): boolean {
  return /^ {0,3}#{1,6}(?:\s|$)/.test(line) || (above.trim() !== '' && /^ {0,3}(?:=+|-+)\s*$/.test(line));
}

/** Drops targets, comments and directives without visible text, with their options; keeps images of the collection. */
function takeOther(lines: readonly string[], at: number, out: string[]): number {
  const image = IMAGE.exec(lines[at] as string)?.[1];
  let end = at + 1;
  while (OPTION.test(lines[end] ?? '')) end++;
  const alt = lines.slice(at + 1, end).flatMap((line) => /^\s+:alt:\s*(.+)$/.exec(line)?.[1] ?? [])[0];
  const name = (alt ?? image?.split('/').at(-1) ?? '').replace(/[[\]]/g, '').trim();
  out.push(image === undefined ? '' : `![${name}](<${image}>)`);
  for (let i = at + 1; i < end; i++) out.push('');
  return end - at;
}

/** Writes an indented block as fenced code. The fences replace its options and blank lines. */
function takeIndented(
  lines: readonly string[],
  from: number,
  out: string[],
  { first, indent }: { readonly first: string | undefined; readonly indent: number },
): number {
  const { block, end } = readIndented(lines, from, indent);
  const body = block.findIndex((line) => line.trim() !== '' && !/^\s*:[\w-]+:/.test(line));
  if (body < 0) {
    if (first !== undefined) out.push('');
    for (let i = from; i < end; i++) out.push('');
    return end - from;
  }
  const margin = Math.min(
    ...block
      .slice(body)
      .filter((line) => line.trim() !== '')
      .map((line) => line.search(/\S/)),
  );
  // The directive itself, or the blank line after the announcement, becomes the opening fence.
  const blanks = first === undefined ? body - 1 : body;
  for (let i = 0; i < blanks; i++) out.push('');
  out.push('```', ...block.slice(body).map((line) => line.slice(margin)));
  const left = end - from - block.length;
  if (left > 0) out.push('```', ...Array.from({ length: left - 1 }, () => ''));
  return end - from;
}

function takeQuoted(lines: readonly string[], from: number, out: string[], indent: number): number {
  const { block } = readIndented(lines, from, indent);
  for (const line of block) out.push(`> ${toInline(line.trim())}`.trimEnd());
  return block.length;
}

/** Returns the lines that are indented deeper, and where the blank lines after them end. */
function readIndented(lines: readonly string[], from: number, indent: number) {
  const isInside = (line: string) => line.trim() === '' || line.search(/\S/) > indent;
  const length = lines.slice(from).findIndex((line) => !isInside(line));
  const end = length < 0 ? lines.length : from + length;
  const block = lines.slice(from, end);
  while (block.at(-1)?.trim() === '') block.pop();
  return { block, end };
}

/** Converts the roles and links of a line. */
function toInline(line: string): string {
  const pieces = line.split(/(``[^\n]+?``)/);
  return pieces.map((piece, i) => (i % 2 === 1 ? piece : toMarkup(piece))).join('');
}

function toMarkup(text: string): string {
  return text
    .replace(/:[\w:+.-]+:`([^`]+)`/g, (_, inner: string) => `\`${toRoleText(inner)}\``)
    .replace(/`([^`<]+?)\s*<(https?:\/\/[^`>\s]+)>`__?/g, '[$1]($2)')
    .replace(/(?<![`\w])`([^`<]+)`__?(?!`)/g, '$1');
}
