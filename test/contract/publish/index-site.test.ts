import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPages } from '../../../src/embed/find-pages.ts';
import { indexSite } from '../../../src/engine/published/index-site.ts';
import { createPageReader } from '../../../src/sources/built-page.ts';
import { BUILT_SITE } from '../../support/built-sites.ts';
import { fakeFolder } from '../../support/fake-folder.ts';
import { makeEngine } from '../../support/make-engine.ts';
import { type PublishedFolder, type StaticHost, startStaticHost, toFolder } from '../../support/static-host.ts';

async function indexAll(site: Readonly<Record<string, string>>, ignore = '.ad'): Promise<PublishedFolder> {
  const { engine } = await makeEngine();
  const files: PublishedFolder = new Map();
  await indexSite(engine, {
    ...{
      name: 'Lamps',
      jobId: 'index',
      mask: false,
      readPage: createPageReader(ignore),
      target: toFolder(files, 'quire/'),
    },
    handle: fakeFolder(site),
    app: ['index.html', 'quire-search.js', 'assets/later/search/a.js', 'assets/later/b.js'].map((path) => ({
      path,
      bytes: new Blob(['1']),
    })),
  });
  return files;
}

describe('the search of a built site', () => {
  let host: StaticHost;
  beforeAll(async () => {
    host = await startStaticHost(await indexAll(BUILT_SITE), { path: '/docs/' });
  }, 60_000);
  afterAll(() => host.close());

  const find = async (text: string, options: { language?: string; pattern?: string } = {}) => {
    const pages = await openPages(`${host.url}quire/collection/`, options.pattern);
    const found = await pages(text, { limit: 10, language: options.language ?? '', isStale: () => false });
    return (found?.pages ?? []).flatMap(({ title, sections }) =>
      sections.map(({ address, headings }) => [title, ...headings, address.replace(host.url, '')].join(' | ')),
    );
  };

  it('is the search box and the collection, and nothing else', () => {
    const names = [...host.files.keys()].map((name) => name.replace(/-[0-9a-f]{16}\.bin$/, ''));
    const kinds = ['assets', 'files', 'ids', 'index', 'manifest.json', 'outlines', 'text', 'words'];
    expect(names.sort()).toEqual([
      'quire/assets/later/search/a.js',
      ...kinds.map((kind) => `quire/collection/${kind}`),
      'quire/quire-search.js',
    ]);
  });

  it('leads to pages and headings by the ids of the site', async () => {
    expect(await find('walls')).toEqual(['Lamps | ']);
    expect(await find('wick first')).toContain('Lamps | Lighting | #how-to-light');
    expect(await find('heron')).toEqual(['Trimming | Every day | mk/trim/#evening_1']);
    expect(await find('colza')).toEqual(['Oil | Which oil & is best? | book/ch01.html#which-oil--is-best']);
  });

  it('leads to other addresses by a pattern', async () => {
    expect(await find('colza', { pattern: 'https://lamps.example/{name}/' })).toEqual([
      'Oil | Which oil & is best? | https://lamps.example/book/ch01/#which-oil--is-best',
    ]);
  });

  it('leaves out elements by attribute and selector, and pages that lead elsewhere or must not be indexed', async () => {
    expect(await find('adwordone')).toEqual([]);
    expect(await find('adwordtwo')).toEqual([]);
    expect(await find('kingfisher')).toEqual(['Lampen | de/', 'Trimming | Every day | mk/trim/#evening']);
  });

  it('finds pages in the language of the page that asks', async () => {
    expect(await find('kingfisher', { language: 'de-at' })).toEqual(['Lampen | de/']);
    expect(await find('kingfisher', { language: 'en' })).toEqual(['Trimming | Every day | mk/trim/#evening']);
    expect(await find('kingfisher', { language: 'fr' })).toHaveLength(2);
  });

  it('refuses a selector that it does not understand, by name', async () => {
    await expect(indexAll(BUILT_SITE, '.ad, main > p')).rejects.toMatchObject({
      code: 'publish/bad-selector',
      details: { selector: 'main > p' },
    });
  });
});
