import { compareUtf8 } from '../../lib/bytes.ts';
import type { RepoPreview, RepoRef } from '../../model/site/repo.ts';
import { toSiteOptions } from '../../site/site-options.ts';
import type { CrawlPorts } from '../contract.ts';
import { createPacedRequester } from '../fetch/request.ts';
import { type ApiDeps, toApiHost } from './api.ts';
import type { RepoEntry } from './contract.ts';
import { listBranches, openRepo } from './open-repo.ts';

/** Lists branches, folders and sizes of a repository before an import. Does not wait for rate limits and stores nothing. */
export async function previewRepo(
  given: RepoRef,
  ports: Pick<CrawlPorts, 'fetch' | 'clock' | 'hosts' | 'findToken' | 'forgetToken'>,
  signal: AbortSignal,
): Promise<RepoPreview> {
  const site = toSiteOptions('', { repo: given });
  const requester = createPacedRequester(ports as CrawlPorts, site, {
    signal,
    full: false,
    mayAsk: async () => !signal.aborted,
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
