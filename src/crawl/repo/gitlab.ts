import type { RepoRef } from '../../model/site/repo.ts';
import { findPull } from '../../site/repo-address.ts';
import { listOf, textOf } from '../json.ts';
import type { RepoAdapter, RepoApi, RepoEntry } from './contract.ts';
import { noBranch, resolveTail, toEntries } from './git-tree.ts';

const PER_PAGE = 100;
const MAX_PAGES = 5_000;

/** Everything through the REST API, which does not give sizes. */
export function createGitlab(api: RepoApi): RepoAdapter {
  const baseOf = ({ host, project }: RepoRef) => `https://${host}/api/v4/projects/${encodeURIComponent(project)}`;

  async function findCommit(ref: RepoRef): Promise<string> {
    const pull = findPull(ref.rev);
    const commit =
      pull === undefined
        ? textOf(await api.find(`${baseOf(ref)}/repository/commits/${encodeURIComponent(ref.rev)}`), 'id')
        : textOf(await api.find(`${baseOf(ref)}/merge_requests/${pull}`), 'sha');
    if (commit !== '') return commit;
    await api.ask(baseOf(ref));
    throw noBranch(ref.rev);
  }

  return {
    async list(given) {
      const split = await resolveTail(
        api,
        given,
        (what, first) =>
          `${baseOf(given)}/repository/${what === 'heads' ? 'branches' : 'tags'}?search=%5E${first}&per_page=${PER_PAGE}`,
      );
      const ref = split.rev === '' ? { ...split, rev: textOf(await api.ask(baseOf(split)), 'default_branch') } : split;
      const commit = await findCommit(ref);
      const entries: RepoEntry[] = [];
      let isIncomplete = true;
      for (let page = 1; page <= MAX_PAGES && isIncomplete; page++) {
        const query = new URLSearchParams({ ref: commit, recursive: 'true', per_page: `${PER_PAGE}`, page: `${page}` });
        const found = listOf(await api.ask(`${baseOf(ref)}/repository/tree?${query}`));
        for (const entry of toEntries(found)) entries.push(entry);
        api.checkEntries(entries);
        isIncomplete = found.length >= PER_PAGE;
      }
      return { ref, entries, commit, isPrivate: false, isIncomplete };
    },
    toRequest: ({ ref }, { hash = '' }) => ({ url: `${baseOf(ref)}/repository/blobs/${hash.slice(4)}/raw` }),
    async listBranches(ref) {
      const branches = await api.ask(`${baseOf(ref)}/repository/branches?per_page=${PER_PAGE}`);
      return listOf(branches).map((branch) => textOf(branch, 'name'));
    },
  };
}
