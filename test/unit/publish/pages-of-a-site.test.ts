import { HtmlValidate } from 'html-validate';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FileRow } from '../../../src/model/chunk.ts';
import { writePlainPages } from '../../../src/publish/write/plain-pages.ts';
import { toProseHtml } from '../../../src/publish/write/prose-html.ts';
import { toPublishedPage } from '../../../src/publish/write/publish-app.ts';
import { makeSink } from './make-published.ts';

const TEXTS: Readonly<Record<string, string>> = {
  'guide/start.md': [
    '---\ntitle: Start\n---\n# Start\n\nLamps need [oil & air](../oil.md#which) and a [wick](wick.md), see [us](https://x.test/).',
    '## Usage\n\none\n\n## Usage\n\ntwo {#not-a-heading}\n\n## Names {#own-id}\n\n<b>x</b> <div>',
    '## The [*oil*](../oil.md) `lamp`\n\n[up](#the-oil-lamp), [[/oil.md#Which]], [[#Usage]].',
    ':::tip[Trim it]\nTrim the *wick*.\n:::\n\n!!! warning "Hot"\n    Let it cool.\n\n    - first\n\n> [!note]\n> Quoted.',
    '| a | b |\n|---|---|\n| 1 | 2 |\n\n- [ ] open\n- [x] done\n\n```js\n[a](wick.md)\n```\n',
  ].join('\n\n'),
  'guide/wick.md': `# Wicks & "threads"\n\n${'A wick is a thread that carries oil to the flame. '.repeat(9)}`,
  'oil.md': '# Oil\n\n## Which\n\nColza.\n',
  'lamp.ts': 'export const lamp = "```";\n',
};
const ADDRESS = 'https://lamps.example/book/';

function toRow(path: string): FileRow {
  const kind = path.endsWith('.md') ? 'markdown' : 'code';
  const sizes = { bytes: 9, sha256: 'ab'.repeat(32), lineCount: 3, chunkCount: 1, tokenTotal: 9 };
  return {
    path,
    kind,
    source: 's',
    title: path.endsWith('.md') ? /^# (.*)$/m.exec(TEXTS[path] ?? '')?.[1] : '',
    ...sizes,
  };
}

async function write(address?: string): Promise<ReadonlyMap<string, string>> {
  const sink = makeSink();
  const paths = Object.keys(TEXTS);
  const site = { name: 'Lamps & oil', address };
  const html = await writePlainPages(
    {
      ...site,
      fileCount: paths.length,
      row: (i) => toRow(paths[i] as string),
      readText: async (i) => ({ text: TEXTS[paths[i] as string] as string, places: [] }),
      findLinked: (from, target) => new URL(target, `https://h.test/${from}`).pathname.slice(1),
    },
    sink,
  );
  const app =
    '<!doctype html>\n<html lang="en">\n<head>\n<title>Quire</title>\n</head>\n<body><div id="root">…</div>\n<noscript>…</noscript></body>\n</html>\n';
  const files = [...sink.files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()] as const);
  return new Map([...files, ['index.html', toPublishedPage(app, { ...site, html })]]);
}

describe('the pages of a published site', () => {
  let files: ReadonlyMap<string, string>;
  const read = (path: string): string => files.get(path) ?? '';
  beforeAll(async () => {
    files = await write(ADDRESS);
  });

  it('are valid HTML, and their links lead to files and headings of the site', async () => {
    const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] });
    const pages = [...files].filter(([path]) => path.endsWith('.html'));
    expect(pages.length).toBeGreaterThan(6);
    for (const [path, html] of pages) {
      const report = await validator.validateString(html, path);
      expect(
        report.results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${path} ${ruleId} ${message}`)),
      ).toEqual([]);
      for (const [, href = ''] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
        const target = new URL(href.replaceAll('&amp;', '&'), ADDRESS + path);
        if (!target.href.startsWith(ADDRESS) || target.href === ADDRESS) continue;
        const place = target.pathname.slice('/book/'.length);
        expect(files.has(place), `${path} links to ${place}`).toBe(true);
        if (target.hash !== '') expect(read(place)).toContain(`id="${target.hash.slice(1)}"`);
      }
    }
  });

  it('have a title, a description, an address and a Markdown file of their own', () => {
    const html = read('pages/guide-wick-md.html');
    expect(html).toContain('<title>Wicks &amp; &quot;threads&quot; · Lamps &amp; oil</title>');
    expect(html).toMatch(/<meta name="description" content="A wick is a thread [^"]{100,150}…">/);
    expect(html).toContain(`<link rel="canonical" href="${ADDRESS}pages/guide-wick-md.html">`);
    expect(html).toContain(`<meta property="og:url" content="${ADDRESS}pages/guide-wick-md.html">`);
    expect(html).toContain('<link rel="alternate" href="guide-wick-md.md" type="text/markdown">');
    expect(html).toContain('<link rel="describedby" href="../llms.txt" type="text/plain">');
    expect(html).toContain('<small>guide/wick.md</small></nav>\n<main>');
    expect(html).toContain('<p><small>All pages: <a href="../llms.txt">llms.txt</a></small></p>');
    expect(html).toMatch(/<link rel="prev" href="guide-start-md.html">\n<link rel="next" href="oil-md.html">/);
  });

  it('are listed in sitemap.xml, and nothing names an address that was not given', async () => {
    const places = [...read('sitemap.xml').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place = '']) =>
      place.replace(ADDRESS, ''),
    );
    expect(places).toEqual([
      '',
      'pages/index.html',
      ...[...files.keys()].filter((path) => /^pages\/.*-(?:md|ts)\.html$/.test(path)),
    ]);
    expect(read('llms.txt')).toContain(`](${ADDRESS}pages/oil-md.md)`);
    const plain = await write();
    expect(plain.has('sitemap.xml')).toBe(false);
    expect([...plain.values()].join('')).not.toMatch(/canonical|og:url|lamps\.example/);
    expect(plain.get('llms.txt')).toContain('](pages/oil-md.md)');
  });

  it('have Markdown files with links to each other, and code in fences', () => {
    const start = read('pages/guide-start-md.md');
    expect(start).toMatch(
      /^---\ntitle: Start\n---\n> All pages: \[llms\.txt\]\(https:\/\/lamps\.example\/book\/llms\.txt\)\n/,
    );
    expect(start).toContain(
      `[oil & air](${ADDRESS}pages/oil-md.md#which) and a [wick](${ADDRESS}pages/guide-wick-md.md), see [us](https://x.test/)`,
    );
    expect(start).toContain('```js\n[a](wick.md)\n```');
    expect(read('pages/lamp-ts.md')).toContain('\n````\nexport const lamp = "```";\n````\n');
  });

  it('show boxes of VitePress, Docusaurus, MkDocs and GitHub, and headings once each by name', () => {
    const html = read('pages/guide-start-md.html');
    const boxes = [
      ...html.matchAll(/<blockquote class="admonition">\n<p><strong>(.*?)<\/strong><\/p>\n<p>(.*?)<\/p>/g),
    ];
    expect(boxes.map(([, title, text]) => `${title}: ${text}`)).toEqual([
      'Trim it: Trim the <em>wick</em>.',
      'Hot: Let it cool.',
      'Note: Quoted.',
    ]);
    expect([...html.matchAll(/<h2 id="(.*?)"/g)].map(([, id]) => id)).toEqual([
      ...['usage', 'usage-1', 'own-id', 'the-oil-lamp'],
    ]);
    expect(html).toMatch(/<a href="oil-md.html#which"[^>]*>\/oil.md › Which<\/a>, <a href="#usage"[^>]*>Usage<\/a>\./);
    for (const [text, found] of [
      [
        '::: code-group\n```js\na\n```\n:::\n\nafter',
        '<blockquote class="admonition">\n<pre><code class="language-js">a\n</code></pre>\n</blockquote>\n<p>after</p>',
      ],
      ['::: tip\nnever closed', '<p>::: tip\nnever closed</p>'],
      ['::::info\n:::tip\nin\n:::\n::::', '<p><strong>Info</strong></p>\n<blockquote class="admonition">'],
    ] as const)
      expect(toProseHtml(text, () => undefined)?.join('')).toContain(found);
    const hostile = toProseHtml(':::a\n'.repeat(20_000), () => undefined);
    expect(hostile === undefined || hostile.length > 0).toBe(true);
  });

  it('have a page for missing ones, without links that depend on where it is shown', () => {
    const hrefs = [...read('404.html').matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
    expect(hrefs.every((href) => href.startsWith(ADDRESS))).toBe(true);
  });
});
