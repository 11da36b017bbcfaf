import { parseLlmsTxt } from '../../../src/crawl/discover/parse-llms-txt.ts';
import { parseRobots } from '../../../src/crawl/discover/robots.ts';
import { parseSitemap } from '../../../src/crawl/discover/sitemap.ts';
import { splitLlmsFull } from '../../../src/crawl/discover/split-llms-full.ts';
import { hashText, toPagePath } from '../../../src/crawl/page/page-path.ts';
import { toPageUrl } from '../../../src/crawl/queue/url.ts';
import { reduceHtml } from '../../../src/html/reduce-html.ts';
import { scanBlocks } from '../../../src/markdown/blocks.ts';
import { readPageMatter } from '../../../src/markdown/front-matter.ts';
import { findLinks } from '../../../src/markdown/links.ts';
import type { FuzzTarget } from '../contract.ts';
import { findSeeds, writeSeed } from '../find-seeds.ts';

const BASE = 'https://docs.test/guide/';

/** Responses of a site: pages, robots.txt, sitemaps, llms.txt and llms-full.txt, addresses. */
export function createSiteTarget(): FuzzTarget {
  return {
    name: 'site',
    weight: 20,
    seeds: [
      ...findSeeds(['html', 'md', 'mdx', 'xml']),
      writeSeed(
        'robots.txt',
        'User-agent: *\nDisallow: /a*b$\nAllow: /a\nCrawl-delay: 2\nSitemap: https://docs.test/s.xml\n',
      ),
      writeSeed(
        'sitemap.xml',
        '<?xml version="1.0"?><urlset><url><loc>https://docs.test/a</loc><lastmod>2026-01-01</lastmod></url></urlset>',
      ),
      writeSeed(
        'llms.txt',
        '# Docs\n\n> All of it\n\n## Guide\n\n- [One](/one.md): first\n- [Two](https://docs.test/two)\n\n## Optional\n\n- [x](y)\n',
      ),
      writeSeed(
        'llms-full.txt',
        '# One\nSource: https://docs.test/one\n\ntext\n\n---\n\n# Two\nSource: https://docs.test/two\n\nmore\n',
      ),
      writeSeed('address', 'https://docs.test:8443/a/../b/index.html?x=1&utm_source=y#z'),
    ],
    tokens: [
      ...[
        '<div>',
        '</div>',
        '<table>',
        '<tr><td>',
        '<pre>',
        '<a href="',
        '<iframe ',
        '/>',
        '<!--',
        '<![CDATA[',
        '&amp;',
        '<base href="',
      ],
      ...[
        'Source: https://docs.test/x\n',
        '---\n',
        'url: ',
        '# ',
        '- [a](',
        '](',
        '```\n',
        '\n',
        '> ',
        '<page>',
        '<doc path="a">',
      ],
      ...'https://¦%¦%zz¦..¦//¦?¦#¦[::1]¦xn--¦\0¦\u202e¦*¦$¦User-agent: ¦<loc>¦<sitemap>'.split('¦'),
    ],
    async check({ name, bytes }) {
      const text = new TextDecoder().decode(bytes);
      if (name === 'address') {
        const answer = toPageUrl(text.slice(0, 4_000), { base: BASE, allowQuery: true });
        if (!('page' in answer)) return;
        const path = toPagePath(answer.page.key, await hashText(answer.page.key), true);
        if (path.startsWith('/') || path.split('/').includes('..')) throw new Error(`a path leads out: ${path}`);
        return;
      }
      if (/\.(md|mdx)$/.test(name)) {
        readPageMatter(text.split('\n'), 0);
        scanBlocks(text);
        findLinks(text, { limit: 1_000 });
        return;
      }
      if (name.endsWith('.xml')) parseSitemap(bytes);
      else if (name === 'robots.txt') parseRobots(text, `${BASE}robots.txt`);
      else if (name === 'llms.txt') parseLlmsTxt(text, BASE);
      else if (name === 'llms-full.txt') splitLlmsFull(text, { url: `${BASE}llms-full.txt` });
      else reduceHtml(text, BASE);
    },
  };
}
