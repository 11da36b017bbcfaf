import { compareUtf8 } from '../../lib/bytes.ts';
import type { RepoLook, RepoRef } from '../../model/site/repo.ts';
import type { CrawlPorts } from '../contract.ts';
import { createRequester } from '../fetch/request.ts';
import { toSiteOptions } from '../jobs/site-options.ts';
import { type ApiDeps, toApiHost } from './api.ts';
import type { RepoEntry } from './contract.ts';
import { listBranches, openRepo } from './open-repo.ts';

/** Branches, folders and sizes of a repository, for a person who is about to choose. Nothing is waited for, and nothing kept. */
export async function lookAtRepo(
  given: RepoRef,
  ports: Pick<CrawlPorts, 'fetch' | 'clock' | 'hosts' | 'findToken' | 'forgetToken'>,
): Promise<RepoLook> {
  const site = toSiteOptions('', { repo: given });
  const requester = createRequester(ports as CrawlPorts, site, {
    signal: new AbortController().signal,
    full: false,
    mayAsk: async () => true,
    isHeld: () => false,
    onAnswer() {},
    onRequest() {},
    onBytes() {},
  });
  const host = toApiHost(given);
  const deps: ApiDeps = {
    requester,
    hosts: ports.hosts,
    token: ports.findToken?.(host),
    forgetToken: () => ports.forgetToken?.(host),
    noteRateLimit() {},
    noteCut() {},
  };
  const { ref, commit, entries, allEntries } = await openRepo(given, deps, { waits: false });
  const branches = await listBranches(ref, deps).catch(() => []);
  const files = entries.filter(({ kind }) => kind === 'file');
  return {
    ref,
    commit,
    branches,
    folders: listFolders(allEntries),
    files: files.length,
    bytes: files.reduce((sum, { size = 0 }) => sum + size, 0),
  };
}

function listFolders(entries: readonly RepoEntry[]): string[] {
  const folders = new Set<string>();
  for (const { path } of entries)
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.add(path.slice(0, at));
  return [...folders].sort(compareUtf8);
}
