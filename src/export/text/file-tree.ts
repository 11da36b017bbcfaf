import { escapeName } from './escape-name.ts';

export interface TreeEntry {
  readonly path: string;
  /** Written in brackets after the name. */
  readonly note: string;
}

/** Yields the lines of a tree: folders with their slash, their contents indented by two spaces. */
export function* listTree(files: readonly TreeEntry[]): Generator<string> {
  let before: readonly string[] = [];
  for (const file of files) {
    const folders = file.path.split('/').slice(0, -1);
    yield* toTreeLines(file, folders, before);
    before = folders;
  }
}

/** Returns the lines a file adds to the tree after a file in the folders `before`. */
export function toTreeLines(file: TreeEntry, folders: readonly string[], before: readonly string[]): string[] {
  let same = 0;
  while (same < folders.length && folders[same] === before[same]) same++;
  const lines = folders.slice(same).map((folder, i) => `${'  '.repeat(same + i)}${escapeName(folder)}/\n`);
  const name = escapeName(file.path.slice(file.path.lastIndexOf('/') + 1));
  return [...lines, `${'  '.repeat(folders.length)}${name} (${file.note})\n`];
}
