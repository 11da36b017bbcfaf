const UNDERLINE = /^([=\-~^"'`#*+.:_])\1{2,}\s*$/;
const LEVELS: Readonly<Record<string, number>> = { '=': 1, '-': 2, '~': 3 };
const CODE = /^(\s*)\.\. (?:code-block|sourcecode|code|literalinclude|prompt|doctest)::/;
const BOX =
  /^(\s*)\.\. (note|warning|tip|hint|important|caution|danger|attention|seealso|admonition|versionadded|versionchanged|deprecated|deprecated-removed)::\s*(.*)$/;
const OTHER = /^\s*\.\. /;
const OPTION = /^\s+:[\w-]+:(\s|$)/;
/** Images with a relative path. Images of other sites are badges and not fetched. */
const IMAGE = /^\s*\.\. (?:image|figure)::\s*(?![a-z]+:)([^\s<>]+)\s*$/i;

/**
 * Converts reStructuredText to Markdown line by line, where both have the same constructs: headings, code, boxes, roles and links.
 * Leaves everything else as written. Adds and removes no line, so that line numbers stay valid.
 */
export function rstToMarkdown(text: string): string {
  const lines = text.split('\n');
  const out: string[] = [];
  for (let i = 0; i < lines.length; ) i += takeBlock(lines, i, out);
  return out.join('\n');
}

/** Writes the block that begins at the line; returns its number of lines. */
function takeBlock(lines: readonly string[], at: number, out: string[]): number {
  const line = lines[at] as string;
  const next = lines[at + 1] ?? '';
  if (isOverline(lines, at)) {
    out.push('', toHeading(next, line), '');
    return 3;
  }
  if (
    line.trim() !== '' &&
    !/^\s/.test(line) &&
    UNDERLINE.test(next) &&
    next.trimEnd().length >= line.trimEnd().length - 2
  ) {
    out.push(toHeading(line, next), '');
    return 2;
  }
  const code = CODE.exec(line);
  if (code !== null) return 1 + takeIndented(lines, at + 1, out, { first: '```', indent: (code[1] as string).length });
  const box = BOX.exec(line);
  if (box !== null) {
    out.push(`> **${box[2]}** ${toInline(box[3] as string)}`.trimEnd());
    return 1 + takeQuoted(lines, at + 1, out, (box[1] as string).length);
  }
  if (OTHER.test(line)) return takeOther(lines, at, out);
  // `text ::` is written without a colon, `text::` with one.
  out.push(toInline(line.replace(/(^|\s)\s*::\s*$/, '').replace(/::\s*$/, ':')));
  const isLiteral = /::\s*$/.test(line) && next.trim() === '';
  if (!isLiteral) return 1;
  return 1 + takeIndented(lines, at + 1, out, { first: undefined, indent: line.search(/\S/) });
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

function isOverline(lines: readonly string[], at: number): boolean {
  const [over = '', title = '', under = ''] = lines.slice(at, at + 3);
  return UNDERLINE.test(over) && over.trim() === under.trim() && title.trim() !== '';
}

function toHeading(title: string, underline: string): string {
  return `${'#'.repeat(LEVELS[underline[0] as string] ?? 4)} ${toInline(title.trim())}`;
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
  return line
    .replace(/:[\w:+.-]+:`([^`<]*?)(?:\s*<[^`>]*>)?`/g, (_, name: string) => `\`${toShown(name.trim())}\``)
    .replace(/`([^`<]+?)\s*<(https?:\/\/[^`>\s]+)>`__?/g, '[$1]($2)')
    .replace(/(?<![`\w])`([^`<]+)`__?(?!`)/g, '$1');
}

/** Shortens `~flask.Flask` to `Flask`. */
function toShown(name: string): string {
  return name.startsWith('~') ? name.slice(name.lastIndexOf('.') + 1).replace('~', '') : name;
}
