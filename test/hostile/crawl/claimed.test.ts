import { afterEach, describe, expect, it } from 'vitest';
import { crawlKit } from '../../support/crawl-kit.ts';
import { type FakeSite, fakeSite } from '../../support/fake-site.ts';

let site: FakeSite;
afterEach(() => site.close());

const text = (title: string, url: string): string =>
  `# ${title}\n\nSource: ${url}\n\n${'Words that belong to it. '.repeat(10)}\n\n`;

describe('[S4] an llms-full that names pages of another domain', () => {
  it('keeps them under its own address, marked as a claim', async () => {
    site = await fakeSite({});
    const own = `${site.origin}/guide/start`;
    const foreign = 'https://kubernetes.io/docs/secrets';
    site.set('/robots.txt', { status: 404 });
    site.set('/llms-full.txt', {
      type: 'text/plain',
      body: text('Start', own) + text('Secrets', foreign) + text('More', `${site.origin}/guide/more`),
    });
    const kit = crawlKit();
    const { paths, problems } = await kit.crawl({ url: `${site.origin}/llms-full.txt`, crawlType: 'intelligent' });
    kit.close();
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
