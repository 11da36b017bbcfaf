import { toBaseName } from '../../lib/base-name.ts';
/** Returns the text of an image's one chunk. `svg` is the decoded source of an SVG. */
export function toImageText(path: string, svg: string | undefined, maxChars: number): string {
  const name = toBaseName(path);
  const lines = [`Image: ${name}`, `Source: ${path}`, ...(svg === undefined ? [] : svgTexts(svg))];
  return cap(lines.join('\n'), maxChars);
}

const KEPT = new Set(['title', 'desc', 'text', 'tspan', 'textPath']);

/** Returns the text inside title, desc and text elements, one line each, in document order. */
function svgTexts(svg: string): string[] {
  const texts: string[] = [];
  const open: string[] = [];
  let current = '';
  const flush = () => {
    // A NUL far into the file would make its text count as binary.
    const text = current.replace(/[ \t\r\n\0]+/g, ' ').trim();
    if (text) texts.push(text);
    current = '';
  };
  let at = 0;
  while (at < svg.length) {
    const tag = svg.indexOf('<', at);
    const to = tag < 0 ? svg.length : tag;
    if (open.length > 0) current += decodeEntities(svg.slice(at, to));
    if (tag < 0) break;
    const close = tagEnd(svg, tag);
    if (open.length > 0 && svg.startsWith('<![CDATA[', tag))
      current += svg.slice(tag + 9, Math.max(tag + 9, close - 3));
    const match = /^<(\/?)(?:[\w.-]{1,40}:)?(\w{1,40})/.exec(svg.slice(tag, tag + 90));
    if (match && KEPT.has(match[2] as string)) {
      if (match[1]) {
        if (open.length > 0) open.pop();
        if (open.length === 0) flush();
        else current += ' ';
      } else if (svg[close - 2] !== '/') {
        // A hostile file may open millions of elements; only the count matters.
        open.push(match[2] as string);
      }
    }
    at = close;
  }
  flush();
  return texts;
}

function tagEnd(svg: string, tag: number): number {
  const [mark, length] = svg.startsWith('<!--', tag)
    ? ['-->', 3]
    : svg.startsWith('<![CDATA[', tag)
      ? [']]>', 3]
      : ['>', 1];
  const end = svg.indexOf(mark as string, tag + 1);
  return end < 0 ? svg.length : end + (length as number);
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  return text.replace(/&(#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|lt|gt|amp|quot|apos);/g, (_, name: string) => {
    if (name[0] !== '#') return NAMED[name] ?? '';
    const point = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
    return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
      ? String.fromCodePoint(point)
      : '\ufffd';
  });
}

function cap(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  let kept = '';
  let count = 0;
  for (const point of text) {
    if (count === maxChars) break;
    kept += point;
    count += 1;
  }
  return kept;
}
