import { stripPlatformText } from '../page/markdown-page.ts';
import { type Boundary, type FullText, RULES, toFullText } from './full-rules.ts';
import { type KnownUrl, mapPages, type UrlSource } from './map-pages.ts';
import { isHtmlPage } from './parse-llms-txt.ts';
import { PLAIN_RULES } from './plain-rules.ts';
import { toTitleKey } from './title-key.ts';

export interface FullPage {
  readonly title: string;
  readonly description: string;
  /** The marker's URL or a known one, else the URL of the file. */
  readonly url: string;
  readonly urlSource: UrlSource;
  /** 1-based and inclusive; includes markers. */
  readonly startLine: number;
  readonly endLine: number;
  /** Markdown without markers and without text the platform adds. */
  readonly text: string;
}

export interface SplitFull {
  /** Name of the matching rule; `whole` when none matches and the file is one document. */
  readonly rule: string;
  readonly pages: readonly FullPage[];
  /** Text before the first page: the source's own overview. May be empty. */
  readonly preamble: string;
  /** GitBook's link to the next file, or empty. */
  readonly nextUrl: string;
}

export interface SplitOptions {
  readonly url?: string;
  readonly index?: readonly KnownUrl[];
  readonly others?: readonly string[];
}

/** Splits an llms-full.txt into pages [S4]. Never throws; a file that matches no rule is one document. */
export function splitLlmsFull(text: string, options: SplitOptions = {}): SplitFull {
  if (text.includes('\0') || isHtmlPage(text)) {
    return { rule: 'html', pages: [], preamble: '', nextUrl: '' };
  }
  const index = options.index ?? [];
  const fileUrl = options.url ?? '';
  const full = toFullText(
    text,
    index.map((link) => toTitleKey(link.title)),
  );
  const nextUrl = findNextUrl(full, fileUrl);
  const { rule, boundaries } = findBoundaries(full);
  if (boundaries.length === 0) return { ...makeWhole(full, fileUrl), nextUrl };
  const urls = mapPages(boundaries, { fileUrl, index, others: options.others ?? [] });
  const pages = boundaries.map((boundary, i) => {
    const end = trimEnd(full, boundary.line, boundaries[i + 1]?.line ?? full.lines.length);
    const mapped = urls[i] as { url: string; urlSource: UrlSource };
    return {
      title: boundary.title,
      description: boundary.description,
      ...mapped,
      startLine: boundary.line + 1,
      endLine: end,
      text: toBody(full, boundary, end),
    };
  });
  const preamble = toPreamble(full, (boundaries[0] as Boundary).line);
  return { rule, pages, preamble, nextUrl };
}

function findBoundaries(full: FullText): { rule: string; boundaries: readonly Boundary[] } {
  if (/^This file is a merged representation/m.test(full.lines.slice(0, 5).join('\n'))) {
    return { rule: 'whole', boundaries: [] };
  }
  for (const rule of [...RULES, ...PLAIN_RULES]) {
    const boundaries = rule.find(full);
    if (boundaries.length > 0) return { rule: rule.name, boundaries };
  }
  return { rule: 'whole', boundaries: [] };
}

function makeWhole(full: FullText, fileUrl: string): Omit<SplitFull, 'nextUrl'> {
  const text = stripPlatformText(full.lines.join('\n'));
  const title = full.headings.find((heading) => heading.level === 1)?.text ?? '';
  const end = trimEnd(full, 0, full.lines.length);
  const page: FullPage = {
    title,
    description: '',
    url: fileUrl,
    urlSource: 'synthetic',
    startLine: 1,
    endLine: Math.max(1, end),
    text,
  };
  return { rule: 'whole', pages: text === '' ? [] : [page], preamble: '' };
}

/** Returns the last line of the page, 1-based, without trailing blank lines and the `---` that joins pages. */
function trimEnd(full: FullText, start: number, end: number): number {
  let last = end;
  while (last > start + 1 && isFiller(full.lines[last - 1] as string)) last--;
  return last;
}

function isFiller(line: string): boolean {
  const text = line.trim();
  return (
    text === '' ||
    text === '---' ||
    text === '</page>' ||
    text === '</document>' ||
    text === '</doc>' ||
    text === '</file>'
  );
}

function toBody(full: FullText, boundary: Boundary, end: number): string {
  const dropped = new Set(boundary.dropped);
  const kept: string[] = [];
  let isAfterDropped = false;
  for (let i = boundary.bodyLine; i < end; i++) {
    const line = full.lines[i] as string;
    if (dropped.has(i)) isAfterDropped = true;
    else if (line.trim() === '' && isAfterDropped && (kept.at(-1) ?? '').trim() === '') continue;
    else {
      kept.push(line);
      isAfterDropped = false;
    }
  }
  return stripPlatformText(kept.join('\n').replace(/^<(?:document|doc|file)\s[^<>]*>/, ''));
}

function toPreamble(full: FullText, end: number): string {
  const lines = full.lines.slice(0, trimEnd(full, 0, end));
  const text = lines
    .filter((line) => !/^<\/?SYSTEM>|^<SYSTEM>.*<\/SYSTEM>$/.test(line))
    .join('\n')
    .trim();
  return end === 0 || text === '---' ? '' : text;
}

function findNextUrl(full: FullText, fileUrl: string): string {
  for (let i = full.lines.length - 1; i >= Math.max(0, full.lines.length - 40); i--) {
    const match = /^\[Next Page\]\((\S+)\)\s*$/.exec(full.lines[i] as string);
    if (match && fileUrl !== '' && URL.canParse(match[1] as string, fileUrl)) {
      return new URL(match[1] as string, fileUrl).href;
    }
  }
  return '';
}
