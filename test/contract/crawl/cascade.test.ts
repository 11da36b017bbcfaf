import { afterEach, describe, expect, it } from 'vitest';
import type { CrawlKit } from '../../support/crawl-kit.ts';
import { crawlKit } from '../../support/crawl-kit.ts';
import type { FakeRoute, FakeSite } from '../../support/fake-site.ts';
import { fakeSite, gzipped, markdown, page, sitemap, sitemapIndex } from '../../support/fake-site.ts';

let site: FakeSite;
let kit: CrawlKit;

async function open(routes: (origin: () => string) => Record<string, FakeRoute>): Promise<void> {
  site = await fakeSite(routes(() => site.origin));
  kit = crawlKit();
}

afterEach(async () => {
  kit.close();
  await site.close();
});

describe('discovery', () => {
  it('[S1] a crawl finds a site by links only', async () => {
    await open(() => ({
      '/': page('Home', ['/a', '/b/']),
      '/a': page('A', ['/b/', '/c']),
      '/b/': page('B'),
      '/c': page('C'),
    }));
    const { status, paths } = await kit.crawl({ url: `${site.origin}/` });
    expect(paths).toEqual(['a.md', 'b.md', 'c.md', 'index.md']);
    expect(status).toMatchObject({
      status: 'done',
      visited: 4,
      saved: 4,
      errors: 0,
      queueSize: 0,
      sourceState: 'INDEXED',
    });
  });

  it('[S1] [S4] the whole cascade: llms-full covers, llms.txt seeds, sitemaps add, links follow', async () => {
    await open((origin) => ({
      '/docs/llms.txt': () => ({
        type: 'text/plain',
        body: `# Site\n\n## Docs\n\n- [One](${origin()}/docs/one)\n- [Two](/docs/two): second\n`,
      }),
      '/docs/llms-full.txt': () => ({
        type: 'text/plain',
        body: `# One\nSource: ${origin()}/docs/one\n\nText of one.\n\n# Three\nSource: ${origin()}/docs/three\n\nText of three.\n`,
      }),
      '/docs/two': page('Two', ['/docs/linked']),
      '/docs/linked': page('Linked'),
      '/': page('Home'),
      '/docs/': page('Docs'),
      '/robots.txt': () => ({ type: 'text/plain', body: `User-agent: *\nSitemap: ${origin()}/maps.xml\n` }),
      '/maps.xml': () => sitemapIndex([`${origin()}/map1.xml.gz`, `${origin()}/maps.xml`]),
      '/map1.xml.gz': () => gzipped(sitemap([`${origin()}/docs/mapped`])),
      '/docs/mapped': page('Mapped'),
    }));
    const result = await kit.crawl({ url: `${site.origin}/docs/` });
    expect(result.paths).toEqual([
      'docs.md',
      'docs/linked.md',
      'docs/mapped.md',
      'docs/one.md',
      'docs/three.md',
      'docs/two.md',
      'index.md',
    ]);
    expect(site.count('/docs/one')).toBe(0);
    expect(site.count('/llms.txt')).toBe(0);
    expect(result.drops()['/docs/one']).toBe('covered');
    expect(result.milestones()).toEqual(expect.arrayContaining(['index-found', 'seeds-prepared', 'complete-coverage']));
    expect(kit.collection.files.get('docs/one.md')?.meta).toEqual({
      title: 'One',
      source_url: `${site.origin}/docs/one`,
    });
    expect(kit.collection.text('docs/one.md')).toBe('# One\n\nText of one.\n');
  });

  it('[S5] tries the Markdown of llms pages first and learns its place once', async () => {
    const names = ['a', 'b', 'c', 'd'];
    await open(() => ({
      '/llms.txt': { type: 'text/plain', body: `# S\n\n${names.map((name) => `- [${name}](/${name})`).join('\n')}\n` },
      ...Object.fromEntries(names.map((name) => [`/${name}/index.md`, markdown(`# ${name}\n\nbody of ${name}\n`)])),
      ...Object.fromEntries(names.map((name) => [`/${name}`, page(name)])),
    }));
    const result = await kit.crawl({ url: `${site.origin}/llms.txt` });
    expect(kit.collection.text('c.md')).toBe('# c\n\nbody of c\n');
    expect(site.count('/a.md')).toBe(1);
    expect(site.count('/b.md')).toBe(0);
    expect(site.count('/b')).toBe(0);
    expect(result.milestones()).toContain('patterns-learned');
  });

  it('[S5] three misses end the search for Markdown', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    await open(() => ({
      '/llms.txt': { type: 'text/plain', body: `# S\n\n${names.map((name) => `- [${name}](/${name})`).join('\n')}\n` },
      ...Object.fromEntries(names.map((name) => [`/${name}`, page(name)])),
    }));
    const result = await kit.crawl({ url: `${site.origin}/llms.txt` });
    expect(result.paths).toHaveLength(5);
    expect(site.paths().filter((path) => path.endsWith('.md'))).toHaveLength(9);
    expect(result.problems()).toContain('unknown-pattern');
  });
});
