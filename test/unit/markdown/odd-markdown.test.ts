import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../../../src/crawl/page/markdown-page.ts';
import { isMdx, scanBlocks, toHeadingText } from '../../../src/markdown/blocks.ts';
import { toLinkTarget } from '../../../src/places/file-href.ts';
import { toProseHtml } from '../../../src/publish/write/prose-html.ts';
import { type Block, parseProse } from '../../../src/ui/parts/reader/views/prose-blocks.ts';
import { makeLeafOf } from '../../support/make-leaf.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { ODD_MARKDOWN, toText } from './odd-markdown.ts';

const kernel = await loadNodeKernel();
const BASE = 'https://x.test/';

const READERS = {
  kernel(text: string, path: string) {
    const { headings, view } = makeLeafOf(kernel, text, { path });
    return {
      headings: headings.map(({ level, line, text: name }) => `${level} @${line} ${name}`),
      links: view.links.map(({ target }) => target),
    };
  },
  crawler(text: string, path: string) {
    const { headings, definitions } = scanBlocks(text, { isMdx: isMdx(path) });
    return {
      headings: headings.map((one) => `${one.level} @${one.line + 1} ${toHeadingText(one, definitions)}`),
      links: readMarkdown(text, BASE).links.map((url) => decodeURIComponent(url.slice(BASE.length))),
    };
  },
  reader(text: string, path: string) {
    const blocks = parseProse(text, 1, path);
    const own = blocks.filter(({ type }) => type === 'heading') as (Block & { type: 'heading' })[];
    return {
      headings: own.map(({ level, line, inline }) => `${level} @${line} ${toText(inline).replace(/\s+/g, ' ').trim()}`),
      links: [...new Set(listLinks(blocks))].map(toLinkTarget),
      blocks: blocks.map(({ type }) => type),
    };
  },
  publisher(text: string, path: string) {
    const blocks = toProseHtml(text, (target) => target, path) ?? [];
    const own = blocks.map((block) => /^<h(\d) id="[^"]*">(.*)<\/h\d>\n$/s.exec(block) ?? []);
    return {
      headings: own.flatMap(([, level, inner]) => (inner === undefined ? [] : `${level} ${toPlain(inner)}`)),
      links: listAll(blocks.join(''), /<a href="([^"]*)"/g).map((href) => toLinkTarget(toPlain(href))),
      blocks: blocks.filter((block) => block.trim() !== '').map((block) => TAGS[/^<(\w+)/.exec(block)?.[1] ?? 'p']),
    };
  },
};

const TAGS: Readonly<Record<string, string>> = {
  ...{ p: 'paragraph', pre: 'code', ul: 'list', ol: 'list', blockquote: 'quote', table: 'table', hr: 'rule' },
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, 'heading'])),
};

function toPlain(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
}

function listLinks(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'href' in value ? [String(value.href)] : [];
  return [...own, ...Object.values(value).flatMap(listLinks)];
}

function listAll(text: string, pattern: RegExp): string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([, found]) => found as string))];
}

describe.each(ODD_MARKDOWN)('odd Markdown: $name', ({ text, path = 'a.md', headings, links, blocks, except }) => {
  it('has the same headings and links in the kernel and the crawler', () => {
    expect(READERS.kernel(text, path)).toEqual({ headings, links, ...except?.kernel });
    expect(READERS.crawler(text, path)).toEqual({ headings, links, ...except?.crawler });
  });

  it('has the same headings, links and blocks in the reader and on published pages', () => {
    const { blocks: shown, ...facts } = READERS.reader(text, path);
    const matter = scanBlocks(text).matter ? ['code'] : [];
    expect({ ...facts, blocks: shown }).toEqual({ headings, links, blocks: [...matter, ...blocks] });
    const names = headings.map((heading) => heading.replace(/@\d+ /, ''));
    expect(READERS.publisher(text, path)).toEqual({ headings: names, links, blocks });
  });
});
