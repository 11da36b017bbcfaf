import { describe, expect, it } from 'vitest';
import { markdown, page } from '../../support/fake-site.ts';
import { crawlBadSite, openSite } from './open-site.ts';

describe('discovery', () => {
  it('[S1] a crawl finds a site by links only', async () => {
    const { site, kit } = await openSite(() => ({
      '/': page('Home', ['/a', '/b/']),
      '/a': page('A', ['/b/', '/c']),
      '/b/': page('B'),
      '/c': page('C'),
    }));
    const { status, paths, milestones } = await kit.crawl({ url: `${site.origin}/` });
    expect(milestones()).toContain('complete-coverage');
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
    const { site, kit, result } = await crawlBadSite('the whole cascade');
    expect(result.paths).toEqual([
      'docs.md',
      ...['linked', 'mapped', 'one', 'three', 'two'].map((name) => `docs/${name}.md`),
    ]);
    expect(site.count('/docs/one')).toBe(0);
    expect(site.count('/llms.txt')).toBe(0);
    expect(result.drops()).toMatchObject({ '/docs/one': 'covered', '/docs/secret/x': 'robots-disallow' });
    expect(result.milestones()).toEqual(expect.arrayContaining(['index-found', 'seeds-prepared']));
    const meta = { title: 'One', source_url: `${site.origin}/docs/one` };
    expect(kit.collection.files.get('docs/one.md')?.meta).toEqual(meta);
    expect(kit.collection.text('docs/one.md')).toBe('# One\n\nText.\n');
  });

  it('[S5] tries the Markdown of llms pages first and learns its place once', async () => {
    const { site, kit, result } = await crawlBadSite('the pattern of Markdown is learned');
    expect(kit.collection.text('c.md')).toBe('# c\n\nbody\n');
    expect(site.count('/a.md')).toBe(1);
    expect(site.count('/b.md')).toBe(0);
    expect(site.count('/b')).toBe(0);
    expect(result.milestones()).toContain('patterns-learned');
  });

  it('[S5] finds the Markdown of every form of address, and an unchanged site has nothing new in later runs', async () => {
    const forms = {
      '/': '/index.html.md',
      '/intro.html': '/intro.html.md',
      '/old.html': '/old.md',
      // Three misses end the search among names like these, not among others.
      ...Object.fromEntries(['/x.html', '/y.html', '/z.html'].map((at) => [at, ''])),
      '/guide/': '/guide/index.html.md',
      '/tour/': '/tour.md',
      '/api': '/api.md',
      '/cli': '/cli/index.md',
      '/faq': '',
    };
    const addresses = Object.keys(forms);
    const { site, kit } = await openSite(() => ({
      '/llms.txt': { type: 'text/plain', body: `# S\n\n${addresses.map((at) => `- [${at}](${at})`).join('\n')}\n` },
      ...Object.fromEntries(addresses.map((at) => [at, page(at, ['/linked'])])),
      ...Object.fromEntries(Object.entries(forms).map(([at, md]) => [md, markdown(`# Markdown of ${at}\n\nText.\n`)])),
      '/linked': page('Linked'),
      '/linked.md': markdown('# Linked\n\nNobody lists this.\n'),
    }));
    const options = { url: site.origin, concurrency: 1 };
    const first = await kit.crawl(options);
    expect(first.status).toMatchObject({ saved: 12, errors: 0 });
    const texts = first.paths.map((path) => kit.collection.text(path));
    expect(texts.filter((text) => text?.startsWith('# Markdown of '))).toHaveLength(7);
    for (const mode of ['refresh', 'crawl', 'refresh', 'crawl'] as const) {
      const { status } = await kit.crawl(options, { mode });
      expect(status, mode).toMatchObject({ saved: 0, unchanged: 12, errors: 0, removed: 0 });
    }
  });

  it('[S5] three misses end the search for Markdown', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const { site, kit } = await openSite(() => ({
      '/llms.txt': { type: 'text/plain', body: `# S\n\n${names.map((name) => `- [${name}](/${name})`).join('\n')}\n` },
      ...Object.fromEntries(names.map((name) => [`/${name}`, page(name)])),
    }));
    const result = await kit.crawl({ url: `${site.origin}/llms.txt` });
    expect(result.paths).toHaveLength(5);
    expect(site.paths().filter((path) => path.endsWith('.md'))).toHaveLength(9);
    expect(result.problems()).toContain('unknown-pattern');
  });
});
