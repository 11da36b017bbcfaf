import type { RepoRef } from '../../model/site/repo.ts';
import { encodePath, findPull } from '../../site/repo-address.ts';
import { fieldOf, listOf, textOf } from '../json.ts';
import type { RepoAdapter, RepoApi, RepoEntry } from './contract.ts';
import { noBranch, resolveTail, toEntries } from './git-tree.ts';

const PER_PAGE = 1_000;
const MAX_PAGES = 1_000;

/** Gitea and Forgejo, so also Codeberg: everything through the REST API, where the server allows cross-origin requests. */
export function createGitea(api: RepoApi): RepoAdapter {
  const baseOf = ({ host, project }: RepoRef) => `https://${host}/api/v1/repos/${encodePath(project)}`;

  async function findCommit(ref: RepoRef): Promise<string> {
    const pull = findPull(ref.rev);
    const query = new URLSearchParams({
      sha: ref.rev,
      limit: '1',
      stat: 'false',
      verification: 'false',
      files: 'false',
    });
    const found =
      pull === undefined
        ? listOf(await api.find(`${baseOf(ref)}/commits?${query}`))[0]
        : fieldOf(await api.find(`${baseOf(ref)}/pulls/${pull}`), 'head');
    const commit = textOf(found, 'sha');
    if (commit !== '') return commit;
    await api.ask(baseOf(ref));
    throw noBranch(ref.rev);
  }

  return {
    async list(given) {
      const split = await resolveTail(api, given, (what, first) => `${baseOf(given)}/git/refs/${what}/${first}`);
      const ref = split.rev === '' ? { ...split, rev: textOf(await api.ask(baseOf(split)), 'default_branch') } : split;
      const commit = await findCommit(ref);
      const entries: RepoEntry[] = [];
      let isIncomplete = true;
      for (let page = 1; page <= MAX_PAGES && isIncomplete; page++) {
        const query = new URLSearchParams({ recursive: 'true', per_page: `${PER_PAGE}`, page: `${page}` });
        const answer = await api.ask(`${baseOf(ref)}/git/trees/${commit}?${query}`);
        const found = listOf(fieldOf(answer, 'tree'));
        for (const entry of toEntries(found)) entries.push(entry);
        api.checkEntries(entries);
        isIncomplete = fieldOf(answer, 'truncated') === true;
        if (found.length === 0) break;
      }
      return { ref, entries, commit, isPrivate: false, isIncomplete };
    },
    toRequest: ({ ref, commit }, { path }) => ({ url: `${baseOf(ref)}/raw/${encodePath(path)}?ref=${commit}` }),
    async listBranches(ref) {
      return listOf(await api.ask(`${baseOf(ref)}/branches?limit=50`)).map((branch) => textOf(branch, 'name'));
    },
  };
}
