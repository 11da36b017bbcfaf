import { AppError } from '../../model/app-error.ts';
import type { RepoRef } from '../../model/site/repo.ts';
import { fieldOf, listOf, textOf } from '../json.ts';
import type { RepoApi, RepoEntry } from './contract.ts';

/** Converts the files and submodules of a tree of GitHub, GitLab or Gitea. */
export function toEntries(tree: unknown, prefix = ''): RepoEntry[] {
  return listOf(tree).flatMap((value): RepoEntry[] => {
    const type = textOf(value, 'type');
    const path = prefix + textOf(value, 'path');
    const mode = textOf(value, 'mode');
    if (type === 'tree' || path === prefix) return [];
    if (type === 'commit' || mode === '160000') return [{ path, kind: 'submodule' }];
    const hash = textOf(value, 'sha') || textOf(value, 'id');
    const isHash = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(hash);
    const kind = mode === '120000' ? 'symlink' : 'file';
    return [{ path, kind, size: sizeOf(value), hash: isHash ? `git:${hash}` : undefined }];
  });
}

export function sizeOf(value: unknown): number | undefined {
  const size = fieldOf(value, 'size');
  return typeof size === 'number' && size >= 0 ? size : undefined;
}

/** Separates branch and folder, by the branches and tags with the same beginning [R1]. */
export async function resolveTail(
  api: RepoApi,
  ref: RepoRef,
  toUrl: (what: 'heads' | 'tags', first: string) => string,
): Promise<RepoRef> {
  if (ref.tail === undefined) return ref;
  const first = encodeURIComponent(ref.tail.split('/')[0] as string);
  const found = await Promise.all([api.find(toUrl('heads', first)), api.find(toUrl('tags', first))]);
  const names = found
    .flatMap(listOf)
    .map((one) => textOf(one, 'name') || textOf(one, 'ref').replace(/^refs\/(?:heads|tags)\//, ''));
  return splitTail(ref, names);
}

/** Finds the longest known name that `tail` begins with; else its first segment, which may be a commit. */
function splitTail(ref: RepoRef, names: readonly string[]): RepoRef {
  const { tail = '', ...rest } = ref;
  const [known] = names
    .filter((name) => tail === name || tail.startsWith(`${name}/`))
    .sort((a, b) => b.length - a.length);
  const rev = known ?? (tail.split('/')[0] as string);
  return { ...rest, rev, folder: tail.slice(rev.length + 1).replace(/\/+$/, '') };
}

/** Returns the entries of the folder that `ref` names, and that folder. When `ref` names a file, uses its folder. */
export function pickFolder(
  ref: RepoRef,
  entries: readonly RepoEntry[],
): { readonly ref: RepoRef; readonly entries: readonly RepoEntry[] } {
  if (ref.folder === '') return { ref, entries };
  const isFile = entries.some(({ path }) => path === ref.folder);
  const folder = isFile ? ref.folder.split('/').slice(0, -1).join('/') : ref.folder;
  if (folder === '') return { ref: { ...ref, folder }, entries };
  const inside = entries.filter(({ path }) => path.startsWith(`${folder}/`));
  if (inside.length === 0) throw new AppError('crawl/repo-no-folder', 'the repository has no such folder', { folder });
  return { ref: { ...ref, folder }, entries: inside };
}

export function noBranch(rev: string): AppError {
  return new AppError('crawl/repo-no-branch', 'the repository has no such branch, tag or commit', { rev });
}
