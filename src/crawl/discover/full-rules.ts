import { parseAtx } from '../../markdown/blocks.ts';
import { maskFences } from '../../markdown/fences.ts';
import { findLinks, toPlainText } from '../../markdown/links.ts';
import { looksLikeUrl, readMatterFacts } from '../page/markdown-page.ts';
import { toTitleKey } from './title-key.ts';

/** Where a page of an llms-full begins. Lines are 0-based. */
export interface Boundary {
  /** First line of the page, markers included. */
  readonly line: number;
  /** First line of the stored text. */
  readonly bodyLine: number;
  /** Marker lines inside the body, removed from the stored text. */
  readonly dropped: readonly number[];
  readonly title: string;
  readonly description: string;
  /** URL in the marker, or empty. */
  readonly url: string;
  /** A source path instead of a URL. */
  readonly path: string;
  /** 1-based number the marker gives (Firecrawl); 0 otherwise. */
  readonly ordinal: number;
}

export interface FullText {
  readonly lines: readonly string[];
  readonly mask: Uint8Array;
  /** 0-based lines of H1 and H2 outside fences. */
  readonly headings: readonly { readonly line: number; readonly level: number; readonly text: string }[];
  /** Normalised titles of the sibling llms.txt in order; used where the generator leaves no marker. */
  readonly indexTitles: readonly string[];
}

interface Rule {
  readonly name: string;
  find(full: FullText): readonly Boundary[];
}

export function toFullText(text: string, indexTitles: readonly string[]): FullText {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  const mask = maskFences(lines);
  const headings: { line: number; level: number; text: string }[] = [];
  lines.forEach((line, i) => {
    const { level, raw: name } = (mask[i] === 0 && parseAtx(line)) || { level: 9, raw: '' };
    if (level <= 2 && name !== '') headings.push({ line: i, level, text: name });
  });
  return { lines, mask, headings, indexTitles };
}

/** The rules by priority: the first one that finds pages decides [S4]. Markers with a URL come first, bare headings last. */
export const RULES: readonly Rule[] = [
  { name: 'page-tag', find: findPageTags },
  { name: 'firecrawl', find: findFirecrawlTags },
  { name: 'doc-tag', find: findDocTags },
  { name: 'comment', find: (full) => findPlaces(full, /^\s*<!--\s*(?:Source|URL|Page|File):\s*(\S+)\s*-->\s*$/i) },
  { name: 'front-matter-url', find: (full) => findFrontMatter(full, true) },
  { name: 'banner', find: findBanners },
  { name: 'file-comment', find: (full) => findPlaces(full, /^\/\/ File:\s*(\S+)\s*$/) },
  { name: 'heading-source', find: (full) => findHeadingMarkers(full, /^Source:\s*(\S+)\s*$/i, 'blank') },
  { name: 'heading-url', find: (full) => findHeadingMarkers(full, /^URL:\s*(\S+)\s*$/i, 'meta') },
  { name: 'heading-quote', find: (full) => findHeadingMarkers(full, /^>\s*(?:Source|URL):\s*(\S+)\s*$/i, 'quote') },
  { name: 'heading-paren', find: findParenTitles },
  { name: 'heading-link', find: findLinkTitles },
  { name: 'heading-permalink', find: findPermalinks },
  { name: 'front-matter-title', find: (full) => findFrontMatter(full, false) },
  // Files without markers: only headings separate the pages.
  { name: 'firecrawl-clean', find: findFirecrawlTitles },
  { name: 'break-h1', find: findBreakH1 },
  { name: 'bare-h1', find: findBareH1 },
  { name: 'break-h2', find: findBreakH2 },
];

function makeBoundary(part: Partial<Boundary> & { readonly line: number }): Boundary {
  return { bodyLine: part.line, dropped: [], title: '', description: '', url: '', path: '', ordinal: 0, ...part };
}

function enough(found: readonly Boundary[], least: number): readonly Boundary[] {
  return found.length >= least ? found : [];
}

/** Finds `<page>` tags, also inside an apparent fence: MDX bodies leave fences open. */
function findPageTags(full: FullText): readonly Boundary[] {
  return full.lines.flatMap((line, i) => {
    if (!/^\s*<page>\s*$/.test(line)) return [];
    const matter = readMatterFacts(full.lines, skipBlank(full.lines, i + 1));
    const bodyLine = matter ? matter.end : i + 1;
    const { title = '', description = '', url = '' } = matter ?? {};
    return makeBoundary({
      ...{ line: i, bodyLine, description, url },
      title: title || findTitle(full.lines, bodyLine),
    });
  });
}

function findFirecrawlTags(full: FullText): readonly Boundary[] {
  return full.lines.flatMap((line, i) => {
    const tag = /^\s*<\|firecrawl-page-(\d{1,6})-l{1,4}mstxt\|>/.exec(line);
    const title = tag ? findTitle(full.lines, i + 1) : '';
    return tag ? makeBoundary({ line: i, bodyLine: i + 1, title, ordinal: Number(tag[1]) }) : [];
  });
}

function findDocTags(full: FullText): readonly Boundary[] {
  const found: Boundary[] = [];
  full.lines.forEach((line, i) => {
    if (full.mask[i] === 1 || !line.includes('<')) return;
    for (const tag of line.matchAll(/<(?:document|doc|file)\s([^<>]{1,2000})>/g)) {
      const attributes = readAttributes(tag[1] as string);
      const place =
        attributes.get('url') ?? attributes.get('path') ?? attributes.get('source') ?? attributes.get('src') ?? '';
      const title = attributes.get('title') ?? '';
      if (place === '' && title === '') continue;
      const url = looksLikeUrl(place) && /^https?:/i.test(place) ? place : '';
      const named = title === '' ? findTitle(full.lines, i + 1) : title;
      found.push(
        makeBoundary({
          line: i,
          bodyLine: tag.index + tag[0].length < line.trimEnd().length ? i : i + 1,
          title: named,
          description: attributes.get('desc') ?? attributes.get('description') ?? '',
          url,
          path: url === '' ? place : '',
        }),
      );
    }
  });
  return enough(dedupeLines(found), 2);
}

function dedupeLines(found: readonly Boundary[]): Boundary[] {
  return found.filter((boundary, i) => i === 0 || found[i - 1]?.line !== boundary.line);
}

function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const pair of text.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    attributes.set(pair[1] as string, (pair[2] ?? pair[3] ?? '').trim());
  }
  return attributes;
}

/** Finds lines outside fences that name the place of the page below. */
function findPlaces(full: FullText, marker: RegExp): readonly Boundary[] {
  const found = full.lines.flatMap((line, i) => {
    const place = full.mask[i] === 1 ? undefined : marker.exec(line)?.[1];
    return place === undefined ? [] : makePlace(full, i, place);
  });
  return enough(found, 2);
}

/** Finds front matter; with a URL it counts inside an apparent fence too. */
function findFrontMatter(full: FullText, withUrl: boolean): readonly Boundary[] {
  const found: Boundary[] = [];
  for (let i = 0; i < full.lines.length; i++) {
    if (full.lines[i]?.startsWith('---') !== true) continue;
    const matter = isAtStart(full.lines, i, withUrl) ? readMatterFacts(full.lines, i) : undefined;
    if (!matter || (withUrl ? matter.url === '' : matter.title === '' || full.mask[i] === 1)) continue;
    found.push(
      makeBoundary({
        line: i,
        bodyLine: matter.end,
        title: matter.title || findTitle(full.lines, matter.end),
        description: matter.description,
        url: matter.url,
      }),
    );
    i = matter.end - 1;
  }
  const first = found[0]?.line ?? 0;
  // Front matter deep inside a document is an example, not the start of a page.
  if (!withUrl && first > full.lines.length / 4) return [];
  return enough(found, first === skipBlank(full.lines, 0) && withUrl ? 1 : 2);
}

/** Tells a page's front matter (after a blank line, a join or another front matter) from an example (after the line that opens its fence). */
function isAtStart(lines: readonly string[], i: number, withUrl: boolean): boolean {
  if (i === 0) return true;
  const before = lines[i - 1] as string;
  return withUrl ? !/^\s*(?:`|~~~)/.test(before) : /^\s*(?:---\s*)?$/.test(before);
}

/** Finds `## Source: path.md`, optionally followed by `URL: https://…` or a second banner within three lines. */
function findBanners(full: FullText): readonly Boundary[] {
  const found: Boundary[] = [];
  let skipTo = -1;
  for (const heading of full.headings) {
    const match = /^(?:Source|File|URL|Path):\s*`?([^\s`]+)`?$/i.exec(heading.text);
    if (!match || heading.line < skipTo) continue;
    let place = match[1] as string;
    let bodyLine = heading.line + 1;
    for (let i = heading.line + 1; i <= heading.line + 3 && i < full.lines.length; i++) {
      const second = /^\s*(?:#{1,3}\s+)?(?:URL|Source|File|Path):\s*(\S+)\s*$/i.exec(full.lines[i] as string);
      if (!second) continue;
      if (/^https?:/i.test(second[1] as string) || !/^https?:/i.test(place)) place = second[1] as string;
      bodyLine = i + 1;
      skipTo = i + 1;
    }
    found.push({ ...makePlace(full, heading.line, place), bodyLine, title: findTitle(full.lines, bodyLine) });
  }
  return enough(found, 2);
}

function makePlace(full: FullText, line: number, place: string): Boundary {
  const isUrl = /^https?:\/\//i.test(place);
  return makeBoundary({
    line,
    bodyLine: line + 1,
    title: findTitle(full.lines, line + 1),
    url: isUrl ? place : '',
    path: isUrl ? '' : place,
  });
}

/** Finds a heading followed by its marker: after blank lines only (`Source:`), or among a few `key: value` lines (`URL:`). */
function findHeadingMarkers(full: FullText, marker: RegExp, between: 'blank' | 'meta' | 'quote'): readonly Boundary[] {
  const found: Boundary[] = [];
  for (const heading of full.headings) {
    const at = findMarkerLine(full, heading.line, marker, between);
    if (at < 0) continue;
    const url = (marker.exec(full.lines[at] as string)?.[1] ?? '').replace(/^<(.*)>$/, '$1');
    if (!looksLikeUrl(url)) continue;
    const title = toPlainText(heading.text);
    const meta = between === 'quote' ? [] : findMetaLines(full, heading.line, at);
    const dropped = [at, ...meta, ...findRepeatedTitle(full, at + 1, title)];
    found.push(makeBoundary({ line: heading.line, title, url, dropped }));
  }
  // A single marker at the top describes the file, not a page.
  return enough(found, 2);
}

/** Lines allowed between a heading and its marker. */
const BETWEEN = { blank: /^$/, meta: /^[A-Za-z][\w -]{0,30}:\s/, quote: /^>/ };

function findMarkerLine(full: FullText, heading: number, marker: RegExp, between: 'blank' | 'meta' | 'quote'): number {
  let seen = 0;
  for (let i = heading + 1; i < full.lines.length && seen <= (between === 'blank' ? 3 : 5); i++, seen++) {
    const line = (full.lines[i] as string).trim();
    if (marker.test(line)) return i;
    if (line !== '' && !BETWEEN[between].test(line)) return -1;
  }
  return -1;
}

function findMetaLines(full: FullText, heading: number, marker: number): number[] {
  const lines: number[] = [];
  for (let i = heading + 1; i < marker; i++) if ((full.lines[i] as string).trim() !== '') lines.push(i);
  for (let i = marker + 1; i < full.lines.length; i++) {
    if (!/^(?:Source|URL):\s*\S+\s*$/i.test(full.lines[i] as string)) break;
    lines.push(i);
  }
  return lines;
}

function findRepeatedTitle(full: FullText, from: number, title: string): number[] {
  const at = skipBlank(full.lines, from);
  const heading = parseAtx(full.lines[at] ?? '');
  return heading?.level === 1 && toPlainText(heading.raw) === title ? [at] : [];
}

function findParenTitles(full: FullText): readonly Boundary[] {
  const found = full.headings.flatMap(({ line, level, text }) => {
    const match = level === 1 ? /^(.*?)\s*\((\/\S*|https?:\/\/\S+)\)$/.exec(text) : null;
    return match ? makeBoundary({ line, title: toPlainText(match[1] as string), url: match[2] as string }) : [];
  });
  return enough(found, found[0]?.line === full.headings[0]?.line ? 1 : 2);
}

function findLinkTitles(full: FullText): readonly Boundary[] {
  const found = full.headings.flatMap(({ line, level, text }) => {
    const link = level === 1 && text.startsWith('[') ? findLinks(text, { limit: 1 })[0] : undefined;
    const isTitle = link?.end === text.length && looksLikeUrl(link.target);
    return isTitle ? makeBoundary({ line, title: link.text, url: link.target }) : [];
  });
  return enough(found, 2);
}

const PERMALINK = /\[(?:Permalink\b|Skip to\b|View as Markdown|View this page)[^\]]{0,100}\]\(([^()\s]+)\)/i;

/** Finds headings followed within three lines by a link to the page itself. Front matter just before belongs to the page. */
function findPermalinks(full: FullText): readonly Boundary[] {
  const found: Boundary[] = [];
  for (const heading of full.headings) {
    const at = findPermalinkLine(full, heading.line);
    if (at < 0) continue;
    const url = (PERMALINK.exec(full.lines[at] as string)?.[1] ?? '').replace(/#.*$/, '');
    if (!looksLikeUrl(url)) continue;
    const line = findMatterBefore(full, heading.line);
    found.push(makeBoundary({ line, bodyLine: heading.line, title: toPlainText(heading.text), url, dropped: [at] }));
  }
  return enough(found, 5);
}

function findPermalinkLine(full: FullText, heading: number): number {
  for (let i = heading + 1, seen = 0; i < full.lines.length && seen < 3; i++) {
    const line = full.lines[i] as string;
    if (line.trim() === '') continue;
    if (/^#{1,6}\s/.test(line)) return -1;
    if (PERMALINK.test(line)) return i;
    seen++;
  }
  return -1;
}

function findMatterBefore(full: FullText, heading: number): number {
  for (let i = heading - 1; i >= Math.max(0, heading - 20); i--) {
    if (!/^---\s*$/.test(full.lines[i] as string)) continue;
    for (let start = i - 1; start >= Math.max(0, i - 41); start--) {
      const matter = /^---\s*$/.test(full.lines[start] as string) ? readMatterFacts(full.lines, start) : undefined;
      if (matter && matter.end === i + 1) return start;
    }
    return heading;
  }
  return heading;
}

function skipBlank(lines: readonly string[], from: number): number {
  let i = from;
  while (i < lines.length && (lines[i] as string).trim() === '') i++;
  return i;
}

/** Returns the first heading soon after a marker, or an empty text when the text begins otherwise. */
function findTitle(lines: readonly string[], from: number): string {
  for (let i = from, seen = 0; i < lines.length && seen < 12; i++) {
    const line = lines[i] as string;
    if (line.trim() === '') continue;
    const heading = parseAtx(line);
    if (heading && heading.level <= 3) return toPlainText(heading.raw);
    seen++;
  }
  return '';
}

type Heading = FullText['headings'][number];

function toBoundary(heading: Heading): Boundary {
  return makeBoundary({ line: heading.line, title: toPlainText(heading.text) });
}

/** Firecrawl's cleaned download: `## Title` in the order of the sibling llms.txt, with page headings in between. */
function findFirecrawlTitles(full: FullText): readonly Boundary[] {
  const first = full.headings[0];
  if (!first || !/^https?:\/\/\S+ llms-full\.txt$/i.test(first.text) || full.indexTitles.length === 0) return [];
  const found: Boundary[] = [];
  let next = 0;
  for (const heading of full.headings) {
    if (heading.level !== 2) continue;
    const at = full.indexTitles.indexOf(toTitleKey(heading.text), next);
    if (at < 0 || at > next + 3) continue;
    found.push({ ...toBoundary(heading), ordinal: at + 1 });
    next = at + 1;
  }
  return found.length >= full.indexTitles.length * 0.6 ? found : [];
}

/** Finds `---` followed by an H1. Needs at least half of all H1; with fewer, the breaks are inside pages. */
function findBreakH1(full: FullText): readonly Boundary[] {
  const pages = full.headings.filter((heading) => heading.level === 1);
  const joined = pages.filter((heading) => isAfterBreak(full, heading.line));
  if (joined.length < 2 || joined.length < pages.length / 2) return [];
  const first = pages[0] as Heading;
  const isHeader = joined[0] === first || isPreamble(full, first, (joined[0] as Heading).line);
  const next = new Map(pages.map((heading, i) => [heading, pages[i + 1]]));
  return (isHeader ? joined : [first, ...joined]).map((heading) =>
    toBoundary(skipBanner(full, heading, next.get(heading))),
  );
}

/** Skips `# Full Documentation Content` and the like: a heading with nothing under it before the next one. */
function skipBanner(full: FullText, heading: Heading, next: Heading | undefined): Heading {
  return next && isEmptySection(full, heading.line, next.line) && !isAfterBreak(full, next.line) ? next : heading;
}

function findBareH1(full: FullText): readonly Boundary[] {
  const pages = full.headings.filter((heading) => heading.level === 1);
  if (pages.length < 3) return [];
  const found: Boundary[] = [];
  let banner = -1;
  pages.forEach((heading, i) => {
    const end = pages[i + 1]?.line ?? full.lines.length;
    if (isEmptySection(full, heading.line, end)) {
      if (banner < 0) banner = heading.line;
      return;
    }
    if (/^Agent Instructions\b/i.test(heading.text) || (i === 0 && isPreamble(full, heading, end))) return;
    // A section name above its first page belongs to that page, not to the one before.
    const line = banner < 0 ? heading.line : banner;
    banner = -1;
    found.push({ ...toBoundary(heading), line, bodyLine: heading.line });
  });
  return found.length >= 2 ? found : [];
}

/** Finds `---` followed by an H2; the first page has no `---`. With more than two H1, the H2 are parts of pages. */
function findBreakH2(full: FullText): readonly Boundary[] {
  const tops = full.headings.filter((heading) => heading.level === 1);
  if (tops.length > 2) return [];
  const seconds = full.headings.filter((heading) => heading.level === 2);
  const joined = seconds.filter((heading) => isAfterBreak(full, heading.line));
  if (joined.length < 2) return [];
  const first = seconds[0] as Heading;
  return (joined[0] === first ? joined : [first, ...joined]).map(toBoundary);
}

function isAfterBreak(full: FullText, line: number): boolean {
  let i = line - 1;
  while (i >= 0 && (full.lines[i] as string).trim() === '') i--;
  return i >= 0 && full.mask[i] === 0 && /^ {0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/.test(full.lines[i] as string);
}

function isEmptySection(full: FullText, line: number, end: number): boolean {
  for (let i = line + 1; i < end; i++) {
    const text = (full.lines[i] as string).trim();
    if (text !== '' && !/^-{3,}$/.test(text)) return false;
  }
  return true;
}

/** Recognises the site's own title and summary, or its table of contents, before the pages. */
function isPreamble(full: FullText, first: Heading, end: number): boolean {
  if (full.lines.slice(0, first.line).some((line) => /^<SYSTEM>/.test(line))) return false;
  if (isEmptySection(full, first.line, end)) return true;
  const body = skipBlank(full.lines, first.line + 1);
  if (/^\s*>/.test(full.lines[body] as string) || isListOfLinks(full.lines.slice(first.line + 1, end))) return true;
  return full.indexTitles.length > 1 && !full.indexTitles.includes(toTitleKey(first.text));
}

function isListOfLinks(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line.trim() !== '' && !/^#/.test(line));
  const links = filled.filter((line) => /^\s*[-*+]\s+\[/.test(line));
  return filled.length > 0 && links.length * 2 > filled.length;
}
