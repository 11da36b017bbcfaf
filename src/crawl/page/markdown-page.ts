import { maskFences } from './fences.ts';
import { readFrontMatter } from './front-matter.ts';
import { findLinks, toPlainText } from './markdown-links.ts';

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
  const lines = markdown.split('\n');
  const mask = maskFences(lines);
  const matter = readFrontMatter(lines, 0);
  const links = new Set<string>();
  let title = matter?.title ?? '';
  lines.forEach((line, i) => {
    if (mask[i] === 1) return;
    if (title === '') title = toPlainText(/^ {0,3}#\s+(.+?)(?:\s+#+)?\s*$/.exec(line)?.[1] ?? '');
    if (!line.includes('](') && !line.includes('<http')) return;
    for (const target of targetsOf(line)) {
      if (options.isRootedOnly === true && !/^(?:https?:)?\//i.test(target)) continue;
      if (URL.canParse(target, url)) links.add(new URL(target, url).href);
    }
  });
  return { title, description: matter?.description ?? '', links: [...links] };
}

function targetsOf(line: string): string[] {
  const text = line.replace(/`[^`]*`/g, '');
  return [
    ...findLinks(text).map((link) => link.target),
    ...[...text.matchAll(/<(https?:\/\/[^\s<>]+)>/g)].map((match) => match[1] as string),
  ];
}
