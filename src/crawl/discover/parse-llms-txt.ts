import { toAsciiLower } from '../../lib/ascii.ts';
import { parseAtx } from '../../markdown/blocks.ts';
import { maskFences } from '../../markdown/fences.ts';
import { findLinks, toPlainText } from '../../markdown/links.ts';

export interface LlmsLink {
  readonly title: string;
  /** Resolved against the file's final URL when known, else as written. */
  readonly url: string;
  readonly description: string;
  /** Nearest H2, or a later H1 without an H2; empty before the first. */
  readonly section: string;
  /** True below a heading `Optional`. */
  readonly optional: boolean;
  /** 1-based line of the bullet. */
  readonly line: number;
}

const BULLET = /^\s*(?:[-*+•]|\d{1,9}[.)])\s+(\S.*)$/;
const BADGES = /\[?!\[[^\]]{0,200}\]\([^()\s]{0,2000}\)(?:\]\([^()\s]{0,2000}\))?/g;
const HTML_PAGE = /^\s*<(?:!doctype html|html|head|body)\b/i;

/** Finds the links of an llms.txt, resolved against its address when known [S3]. Never throws; HTML and binary have none. */
export function parseLlmsTxt(text: string, baseUrl?: string): LlmsLink[] {
  const clean = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (clean.includes('\0') || isHtmlPage(clean)) return [];
  return pickLinks(listBlocks(clean.split('\n'))).map((found) => resolveLink(found, baseUrl));
}

/** Recognises an HTML page. A text that merely begins with a tag is not one: `<SYSTEM>` and `<div>` lines open valid files. */
export function isHtmlPage(text: string): boolean {
  const head = text
    .slice(0, 4_000)
    .replace(/^\uFEFF/, '')
    .replace(/^\s*(?:<\?xml[^>]*\?>|<!--[\s\S]*?-->\s*)*/, '');
  return HTML_PAGE.test(head);
}

interface Heading {
  readonly level: number;
  readonly name: string;
}

/** A bullet with its continuation lines, or a line of other text, and the headings above it. */
interface Block {
  readonly type: 'bullet' | 'other';
  readonly line: number;
  readonly trail: readonly Heading[];
  text: string;
}

function listBlocks(lines: readonly string[]): Block[] {
  const mask = maskFences(lines);
  const blocks: Block[] = [];
  let hasTitle = false;
  let trail: readonly Heading[] = [];
  let open: Block | undefined;
  lines.forEach((line, i) => {
    const heading = mask[i] === 1 ? undefined : parseAtx(line);
    if (heading) {
      const { level, raw } = heading;
      blocks.push({ type: 'other', line: i + 1, trail: [], text: raw });
      const isTitle = level === 1 && !hasTitle;
      hasTitle ||= isTitle;
      trail = isTitle ? [] : [...trail.filter((above) => above.level < level), { level, name: toPlainText(raw) }];
    }
    if (mask[i] === 1 || heading || line.trim() === '') {
      open = undefined;
      return;
    }
    const bullet = BULLET.exec(line)?.[1];
    if (bullet === undefined && open?.type === 'bullet') {
      open.text += `\n${line.trim()}`;
      return;
    }
    open = { type: bullet === undefined ? 'other' : 'bullet', line: i + 1, trail, text: bullet ?? line };
    blocks.push(open);
  });
  return blocks;
}

interface Found {
  readonly block: Block;
  readonly title: string;
  readonly target: string;
  readonly description: string;
}

/** Picks bullet links; without any, links in tables and paragraphs; without those, bare URLs in bullets. */
function pickLinks(blocks: readonly Block[]): Found[] {
  const bullets = blocks.filter((block) => block.type === 'bullet');
  const fromBullets = bullets.flatMap((block) => findFirst(block));
  if (fromBullets.length > 0) return fromBullets;
  const fromText = blocks
    .filter((block) => block.type === 'other')
    .flatMap((block) =>
      findLinks(block.text).map((link) => ({ block, title: link.text, target: link.target, description: '' })),
    );
  if (fromText.length > 0) return fromText;
  return bullets.flatMap(findBareUrl);
}

function findFirst(block: Block): Found[] {
  const link = findLinks(block.text, { limit: 1 })[0];
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

function resolveLink({ block, target, title, description }: Found, baseUrl: string | undefined): LlmsLink {
  const isKnown = baseUrl !== undefined && URL.canParse(target, baseUrl);
  return {
    title: title.replace(/\s+/g, ' '),
    url: isKnown ? new URL(target, baseUrl).href : target,
    description,
    section: block.trail.findLast(({ level }) => level <= 2)?.name ?? '',
    optional: block.trail.some(({ name }) => toAsciiLower(name.trim()) === 'optional'),
    line: block.line,
  };
}
