import { describe, expect, it } from 'vitest';
import type { FileRow } from '../../../../../src/model/chunk.ts';
import {
  buildTree,
  expandTicks,
  listRows,
  type TreeNode,
  toggleTick,
} from '../../../../../src/ui/screens/files/build-tree.ts';

const files = ['README.md', 'docs/a.md', 'docs/b.md', 'docs/deep/c.md', 'docs/deep/d.md', 'src/x.py', 'src/y.py'].map(
  (path) => ({ path, kind: 'markdown', bytes: 1, token_total: 1, chunk_count: 1 }) as unknown as FileRow,
);
const tree = (shown: readonly FileRow[] = files) => buildTree({ files: shown, withoutText: [], skips: [] }, 'name');
const find = (path: string, root: TreeNode = tree()): TreeNode =>
  listRows(root, () => true).find(({ node }) => node.path === path)?.node as TreeNode;
const toggle = (ticks: readonly string[], path: string) =>
  toggleTick({ ticks, node: find(path), files, isWhole: true });

describe('[P6] ticks of the tree', () => {
  it('of a folder are one tick, and replace the ticks inside it', () => {
    expect(toggle(['docs/deep/', 'src/x.py'], 'docs/')).toEqual(['src/x.py', 'docs/']);
    expect([...expandTicks(['docs/'], files)]).toEqual(['docs/a.md', 'docs/b.md', 'docs/deep/c.md', 'docs/deep/d.md']);
  });

  it('of a folder are replaced by the rest when something in it is unticked', () => {
    expect(toggle(['docs/', 'src/'], 'docs/deep/c.md')).toEqual(['docs/a.md', 'docs/b.md', 'docs/deep/d.md', 'src/']);
    expect(toggle(['docs/'], 'docs/deep/')).toEqual(['docs/a.md', 'docs/b.md']);
    expect(toggle(['docs/', 'README.md'], 'docs/')).toEqual(['README.md']);
  });

  it('in a filtered tree apply to the files shown', () => {
    const shown = tree(files.filter(({ path }) => path.includes('deep') || path.endsWith('a.md')));
    const tick = (ticks: readonly string[]) => toggleTick({ ticks, node: find('docs/', shown), files, isWhole: false });
    expect([...tick(['docs/a.md'])].sort()).toEqual(['docs/a.md', 'docs/deep/c.md', 'docs/deep/d.md']);
    expect(tick(['docs/', 'src/'])).toEqual(['docs/b.md', 'src/']);
  });

  it('of ten thousand files are unticked one by one without a pause', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => ({ ...(files[0] as FileRow), path: `d${i % 100}/f${i}.md` }));
    const root = buildTree({ files: many, withoutText: [], skips: [] }, 'name');
    const ticks = many.map(({ path }) => path);
    const next = toggleTick({ ticks, node: find('d5/', root), files: many, isWhole: true });
    expect(next).toHaveLength(9_900);
  });
});
