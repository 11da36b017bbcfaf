import { describe, expect, it } from 'vitest';
import { isUnseenByHandles } from '../../../../src/kinds/unseen-names.ts';
import type { SourceInput } from '../../../../src/sources/contract.ts';
import { filesToInputs, folderFilesToInput, wasChosenByFile } from '../../../../src/ui/inputs/files-to-inputs.ts';
import { findAddressList } from '../../../../src/ui/inputs/find-llms-file.ts';
import { takeDrop } from '../../../../src/ui/inputs/take-drop.ts';
import { toUrl } from '../../../../src/ui/inputs/to-url.ts';
import { findOmitted } from '../../../../src/ui/inputs/unseen-names.ts';

type Tree = { readonly [name: string]: Tree | string };

/** Makes entries as Chromium returns them: at most `batch` at a time, an empty batch at the end. */
function makeEntry(name: string, tree: Tree, batch = 2): FileSystemDirectoryEntry {
  const entries = Object.entries(tree).map(([child, value]) =>
    typeof value === 'string'
      ? ({
          name: child,
          isFile: true,
          isDirectory: false,
          file: (ok: (file: File) => void) => ok(new File([value], child)),
        } as unknown as FileSystemEntry)
      : makeEntry(child, value, batch),
  );
  const createReader = () => {
    let at = 0;
    return {
      readEntries(ok: (entries: FileSystemEntry[]) => void) {
        const step = entries.slice(at, at + batch);
        at += step.length;
        ok(step);
      },
    };
  };
  return { name, isFile: false, isDirectory: true, createReader } as unknown as FileSystemDirectoryEntry;
}

const TREE: Tree = { 'a.md': 'a', 'b.md': 'b', 'c.md': 'c', sub: { 'd.md': 'd', deep: { 'e.md': 'e' } } };

function makeTransfer(entries: readonly (FileSystemDirectoryEntry | File)[], text = ''): DataTransfer {
  const items = entries.map((entry) => ({
    kind: 'file',
    webkitGetAsEntry: () => (entry instanceof File ? { isDirectory: false, isFile: true, name: entry.name } : entry),
    getAsFile: () => (entry instanceof File ? entry : null),
  }));
  return { items, getData: (type: string) => (type === 'text/plain' ? text : '') } as unknown as DataTransfer;
}

describe('a drop', () => {
  it('of one folder reads every batch and removes the folder name [E2]', async () => {
    const { inputs } = await takeDrop(makeTransfer([makeEntry('root', TREE)]));
    expect(inputs).toHaveLength(1);
    const [input] = inputs;
    if (input?.type !== 'files') throw new Error('files expected');
    expect(input.name).toBe('root');
    expect(input.files.map(({ path }) => path).sort()).toEqual(['a.md', 'b.md', 'c.md', 'sub/d.md', 'sub/deep/e.md']);
  });

  it('of several keeps each name as the first segment', async () => {
    const { inputs } = await takeDrop(
      makeTransfer([makeEntry('one', { 'a.md': 'a' }), makeEntry('two', { 'a.md': 'b' })]),
    );
    const [input] = inputs;
    if (input?.type !== 'files') throw new Error('files expected');
    expect(input.files.map(({ path }) => path).sort()).toEqual(['one/a.md', 'two/a.md']);
  });

  it('of a folder and a file names both, so that a sync leaves what else the source has', async () => {
    const file = new File(['@book{a}'], 'library.bib');
    const { inputs } = await takeDrop(makeTransfer([makeEntry('papers', { 'a.md': 'a' }), file]));
    expect(inputs).toMatchObject([{ name: 'papers', roots: ['papers', 'library.bib'] }]);
  });

  it('of an address opens the site form', async () => {
    expect(await takeDrop(makeTransfer([], 'https://docs.example.org/'))).toEqual({
      inputs: [],
      url: 'https://docs.example.org/',
    });
    expect(toUrl('# comment\nhttps://a.example/x')).toEqual({ inputs: [], url: 'https://a.example/x' });
    expect(toUrl('javascript:alert(1)')).toEqual({ inputs: [] });
    expect(toUrl('https://a.example/x\r\nhttps://b.example/y\n')).toEqual({
      inputs: [],
      url: 'https://a.example/x\nhttps://b.example/y',
    });
    expect(toUrl('https://a.example/x\nand a remark')).toEqual({ inputs: [], url: 'https://a.example/x' });
    const mixed = 'https://a.example/x\nhttps://b.example/y\nand a remark';
    expect(toUrl(mixed)).toEqual({ inputs: [], url: mixed });
    // A text that begins with an address is a text.
    expect(toUrl('https://a.example/x\nand a remark\nand another')).toEqual({ inputs: [] });
    expect(toUrl('git@github.com:owner/repo.git\n')).toEqual({ inputs: [], url: 'git@github.com:owner/repo.git' });
  });
});

describe('a dropped file of addresses', () => {
  const inputOf = (name: string, text: string): SourceInput[] => [
    { type: 'files', name, files: [{ path: name, file: new File([text], name) }] },
  ];
  const list = 'https://a.example/x\nhttps://b.example/y\n';

  it('is recognised by its content, whatever its name', async () => {
    expect(await findAddressList(inputOf('pages.txt', `# mine\n${list}`))).toBe(list.trim());
    expect(await findAddressList(inputOf('pages.csv', `${list}broken line\n`))).toContain('broken line');
    for (const [name, text] of [
      ['pages.md', list],
      ['one.txt', 'https://a.example/x\n'],
      ['notes.txt', `${list}and\nthen\nprose\n`],
      ['empty.txt', ''],
    ] as const)
      expect([name, await findAddressList(inputOf(name, text))]).toEqual([name, undefined]);
    expect(await findAddressList([...inputOf('a.txt', list), ...inputOf('b.txt', list)])).toBeUndefined();
  });
});

describe('chosen files', () => {
  it('become one source, archives one each', () => {
    const files = [new File([''], 'a.md'), new File([''], 'b.zip'), new File([''], 'c.tar.gz')];
    const inputs = filesToInputs(files);
    expect(inputs.map(({ type, name }) => [type, name])).toEqual([
      ['archive', 'b'],
      ['archive', 'c'],
      ['files', 'a.md'],
    ]);
  });

  it('of a folder lose the folder name, which names the source', () => {
    const file = Object.assign(new File([''], 'a.md'), {});
    Object.defineProperty(file, 'webkitRelativePath', { value: 'acme/guides/a.md' });
    const input = folderFilesToInput([file]);
    expect(input).toMatchObject({ type: 'files', name: 'acme', files: [{ path: 'guides/a.md' }] });
    expect(folderFilesToInput([])).toBeUndefined();
  });

  it('are distinguished from a chosen folder when they are chosen again', () => {
    const loose = filesToInputs([new File(['a'], 'a.md'), new File(['b'], 'b.md')])[0];
    expect(wasChosenByFile({ name: loose?.name ?? '', files: 2 })).toBe(true);
    expect(wasChosenByFile({ name: 'a.md', files: 1 })).toBe(true);
    expect(wasChosenByFile({ name: 'docs', files: 1 })).toBe(false);
    expect(wasChosenByFile({ name: 'docs.v2', files: 12 })).toBe(false);
  });
});

describe('names that directory handles omit', () => {
  const handle = { kind: 'directory', name: 'root' } as FileSystemDirectoryHandle;
  async function drop(entry: FileSystemDirectoryEntry): Promise<SourceInput> {
    const item = { kind: 'file', webkitGetAsEntry: () => entry, getAsFile: () => null };
    const items = [{ ...item, getAsFileSystemHandle: async () => handle }];
    const { inputs } = await takeDrop({ items, getData: () => '' } as unknown as DataTransfer);
    return inputs[0] as SourceInput;
  }

  it('make a drop a list of files, with the handle', async () => {
    expect(await drop(makeEntry('root', TREE))).toEqual({ type: 'folder', name: 'root', handle });
    const input = await drop(makeEntry('root', { ...TREE, sub: { 'a:b.md': '' } }));
    expect(input).toMatchObject({ type: 'files', name: 'root', handle });
    expect(await findOmitted(input)).toBeUndefined();
  });

  it('are found after the import where searching for them takes long', async () => {
    const slow = (tree: Tree): FileSystemDirectoryEntry => {
      const entry = makeEntry('root', tree);
      const createReader = () => {
        const reader = entry.createReader();
        const readEntries: typeof reader.readEntries = (ok) => void setTimeout(() => reader.readEntries(ok), 130);
        return { readEntries };
      };
      return { ...entry, createReader };
    };
    const input = await drop(slow({ ...TREE, sub: { 'a:b.md': '' } }));
    expect(input.type).toBe('folder');
    const omitted = await findOmitted(input);
    if (omitted?.type !== 'files') throw new Error('files expected');
    expect(omitted.handle).toBe(handle);
    expect(omitted.files.map(({ path }) => path).sort()).toEqual(['a.md', 'b.md', 'c.md', 'sub/a:b.md']);
    expect(await findOmitted(input)).toBeUndefined();
    expect(await findOmitted(await drop(slow(TREE)))).toBeUndefined();
  });

  it.each(['<img>.md', 'a:b.md', 'aux.c', 'con', 'NUL.txt', 'trailing.', '👩‍👩‍👧.md', 'x\u202Ey.md', 'link.url'])(
    '%s',
    (name) => {
      expect(isUnseenByHandles(name)).toBe(true);
    },
  );

  it.each(['README.md', '.gitignore', 'auxiliary.c', 'ü ñ 漢.md', '😀.md', "it's (1) [x] & more.md"])(
    'but not %s',
    (name) => {
      expect(isUnseenByHandles(name)).toBe(false);
    },
  );
});
