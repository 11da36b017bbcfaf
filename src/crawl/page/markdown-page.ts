import { type Blocks, scanBlocks, toHeadingText } from '../../markdown/blocks.ts';
import { maskFences } from '../../markdown/fences.ts';
import { type FrontMatter, readPageMatter } from '../../markdown/front-matter.ts';
import { findLinks, hideCode, takeDefinitions } from '../../markdown/links.ts';

interface MarkdownFacts {
  readonly title: string;
  readonly description: string;
  /** Absolute URLs in order, without duplicates. */
  readonly links: readonly string[];
}

/** Reads title, description and links of a Markdown page, ignoring links in code. `isRootedOnly`: only absolute links and those that begin with `/`. */
export function readMarkdown(
  markdown: string,
  url: string,
  options: { readonly isRootedOnly?: boolean } = {},
): MarkdownFacts {
  const blocks = scanBlocks(markdown);
  const { title, description } = toMatterFacts(blocks.matter);
  const first = blocks.headings.find(({ level }) => level === 1);
  const links = new Set<string>();
  for (const target of listTargets(blocks)) {
    if (options.isRootedOnly === true && !/^(?:https?:)?\//i.test(target)) continue;
    if (URL.canParse(target, url)) links.add(new URL(target, url).href);
  }
  return { title: title || (first ? toHeadingText(first, blocks.definitions) : ''), description, links: [...links] };
}

/** Begins a block of its own without a blank line above: code in one does not end in the next. */
const BLOCK_START = /^\s*(?:[-*+>|#]|\d{1,9}[.)]\s)/;

/** Targets of all links in order. A link may continue in the next line, but not in the next block. */
function listTargets({ lines, verbatim, definitions }: Blocks): string[] {
  const targets: string[] = [];
  const isText = (line: number): boolean => verbatim[line] === 0 && (lines[line] as string).trim() !== '';
  for (let start = 0, end = 0; start < lines.length; start = end) {
    end = start + 1;
    if (!isText(start)) continue;
    while (end < lines.length && isText(end) && !BLOCK_START.test(lines[end] as string)) end++;
    const raw = lines.slice(start, end).join('\n');
    if (!raw.includes('[') && !raw.includes('<http')) continue;
    const text = hideCode(takeDefinitions(raw, new Map()));
    const found = findLinks(text, { definitions }).map(({ start: at, target }) => ({ at, target }));
    for (const { index, 1: target } of text.matchAll(/<(https?:\/\/[^\s<>]+)>/g))
      found.push({ at: index, target: target as string });
    targets.push(...found.sort((a, b) => a.at - b.at).map(({ target }) => target));
  }
  return targets;
}

interface PageMatter {
  /** 0-based line after the front matter. */
  readonly end: number;
  readonly title: string;
  readonly description: string;
  /** `url`, else `source_url` (its `html`), `source`, `canonical_url`, `permalink`; empty when all are missing. */
  readonly url: string;
}

const URL_KEYS = ['url', 'source_url', 'canonical_url', 'source', 'permalink'];

/** Reads the front matter of a page inside an llms-full. */
export function readMatterFacts(lines: readonly string[], start: number): PageMatter | undefined {
  const matter = readPageMatter(lines, start);
  return matter && toMatterFacts(matter);
}

function toMatterFacts(matter: FrontMatter | undefined): PageMatter {
  const { end = 0, values = new Map<string, string>() } = matter ?? {};
  const candidates = URL_KEYS.flatMap((key) => [values.get(`${key}.html`), values.get(`${key}.md`), values.get(key)]);
  return {
    end,
    title: values.get('title') ?? '',
    description: values.get('description') ?? '',
    url: candidates.find((value) => value !== undefined && looksLikeUrl(value)) ?? '',
  };
}

export function looksLikeUrl(text: string): boolean {
  return /^(?:https?:\/\/|\/(?!\/))\S*$/i.test(text);
}

/**
 * Removes text that documentation platforms add to their Markdown for agents: index quotes (Mintlify, Cloudflare, GitBook), GitBook's
 * footer, Fumadocs' `URL:` line, Starlight's "Section titled" lines. It is the same on every page, so every search would find it.
 * The result has LF line ends, no blank lines around it, and ends with one line feed.
 */
export function stripPlatformText(markdown: string): string {
  const lines = markdown
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  const mask = maskFences(lines);
  const end = findFooter(lines, mask);
  const kept: string[] = [];
  for (let i = 0; i < end; i++) {
    if (mask[i] === 1 || !isPlatformLine(lines, i, kept)) kept.push(lines[i] as string);
    else i = skipQuote(lines, i);
  }
  // Remove the line that separates the footer, too.
  const isShorter = end < lines.length || kept.length < lines.length;
  while (isShorter && /^\s*(?:-{3,})?\s*$/.test(kept[kept.length - 1] ?? 'x')) kept.pop();
  const text = trimBlankLines(kept);
  return text === '' ? '' : `${text}\n`;
}

const QUOTE_HEAD =
  /^>\s*(?:#{1,6}\s*)?(?:Documentation Index\b|Fetch the complete documentation index|For the complete documentation index,? see\b|Use this file to discover all available pages)/i;

function isPlatformLine(lines: readonly string[], i: number, kept: readonly string[]): boolean {
  const line = lines[i] as string;
  if (QUOTE_HEAD.test(line)) return true;
  if (/^\s*\[Section titled [\u201C"'].{0,300}[\u201D"']\]\(#[^)]*\)\s*$/.test(line)) return true;
  if (/^\s*\[Next Page\]\(\S*llms-full\.txt\/\d+\)\s*$/.test(line)) return true;
  if (/^\[Skip to (?:main )?content\]\(\S*\)\s*$/i.test(line)) return true;
  return /^URL:\s+\/\S*\s*$/.test(line) && kept.every((before) => before.trim() === '');
}

/** Skips the rest of a quote whose first line comes from the platform. */
function skipQuote(lines: readonly string[], i: number): number {
  if (!(lines[i] as string).startsWith('>')) return i;
  let last = i;
  while (/^>/.test(lines[last + 1] ?? '')) last++;
  return last;
}

/** GitBook ends pages with `---`, a blank line, `# Agent Instructions` and advice on how to query it. */
function findFooter(lines: readonly string[], mask: Uint8Array): number {
  for (let i = lines.length - 1; i >= 0; i--) {
    if (mask[i] === 1 || !/^#{1,3}\s/.test(lines[i] as string)) continue;
    if (!/^#{1,3}\s+Agent Instructions\b/i.test(lines[i] as string)) return lines.length;
    let end = i;
    while (end > 0 && /^\s*(?:-{3,})?\s*$/.test(lines[end - 1] as string)) end--;
    return end;
  }
  return lines.length;
}

function trimBlankLines(lines: readonly string[]): string {
  let start = 0;
  let end = lines.length;
  while (start < end && (lines[start] as string).trim() === '') start++;
  while (end > start && (lines[end - 1] as string).trim() === '') end--;
  return lines.slice(start, end).join('\n');
}
