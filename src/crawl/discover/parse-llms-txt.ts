import { toAsciiLower } from '../../lib/ascii.ts';
import { maskFences } from '../page/fences.ts';
import { findLinks, toPlainText } from '../page/markdown-links.ts';

export interface LlmsLink {
  readonly title: string;
  /** Resolved against the file's final URL when known, else as written. */
  readonly url: string;
  readonly description: string;
  /** Nearest H2, or a later H1 without an H2; empty before the first. */
  readonly section: string;
  /** Headings above the link: H2, H3, … */
  readonly trail: readonly string[];
  readonly optional: boolean;
  /** 1-based line of the bullet. */
  readonly line: number;
}

export interface LlmsProblem {
  readonly kind: 'not-llms' | 'no-h1' | 'no-links' | 'bad-url';
  readonly line: number;
}

export interface LlmsIndex {
  readonly title: string;
  readonly summary: string;
  readonly info: string;
  readonly sections: readonly { readonly name: string; readonly line: number }[];
  readonly links: readonly LlmsLink[];
  readonly problems: readonly LlmsProblem[];
}

const BULLET = /^\s*(?:[-*+•]|\d{1,9}[.)])\s+(\S.*)$/;
const HEADING = /^ {0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*$/;
const BADGES = /\[?!\[[^\]]{0,200}\]\([^()\s]{0,2000}\)(?:\]\([^()\s]{0,2000}\))?/g;
const HTML_PAGE = /^\s*<(?:!doctype html|html|head|body)\b/i;

/** Parses any text into links with their positions [S3]. Never throws; reports oddities in `problems`. */
export function parseLlmsTxt(text: string, baseUrl?: string): LlmsIndex {
  const clean = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (clean.includes('\0') || isHtmlPage(clean)) return emptyIndex([{ kind: 'not-llms', line: 1 }]);
  const lines = clean.split('\n');
  const walk = walkLines(lines);
  const problems: LlmsProblem[] = [];
  if (walk.title === undefined) problems.push({ kind: 'no-h1', line: 1 });
  const links = pickLinks(walk).map((found) => resolveLink(found, baseUrl, problems));
  if (links.length === 0) problems.push({ kind: 'no-links', line: 1 });
  const head = readHead(lines, walk);
  return { title: walk.title ?? '', ...head, sections: walk.sections, links, problems };
}

/** Recognises an HTML page. A text that merely begins with a tag is not one: `<SYSTEM>` and `<div>` lines open valid files. */
export function isHtmlPage(text: string): boolean {
  const head = text
    .slice(0, 4_000)
    .replace(/^\uFEFF/, '')
    .replace(/^\s*(?:<\?xml[^>]*\?>|<!--[\s\S]*?-->\s*)*/, '');
  return HTML_PAGE.test(head);
}

function emptyIndex(problems: readonly LlmsProblem[]): LlmsIndex {
  return { title: '', summary: '', info: '', sections: [], links: [], problems };
}

interface Block {
  readonly type: 'bullet' | 'other';
  readonly line: number;
  readonly trail: readonly string[];
  readonly section: string;
  text: string;
}

interface Walk {
  title: string | undefined;
  titleLine: number;
  firstSectionLine: number;
  sections: { name: string; line: number }[];
  blocks: Block[];
}

function walkLines(lines: readonly string[]): Walk {
  const mask = maskFences(lines);
  const walk: Walk = { title: undefined, titleLine: -1, firstSectionLine: lines.length, sections: [], blocks: [] };
  let trail: { level: number; name: string }[] = [];
  let open: Block | undefined;
  lines.forEach((line, i) => {
    if (mask[i] === 1) {
      open = undefined;
      return;
    }
    const heading = HEADING.exec(line);
    if (heading) {
      open = undefined;
      trail = enterHeading(walk, trail, { level: (heading[1] as string).length, raw: heading[2] ?? '', line: i });
      return;
    }
    if (line.trim() === '') {
      open = undefined;
      return;
    }
    const bullet = BULLET.exec(line);
    if (!bullet && open?.type === 'bullet') {
      open.text += `\n${line.trim()}`;
      return;
    }
    open = {
      type: bullet ? 'bullet' : 'other',
      line: i + 1,
      trail: trail.map((entry) => entry.name),
      section: trail.findLast((entry) => entry.level <= 2)?.name ?? '',
      text: bullet ? (bullet[1] as string) : line,
    };
    walk.blocks.push(open);
  });
  return walk;
}

function enterHeading(
  walk: Walk,
  trail: { level: number; name: string }[],
  heading: { level: number; raw: string; line: number },
): { level: number; name: string }[] {
  const name = toPlainText(heading.raw);
  walk.blocks.push({ type: 'other', line: heading.line + 1, trail: [], section: '', text: heading.raw });
  if (heading.level === 1 && walk.title === undefined) {
    walk.title = name;
    walk.titleLine = heading.line;
    return [];
  }
  if (walk.firstSectionLine > heading.line) walk.firstSectionLine = heading.line;
  if (heading.level <= 2) walk.sections.push({ name, line: heading.line + 1 });
  return [...trail.filter((entry) => entry.level < heading.level), { level: heading.level, name }];
}

interface Found {
  readonly block: Block;
  readonly title: string;
  readonly target: string;
  readonly description: string;
}

/** Picks bullet links; without any, links in tables and paragraphs; without those, bare URLs in bullets. */
function pickLinks(walk: Walk): Found[] {
  const bullets = walk.blocks.filter((block) => block.type === 'bullet');
  const fromBullets = bullets.flatMap((block) => findFirst(block));
  if (fromBullets.length > 0) return fromBullets;
  const fromText = walk.blocks
    .filter((block) => block.type === 'other')
    .flatMap((block) =>
      findLinks(block.text).map((link) => ({ block, title: link.text, target: link.target, description: '' })),
    );
  if (fromText.length > 0) return fromText;
  return bullets.flatMap(findBareUrl);
}

function findFirst(block: Block): Found[] {
  const link = findLinks(block.text, 1)[0];
  if (!link) return [];
  const before = toPlainText(block.text.slice(0, link.start).replace(BADGES, '')).replace(/[*_\s]+$/, '');
  const rest = cleanDescription(block.text.slice(link.end));
  const lead = /[:\uFF1A]$/.test(before) || before === '' ? '' : before;
  return [{ block, title: link.text, target: link.target, description: rest !== '' ? rest : lead }];
}

function cleanDescription(rest: string): string {
  return rest
    .replace(/^(?:\*\*|__|`)/, '')
    .replace(/^\s*[:\uFF1A\u2013\u2014-]\s*/, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function findBareUrl(block: Block): Found[] {
  const match = /<?(https?:\/\/[^\s<>`"]+[^\s<>`"'.,;:!?)\]])>?/.exec(block.text);
  if (!match) return [];
  const target = match[1] as string;
  const title = toPlainText(block.text.slice(0, match.index)).replace(/[\s:\uFF1A\u2013\u2014-]+$/, '');
  const description = cleanDescription(block.text.slice(match.index + match[0].length));
  return [{ block, title: title === '' ? target : title, target, description }];
}

function resolveLink(found: Found, baseUrl: string | undefined, problems: LlmsProblem[]): LlmsLink {
  const { block } = found;
  let url = found.target;
  if (baseUrl !== undefined) {
    if (URL.canParse(found.target, baseUrl)) url = new URL(found.target, baseUrl).href;
    else problems.push({ kind: 'bad-url', line: block.line });
  }
  return {
    title: found.title.replace(/\s+/g, ' '),
    url,
    description: found.description,
    section: block.section,
    trail: block.trail,
    optional: block.trail.some((name) => toAsciiLower(name.trim()) === 'optional'),
    line: block.line,
  };
}

function readHead(lines: readonly string[], walk: Walk): { summary: string; info: string } {
  const summary: string[] = [];
  const info: string[] = [];
  let i = walk.titleLine + 1;
  while (i < walk.firstSectionLine && (lines[i] as string).trim() === '') i++;
  for (; i < walk.firstSectionLine && /^\s*>/.test(lines[i] as string); i++) {
    summary.push((lines[i] as string).replace(/^\s*>\s?/, ''));
  }
  for (; i < walk.firstSectionLine; i++) info.push(lines[i] as string);
  return { summary: summary.join('\n').trim(), info: info.join('\n').trim() };
}
