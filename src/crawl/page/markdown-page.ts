import { type Blocks, scanBlocks, toHeadingText } from '../../markdown/blocks.ts';
import { type FrontMatter, readPageMatter } from '../../markdown/front-matter.ts';
import { findLinks, hideCode, takeDefinitions } from '../../markdown/links.ts';

export interface MarkdownFacts {
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

/** Targets of all links in order. A link may go on in the next line, but not behind a blank one. */
function listTargets({ lines, verbatim, definitions }: Blocks): string[] {
  const targets: string[] = [];
  for (let start = 0; start < lines.length; start++) {
    const isText = (line: number): boolean => verbatim[line] !== 1 && (lines[line] ?? '').trim() !== '';
    let end = start;
    while (isText(end)) end++;
    if (end === start) continue;
    const raw = lines.slice(start, end).join('\n');
    start = end;
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
