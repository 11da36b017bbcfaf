import { describe, expect, it } from 'vitest';
import { openSite } from '../../contract/crawl/open-site.ts';

const text = (title: string, url: string): string =>
  `# ${title}\n\nSource: ${url}\n\n${'Words that belong to it. '.repeat(10)}\n\n`;

describe('[S4] an llms-full that names pages of another domain', () => {
  it('keeps them under its own address, marked as a claim', async () => {
    const { site, kit } = await openSite({});
    const own = `${site.origin}/guide/start`;
    const foreign = 'https://kubernetes.io/docs/secrets';
    site.set('/llms-full.txt', {
      type: 'text/plain',
      body: text('Start', own) + text('Secrets', foreign) + text('More', `${site.origin}/guide/more`),
    });
    const { paths, problems } = await kit.crawl({ url: `${site.origin}/llms-full.txt`, crawlType: 'intelligent' });
    const rows = await kit.rows();
    const metaOf = (title: string) =>
      kit.collection.files.get(rows.find((row) => row.title === title)?.path ?? '')?.meta;
    expect(rows.find(({ title }) => title === 'Secrets')?.claimed_url).toBe(foreign);
    expect(metaOf('Secrets')?.source_url).toBe(`${site.origin}/llms-full.txt`);
    expect(paths.filter((path) => path.includes('kubernetes'))).toEqual([]);
    expect(metaOf('Start')?.source_url).toBe(own);
    expect(problems()).toContain('claimed-addresses');
  });
});
