import { AppError } from '../../model/app-error.ts';
import type { RepoRef } from '../../model/site/repo.ts';
import { encodePath, findPull } from '../../site/repo-address.ts';
import { fieldOf, listOf, textOf } from '../json.ts';
import type { RepoAdapter, RepoApi, RepoEntry, RepoListing } from './contract.ts';
import { noBranch, resolveTail, toEntries } from './git-tree.ts';

/** Limit for a server that calls every listing truncated; without it the loop would not end. */
const MAX_TREES = 5_000;

/** Trees through the REST API; files by commit from the raw host, or as API blobs where they need a token. */
export function createGithub(api: RepoApi): RepoAdapter {
  const baseOf = ({ project }: RepoRef) => `https://api.github.com/repos/${encodePath(project)}`;

  /** Finds the commit and its tree. Only after a 404, checks whether the repository or the branch is missing. */
  async function findHead(ref: RepoRef): Promise<{ readonly commit: string; readonly tree: string }> {
    const pull = findPull(ref.rev);
    if (pull !== undefined) {
      const commit = textOf(fieldOf(await api.find(`${baseOf(ref)}/pulls/${pull}`), 'head'), 'sha');
      if (commit !== '') return { commit, tree: commit };
    } else {
      const query = new URLSearchParams({ sha: ref.rev, per_page: '1' });
      const [newest] = listOf(await api.find(`${baseOf(ref)}/commits?${query}`));
      const commit = textOf(newest, 'sha');
      if (commit !== '') return { commit, tree: textOf(fieldOf(fieldOf(newest, 'commit'), 'tree'), 'sha') || commit };
    }
    await api.ask(baseOf(ref));
    throw noBranch(ref.rev);
  }

  async function list(given: RepoRef): Promise<RepoListing> {
    const split = await resolveTail(api, given, (what, first) => `${baseOf(given)}/git/matching-refs/${what}/${first}`);
    const isAsked = split.rev === '' || api.hasToken;
    const repo = isAsked ? await api.ask(baseOf(split)) : undefined;
    const ref = split.rev === '' ? { ...split, rev: textOf(repo, 'default_branch') } : split;
    const { commit, tree } = await findHead(ref);
    const listed = await listTree(api, { base: baseOf(ref), tree, folder: ref.folder });
    return { ref, commit, isPrivate: fieldOf(repo, 'private') === true, ...listed };
  }

  return {
    list,
    toRequest({ ref, commit, isPrivate }, { path, hash }) {
      if (isPrivate && hash !== undefined)
        return { url: `${baseOf(ref)}/git/blobs/${hash.slice(4)}`, accept: 'application/vnd.github.raw+json' };
      return { url: `https://raw.githubusercontent.com/${encodePath(ref.project)}/${commit}/${encodePath(path)}` };
    },
    async listBranches(ref) {
      return listOf(await api.ask(`${baseOf(ref)}/branches?per_page=100`)).map((branch) => textOf(branch, 'name'));
    },
  };
}

/** Lists a tree in one request where possible; a truncated tree folder by folder, and only along the way to `folder`. */
async function listTree(
  api: RepoApi,
  { base, tree, folder }: { readonly base: string; readonly tree: string; readonly folder: string },
): Promise<Pick<RepoListing, 'entries' | 'isIncomplete'>> {
  const entries: RepoEntry[] = [];
  const waiting = [{ tree, prefix: '' }];
  let asked = 0;
  let isIncomplete = false;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (++asked > MAX_TREES) throw new AppError('crawl/bad-answer', 'the listing has no end', { asked });
    const url = `${base}/git/trees/${next.tree}`;
    const whole = await api.ask(`${url}?recursive=1`);
    const { prefix } = next;
    const isCut = fieldOf(whole, 'truncated') === true;
    if (isCut) api.noteCut(prefix);
    const level = isCut ? await api.ask(url) : whole;
    const children = listOf(fieldOf(level, 'tree'));
    isIncomplete ||= fieldOf(level, 'truncated') === true;
    for (const entry of toEntries(children, prefix)) entries.push(entry);
    api.checkEntries(entries);
    for (const one of isCut ? children : []) {
      const path = `${prefix}${textOf(one, 'path')}/`;
      const isOnWay = `${folder}/`.startsWith(path) || path.startsWith(`${folder}/`) || folder === '';
      if (textOf(one, 'type') === 'tree' && isOnWay) waiting.push({ tree: textOf(one, 'sha'), prefix: path });
    }
  }
  return { entries, isIncomplete };
}
