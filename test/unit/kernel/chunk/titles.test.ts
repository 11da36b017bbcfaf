import { describe, expect, it } from 'vitest';
import { runSearch } from '../../../../src/engine/search/run-search.ts';
import { makeLeafOf } from '../../../support/make-leaf.ts';
import { loadNodeKernel } from '../../../support/node-kernel.ts';
import { makeSearchTarget } from '../../../support/search-target.ts';

const kernel = await loadNodeKernel();

describe('the title of a file', () => {
  it.each([
    ['its source', 'a.md', '# H\n', 'Given'],
    ['YAML front matter', 'a.md', '---\ntitle: T\n---\n# H\n', 'T'],
    ['TOML front matter', 'a.md', "+++\ntitle = 'T'\n+++\n# H\n", 'T'],
    ['a property', 'a.md', 'title:: T\ntags:: x\n\n# H\n', 'T'],
    ['an exported constant', 'a.mdx', "import X from 'x'\n\nexport const title = 'It\\'s T'\n\n# H\n", "It's T"],
    ['exported metadata', 'a.mdx', 'export const metadata = {\n  id: 1,\n  title: "T",\n}\n\n# H\n', 'T'],
    ['front matter before an export', 'a.mdx', '---\nid: 1\ntitle: F\n---\nexport const title = "T"\n', 'F'],
    ['the first heading of level one', 'a.md', '#\n\n## *Two*\n\n# One\n', 'One'],
    ['the file name if no heading has level one', 'notes/My v1.2 plan.md', '## Two\n\ntext\n', 'My v1.2 plan'],
    ['the file name if the front matter is wrong', 'Plan.md', '---\ntitle: T\n\n## Two\n', 'Plan'],
    ['the file name without a Notion id', 'Plan 0123456789abcdef0123456789ABCDEF.md', 'text\n', 'Plan'],
    ['the file name without its date', '2024-01-31-my-post.md', 'text\n', 'my-post'],
    ['a file name that is a date', '2024_01_31.md', 'text\n', '2024_01_31'],
    ['a file name with a Logseq namespace', 'projects___quire.md', 'text\n', 'projects/quire'],
  ])('comes from %s', (where, path, text, title) => {
    expect(makeLeafOf(kernel, text, { path, ...(where === 'its source' && { meta: { title } }) }).title).toBe(title);
  });

  it('is empty for code, which is found by its symbols', () => {
    expect(makeLeafOf(kernel, 'x = 1\n', { path: 'a.py', kind: 'code' }).title).toBe('');
  });

  it('finds its file first, wherever it comes from, and so do aliases', async () => {
    const others = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [
        `other-${i}.md`,
        `## Night heron\n\nThe night heron, a night heron.\n\n## Reed bed\n\nA reed bed.\n`,
      ]),
    );
    const target = makeSearchTarget(kernel, {
      ...others,
      'birds/Night heron.md': '## Habitat\n\nLakes and slow rivers.\n',
      'x.md': '---\naliases: [Reed bed, "Marsh, the"]\n---\n\nPlants at a shore.\n',
    });
    const first = async (query: string) => (await runSearch(kernel, target, query)).hits[0]?.path;
    expect(await first('night heron')).toBe('birds/Night heron.md');
    expect(await first('reed bed')).toBe('x.md');
    expect(await first('marsh, the')).toBe('x.md');
  });
});
