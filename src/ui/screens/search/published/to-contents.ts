import type { FileRow } from '../../../../model/chunk.ts';

/** A line of a table of contents: a file, a folder, or a folder with the file that introduces it. */
export interface ContentsRow {
  readonly title: string;
  readonly path?: string;
  readonly children: readonly ContentsRow[];
}

interface Draft {
  name: string;
  title: string;
  path?: string;
  children: Map<string, Draft>;
}

/** Deeper folders share a row: a path may have thousands of segments. */
const MAX_DEPTH = 4;
const INTRODUCTION = /^(index|readme|_index)\.\w+$/i;
const byName = new Intl.Collator('en', { numeric: true }).compare;

/** Orders files as a book: a chapter before its sections, `2-…` before `10-…`. A file `guide.md` or `guide/index.md` is the row of its folder. */
export function toContents(files: readonly Pick<FileRow, 'path' | 'title'>[]): readonly ContentsRow[] {
  const root = toDraft('');
  for (const { path, title = '' } of files) {
    const segments = path.split('/');
    const file = segments.pop() as string;
    const folders = [...segments.slice(0, MAX_DEPTH), segments.slice(MAX_DEPTH).join('/')].filter(Boolean);
    const parent = folders.reduce(getChild, root);
    const isFolder = INTRODUCTION.test(file) && folders.length > 0;
    const named = isFolder ? parent : getChild(parent, file.replace(/\.\w+$/, ''));
    const row = named.path === undefined ? named : getChild(parent, file);
    row.path = path;
    row.title = title || file;
  }
  return finish(root);
}

function toDraft(name: string): Draft {
  return { name, title: name, children: new Map() };
}

function getChild(parent: Draft, name: string): Draft {
  const child = parent.children.get(name) ?? toDraft(name);
  parent.children.set(name, child);
  return child;
}

function finish({ children }: Draft): readonly ContentsRow[] {
  const order = (a: Draft, b: Draft) => Number(isFirst(b)) - Number(isFirst(a)) || byName(a.name, b.name);
  return [...children.values()].sort(order).map((draft) => ({
    title: draft.title,
    ...(draft.path !== undefined && { path: draft.path }),
    children: finish(draft),
  }));
}

function isFirst({ path = '' }: Draft): boolean {
  return INTRODUCTION.test(path);
}
