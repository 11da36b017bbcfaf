import { describe, expect, it } from 'vitest';
import type { FileRow, FileWithoutText } from '../../../../../src/model/chunk.ts';
import type { Skip } from '../../../../../src/model/skip.ts';
import { UNREAD_MESSAGE } from '../../../../../src/model/warning.ts';
import {
  buildTree,
  countShown,
  eachFile,
  expandTicks,
  listFailures,
  listRows,
  type TreeNode,
  toggleTick,
  toTicked,
} from '../../../../../src/ui/screens/files/build-tree.ts';

const makeFile = (path: string, tokens = 10): FileRow => ({
  path,
  source: 's',
  kind: 'markdown',
  bytes: tokens * 4,
  sha256: '',
  lineCount: 1,
  chunkCount: 1,
  tokenTotal: tokens,
});

const FILES = ['a.md', 'src/http/client.ts', 'src/http/server.ts', 'src/queue.ts', 'docs/guides/deep/x.md'].map(
  (path, i) => makeFile(path, i + 1),
);

const ITEMS = { files: FILES, withoutText: [], skips: [] };

describe('the tree of files', () => {
  it('sums tokens and files upwards', () => {
    const root = buildTree(ITEMS, 'name');
    expect(root.files).toBe(5);
    expect(root.tokens).toBe(15);
    expect(root.children.find((node) => node.path === 'src/')?.tokens).toBe(9);
  });

  it('shows folders with a single folder inside as one row, folders first', () => {
    const names = buildTree(ITEMS, 'name').children.map((node) => node.name);
    expect(names).toEqual(['docs/guides/deep', 'src', 'a.md']);
  });

  it('sorts by tokens, largest first', () => {
    const names = buildTree(ITEMS, 'tokens').children.map((node) => node.name);
    expect(names).toEqual(['src', 'docs/guides/deep', 'a.md']);
  });

  it('keeps skipped paths in their place, without tokens', () => {
    const skips: Skip[] = [{ path: 'src/dist', isDirectory: true, reason: 'ignored', rule: '.gitignore:1 dist' }];
    const root = buildTree({ ...ITEMS, skips }, 'name');
    const rows = listRows(root, () => true);
    expect(rows.find((row) => row.node.path === 'src/dist')?.node.skip?.rule).toBe('.gitignore:1 dist');
    expect(root.files).toBe(5);
  });

  it('keeps files without text in their place; they are not counted and cannot be ticked', () => {
    const withoutText: FileWithoutText[] = [{ path: 'src/http/logo.bin', bytes: 9, reason: 'binary' }];
    const root = buildTree({ ...ITEMS, withoutText }, 'name');
    const row = listRows(root, () => true).find(({ node }) => node.path === 'src/http/logo.bin');
    expect(row?.node).toMatchObject({ withoutText: { reason: 'binary' }, files: 0, tokens: 0 });
    expect(root.files).toBe(5);
    expect([...eachFile(root)].map(({ path }) => path)).not.toContain('src/http/logo.bin');
  });

  it('gives each row its level, position and number of siblings', () => {
    const rows = listRows(buildTree(ITEMS, 'name'), (node) => node.path === 'src/');
    const src = rows.find((row) => row.node.path === 'src/');
    expect(src).toMatchObject({ level: 1, position: 2, size: 3 });
    expect(rows.find((row) => row.node.path === 'src/queue.ts')).toMatchObject({
      level: 2,
      position: 2,
      size: 2,
      parent: 'src/',
    });
    expect(rows.some((row) => row.node.path === 'src/http/client.ts')).toBe(false);
  });

  it('ticks a folder when all its files are, and says mixed when some are', () => {
    const root = buildTree(ITEMS, 'name');
    const src = root.children.find((node) => node.path === 'src/') as never;
    expect(toTicked(src, new Set())).toBe('false');
    expect(toTicked(src, new Set(['src/queue.ts']))).toBe('mixed');
    expect(toTicked(src, new Set(['src/queue.ts', 'src/http/client.ts', 'src/http/server.ts']))).toBe('true');
  });

  it('survives a path of ten thousand segments and a folder of a hundred and fifty thousand files', () => {
    const deep = buildTree({ ...ITEMS, files: [makeFile(`${'d/'.repeat(10_000)}x.md`)] }, 'name');
    expect([...eachFile(deep)]).toHaveLength(1);
    const files = Array.from({ length: 150_000 }, (_, i) => makeFile(`w/${i}.md`));
    const wide = buildTree({ ...ITEMS, files }, 'tokens');
    expect(listRows(wide, () => true)).toHaveLength(150_001);
  });
});

it('a damaged document is counted once, as a file without text', () => {
  const listing = {
    files: [],
    withoutText: [{ path: 'a.pdf', bytes: 9, reason: 'unreadable' as const }],
    skips: [],
    warnings: [
      { path: 'a.pdf', code: 'unreadable' as const, message: 'damaged' },
      { path: 'b.md', code: 'unreadable' as const, message: 'no permission' },
    ],
  };
  expect(countShown(listing)).toEqual({ all: 0, waiting: 0, 'without-text': 1, skipped: 0, failed: 1 });
  expect(listFailures(listing).map(({ path }) => path)).toEqual(['b.md']);
});

it('a document that was read in part has not failed, a file that a sync could not read has', () => {
  const listing = {
    ...ITEMS,
    files: [makeFile('book.epub'), makeFile('notes.md')],
    warnings: [
      { path: 'book.epub', code: 'unreadable' as const, message: 'A part of the document is damaged.' },
      { path: 'notes.md', code: 'unreadable' as const, message: UNREAD_MESSAGE },
    ],
  };
  expect(countShown(listing).failed).toBe(1);
  expect(listFailures(listing).map(({ path }) => path)).toEqual(['notes.md']);
});

const files = ['README.md', 'docs/a.md', 'docs/b.md', 'docs/deep/c.md', 'docs/deep/d.md', 'src/x.py', 'src/y.py'].map(
  (path) => ({ path, kind: 'markdown', bytes: 1, tokenTotal: 1, chunkCount: 1 }) as unknown as FileRow,
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
