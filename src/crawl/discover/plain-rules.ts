import { toPlainText } from '../../markdown/links.ts';
import type { Boundary, FullText, Rule } from './full-rules.ts';
import { makeBoundary, skipBlank } from './full-rules.ts';
import { toTitleKey } from './title-key.ts';

/** Rules for files without markers: only headings separate the pages. */
export const PLAIN_RULES: readonly Rule[] = [
  { name: 'firecrawl-clean', find: findFirecrawlTitles },
  { name: 'break-h1', find: findBreakH1 },
  { name: 'bare-h1', find: findBareH1 },
  { name: 'break-h2', find: findBreakH2 },
];

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
