import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseLlmsTxt } from '../../../../src/crawl/discover/parse-llms-txt.ts';
import { splitLlmsFull } from '../../../../src/crawl/discover/split-llms-full.ts';
import { isLlmsFullFile } from '../../../../src/crawl/queue/url.ts';
import { readPageMatter } from '../../../../src/markdown/front-matter.ts';
import { isLlmsFile, isLlmsFullName } from '../../../../src/site/llms-name.ts';

function fixture(name: string): string {
  return readFileSync(new URL(`../../../fixtures/llms/${name}`, import.meta.url), 'utf8');
}

function split(name: string, url: string) {
  const indexName = `${name}.txt`;
  const hasIndex = existsSync(new URL(`../../../fixtures/llms/${indexName}`, import.meta.url));
  const index = hasIndex ? parseLlmsTxt(fixture(indexName), new URL('llms.txt', url).href) : [];
  return splitLlmsFull(fixture(`${name}-full.txt`), { url, index });
}

/** `title → url` of every page; the URL of the file is written as `-`. */
function summary(name: string, url = 'https://acme.test/llms-full.txt'): string[] {
  return split(name, url).pages.map(
    (page) => `${page.title} → ${page.url === url ? '-' : page.url} (${page.urlSource})`,
  );
}

describe('[S4] llms-full of each generator', () => {
  it.each([
    [
      'mintlify',
      [
        'Quickstart → https://docs.acme.test/quickstart (marker)',
        'Authentication → https://docs.acme.test/guides/authentication (marker)',
      ],
    ],
    [
      'claude',
      [
        'Models overview → https://docs.acme.test/en/models (marker)',
        'Streaming → https://docs.acme.test/en/streaming (marker)',
      ],
    ],
    [
      'fumadocs',
      [
        'Introduction → https://acme.test/docs (marker)',
        'Installation → https://acme.test/docs/installation (marker)',
        'Deploy → https://acme.test/docs/deploy (marker)',
      ],
    ],
    [
      'fumadocs-old',
      [
        'Guides: Routing → https://acme.test/docs/routing (marker)',
        'Guides: Caching → https://acme.test/docs/caching (marker)',
      ],
    ],
    [
      'vitepress',
      [
        'Getting Started → https://acme.test/guide/start.md (marker)',
        'Configuration → https://acme.test/guide/config.md (marker)',
      ],
    ],
    ['rspress', ['指南 → https://acme.test/zh/guide.md (marker)', 'API → https://acme.test/zh/api.md (marker)']],
    [
      'docusaurus-llms',
      [
        'Introduction → https://acme.test/docs/intro (position)',
        'Installation → https://acme.test/docs/install (position)',
        'Installation (Advanced) → https://acme.test/docs/advanced/install (position)',
      ],
    ],
    [
      'signalwire',
      [
        'Benchmarks → https://acme.test/benchmarks.md (title)',
        'Plugins → https://acme.test/ecosystem.md (title)',
        'Contribute → - (synthetic)',
      ],
    ],
    ['starlight', ['Acme → - (synthetic)', 'Getting Started → - (synthetic)', 'Reference → - (synthetic)']],
    [
      'gitbook',
      [
        'Welcome → https://acme.test/docs/readme.md (position)',
        'Quickstart → https://acme.test/docs/quickstart.md (position)',
        'Billing → https://acme.test/docs/billing.md (position)',
      ],
    ],
    [
      'cloudflare-page',
      [
        'Get started → https://developers.acme.test/workers/get-started/ (marker)',
        'Limits → https://developers.acme.test/workers/limits/ (marker)',
      ],
    ],
    [
      'cloudflare-2026',
      ['Overview', 'Bindings', 'Cron', 'Logs', 'Pricing'].map(
        (title) => `${title} → https://developers.acme.test/queues/${title.toLowerCase()}/index.md (marker)`,
      ),
    ],
    ['svelte', ['Overview → - (synthetic)', 'Stores → - (synthetic)', 'Routing → - (synthetic)']],
    [
      'next',
      [
        'Installation → https://nextish.test/docs/app/installation (marker)',
        'Project structure → https://nextish.test/docs/app/structure (marker)',
      ],
    ],
    ['vercel', ['RAG Agent → - (synthetic)', 'Streaming text → - (synthetic)']],
    [
      'mkdocs',
      [
        'Command line → https://acme.test/cli/index.md (position)',
        'Library → https://acme.test/library/index.md (position)',
        'Reference → https://acme.test/reference/index.md (position)',
      ],
    ],
    ['sphinx', [' → - (synthetic)']],
    ['nuxt', ['Introduction → - (synthetic)', 'Installation → - (synthetic)', 'Usage → - (synthetic)']],
    [
      'firecrawl',
      [
        'Home → https://acme.test/ (position)',
        'Pricing → https://acme.test/pricing (position)',
        ' → https://acme.test/contact (position)',
      ],
    ],
    ['banners', ['Start → https://acme.test/start (marker)', 'End → https://acme.test/deep/end (marker)']],
    ['comments', ['One → https://acme.test/one (marker)', 'Two → https://acme.test/two (marker)']],
    ['documents', ['One → - (synthetic)', 'Two → - (synthetic)']],
    [
      'permalinks',
      ['One', 'Two', 'Three', 'Four', 'Five'].map(
        (title) => `${title} → https://acme.test/${title.toLowerCase()} (marker)`,
      ),
    ],
    ['hand-written', ['Acme in one file → - (synthetic)']],
  ] as const)('%s', (name, pages) => {
    expect(summary(name)).toEqual(pages);
  });

  it('splits the cleaned Firecrawl file by the titles of its index', () => {
    const index = parseLlmsTxt(fixture('firecrawl.txt'));
    const pages = splitLlmsFull(fixture('firecrawl-clean-full.txt'), {
      url: 'https://acme.test/llms-full.txt',
      index,
    }).pages;
    expect(pages.map((page) => page.url)).toEqual([
      'https://acme.test/',
      'https://acme.test/pricing',
      'https://acme.test/contact',
    ]);
  });

  it('pages are saved without markers and platform text', () => {
    expect(split('claude', 'https://docs.acme.test/llms-full.txt').pages[0]?.text).toBe(
      '# Models overview\n\nThere are three models.\n',
    );
    const starlight = split('starlight', 'https://acme.test/llms-full.txt').pages[0]?.text;
    expect(starlight).toContain('Welcome to Acme.');
    expect(starlight).not.toContain('Section titled');
    const cloudflare = split('cloudflare-2026', 'https://acme.test/llms-full.txt').pages[1]?.text;
    expect(cloudflare).toContain('Text about bindings.');
    expect(cloudflare).not.toMatch(/View as Markdown|Documentation Index|Skip to/);
    expect(split('gitbook', 'https://acme.test/docs/llms-full.txt').pages.at(-1)?.text).toBe(
      '# Billing\n\nHow to pay.\n',
    );
  });

  it('GitBook names its next file', () => {
    expect(split('gitbook', 'https://acme.test/docs/llms-full.txt').nextUrl).toBe(
      'https://acme.test/docs/llms-full.txt/1',
    );
  });

  it('line ranges of pages are in order, never overlap and begin at the marker', () => {
    for (const name of ['mintlify', 'vitepress', 'cloudflare-page', 'mkdocs', 'docusaurus-llms', 'firecrawl']) {
      const { pages } = split(name, 'https://acme.test/llms-full.txt');
      let last = 0;
      for (const page of pages) {
        expect(page.startLine).toBeGreaterThan(last);
        expect(page.endLine).toBeGreaterThanOrEqual(page.startLine);
        last = page.endLine;
      }
    }
    expect(
      split('vitepress', 'https://acme.test/llms-full.txt').pages.map((page) => [page.startLine, page.endLine]),
    ).toEqual([
      [1, 14],
      [18, 30],
    ]);
  });

  it('the text before the first page is the overview of the source', () => {
    expect(split('docusaurus-llms', 'https://acme.test/llms-full.txt').preamble).toMatch(/^# Acme Docs/);
    expect(split('mkdocs', 'https://acme.test/llms-full.txt').preamble).toContain('Install with pip.');
  });
});

describe('[S4] irregular files of real sites', () => {
  it('front matter may have blank lines inside folded values', () => {
    const matter = (name: string, value: string) =>
      `---\ntitle: ${name}\ndescription: ${value}\nurl: https://acme.test/${name}\n---\n\n# ${name}\n\nText.\n\n`;
    const text = [
      matter('one', '>-\n  First part\n\n  and the second.'),
      matter('two', '|\n  Literal\n\n  block\n'),
      matter('three', 'plain\n\n  goes on'),
      matter('four', 'short'),
    ].join('');
    const { pages } = splitLlmsFull(text, { url: 'https://acme.test/llms-full.txt' });
    expect(pages.map(({ title, url, description }) => [title, url.slice(18), description])).toEqual([
      ['one', 'one', 'First part and the second.'],
      ['two', 'two', 'Literal block'],
      ['three', 'three', 'plain goes on'],
      ['four', 'four', 'short'],
    ]);
    expect(readPageMatter(['---', 'title: x', '', 'Text: of a page', '---'], 0)).toBeUndefined();
    expect(readPageMatter(['---', '', 'title: x', '---'], 0)).toBeUndefined();
  });

  it('one Source line at the top describes the file: its pages are found by their separators', () => {
    const pages = ['One', 'Two', 'Three'].map((name) => `# ${name}\n\nText of ${name}.\n`);
    const text = `# Acme\nSource: https://acme.test/docs\n\n${pages.join('\n')}`;
    const split = splitLlmsFull(text, { url: 'https://acme.test/llms-full.txt' });
    expect(split.pages.map(({ title }) => title)).toEqual(expect.arrayContaining(['One', 'Two', 'Three']));
    expect(split.pages.filter(({ url }) => url === 'https://acme.test/docs')).toEqual([]);
  });

  it.each([
    ['llms-full.txt', true],
    ['llms-full.zh-CN.txt', true],
    ['llms-zh-full.txt', true],
    ['llms-full-2.x.txt', true],
    ['docs__public__llms-medium.txt', true],
    ['llms_full.txt', true],
    ['llms.txt', false],
    ['llms-install.txt', false],
    ['llms-fullstack.txt', false],
    ['llms.zh-CN.txt', false],
  ])('%s holds pages: %s', (name, isFull) => {
    expect(isLlmsFullName(name)).toBe(isFull);
    expect(isLlmsFullFile(`https://acme.test/${name.replace(/^.*__/, '')}`)).toBe(isFull);
    expect(isLlmsFile(`https://acme.test/${name.replace(/^.*__/, '')}`)).toBe(true);
  });
});
