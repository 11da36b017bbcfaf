import { describe, expect, it } from 'vitest';
import { createSource } from '../../../src/sources/create-source.ts';
import { scanAll } from '../../support/scan-all.ts';

const text = [
  '# Acme',
  '',
  '> About.',
  '',
  '# One',
  'Source: https://docs.acme.test/one',
  '',
  'First.',
  '',
  '# Two',
  'Source: https://elsewhere.test/two',
  '',
  'Second.',
  '',
].join('\n');

async function read(origin: string, content = text) {
  const file = new Blob([content]);
  const { files, skips } = await scanAll(createSource({ type: 'llms-full', name: 'llms-full.txt', file, origin }), {
    maxFileBytes: 10_000,
  });
  const rows = files.map(async (one) => [one.path, one.meta?.source_url, new TextDecoder().decode(await one.read())]);
  return { rows: await Promise.all(rows), skips };
}

describe('[S4] a dropped llms-full.txt', () => {
  it('becomes pages; only addresses on the confirmed domain count as their origin', async () => {
    expect((await read('https://acme.test')).rows).toEqual([
      ['000-overview.md', undefined, '# Acme\n\n> About.\n'],
      ['001-one.md', 'https://docs.acme.test/one', '# One\n\nFirst.\n'],
      ['002-two.md', undefined, '# Two\n\nSecond.\n'],
    ]);
  });

  it('has no trusted address without a confirmed origin', async () => {
    expect((await read('')).rows.map(([, url]) => url)).toEqual([undefined, undefined, undefined]);
  });

  it('is one page if it is another text, and skips a page over the limit by name', async () => {
    expect((await read('', 'Only words.\n')).rows.map(([path]) => path)).toEqual(['001.md']);
    const { skips } = await read('', `# Long\n\n${'word '.repeat(4_000)}\n`);
    expect(skips.map(({ reason }) => reason)).toEqual(['too-large']);
  });
});
