import { AppError } from '../../model/app-error.ts';
import type { RepoRef } from '../../model/site/repo.ts';
import { encodePath } from '../../site/repo-address.ts';
import { fieldOf, listOf, textOf } from '../json.ts';
import type { RepoAdapter, RepoApi, RepoEntry } from './contract.ts';
import { noBranch, sizeOf } from './git-tree.ts';

const DATA = 'https://data.jsdelivr.com/v1/packages';
const CDN = 'https://cdn.jsdelivr.net';
const MAX_VERSIONS = 100;

/** npm packages, as the CDN lists and serves them. */
export function createNpm(api: RepoApi): RepoAdapter {
  return {
    async list(ref) {
      const specifier = ref.rev === '' ? 'latest' : ref.rev;
      const query = new URLSearchParams({ specifier });
      const commit = textOf(await api.ask(`${DATA}/npm/${ref.project}/resolved?${query}`), 'version');
      if (commit === '') throw noBranch(specifier);
      const entries = await listFiles(api, `npm/${ref.project}@${encodePath(commit)}`);
      return { ref, entries, commit, isPrivate: false, isIncomplete: false };
    },
    toRequest: ({ ref, commit }, { path }) => ({
      url: `${CDN}/npm/${ref.project}@${encodePath(commit)}/${encodePath(path)}`,
    }),
    async listBranches(ref) {
      const versions = listOf(fieldOf(await api.ask(`${DATA}/npm/${ref.project}`), 'versions'));
      return versions.slice(0, MAX_VERSIONS).map((one) => textOf(one, 'version'));
    },
  };
}

/** GitHub's files without GitHub's API: up to 50 MB, at the branch and not at a commit, without links and submodules. */
export function createGithubMirror(api: RepoApi): RepoAdapter {
  async function listAt(ref: RepoRef): Promise<readonly RepoEntry[] | undefined> {
    return listFiles(api, `gh/${encodePath(ref.project)}@${encodeURIComponent(ref.rev)}`).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'crawl/repo-not-found') return undefined;
      throw error;
    });
  }

  /** Only the API knows the default branch and where a branch name ends, so these are guesses. */
  function* listGuesses({ tail, ...ref }: RepoRef): Generator<RepoRef> {
    if (tail === undefined && ref.rev === '')
      yield* [
        { ...ref, rev: 'main' },
        { ...ref, rev: 'master' },
      ];
    else if (tail === undefined) yield ref;
    else {
      const names = tail.split('/');
      for (let n = 1; n <= Math.min(names.length, 4); n++)
        yield { ...ref, rev: names.slice(0, n).join('/'), folder: names.slice(n).join('/') };
    }
  }

  return {
    async list(given) {
      for (const ref of listGuesses(given)) {
        const entries = await listAt(ref);
        if (entries) return { ref, entries, commit: ref.rev, isPrivate: false, isIncomplete: false };
      }
      throw noBranch(given.rev);
    },
    toRequest: ({ ref }, { path }) => ({
      url: `${CDN}/gh/${encodePath(ref.project)}@${encodeURIComponent(ref.rev)}/${encodePath(path)}`,
    }),
    listBranches: async () => [],
  };
}

async function listFiles(api: RepoApi, name: string): Promise<RepoEntry[]> {
  const answer = await api.ask(`${DATA}/${name}?structure=flat`);
  const entries = listOf(fieldOf(answer, 'files')).flatMap((file): RepoEntry[] => {
    const path = textOf(file, 'name').replace(/^\//, '');
    const hash = textOf(file, 'hash');
    if (path === '') return [];
    const isHash = /^[\w+/]{43}=$/.test(hash);
    return [{ path, kind: 'file', size: sizeOf(file), hash: isHash ? `sha256:${hash}` : undefined }];
  });
  api.checkEntries(entries);
  return entries;
}
