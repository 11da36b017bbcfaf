import { compareUtf8 } from '../../lib/bytes.ts';
import { isAppError } from '../../model/app-error.ts';
import type { RepoKind, RepoPreview, RepoRef } from '../../model/site/repo.ts';
import { toSiteOptions } from '../../site/site-options.ts';
import type { CrawlPorts } from '../contract.ts';
import { createPacedRequester } from '../fetch/request.ts';
import { type ApiDeps, createRepoApi, toApiHost, toHeaders } from './api.ts';
import type { RepoAdapter, RepoApi, RepoEntry, RepoListing } from './contract.ts';
import { pickFolder } from './git-tree.ts';
import { createGitea } from './gitea.ts';
import { createGithub } from './github.ts';
import { createGitlab } from './gitlab.ts';
import { createGithubMirror, createNpm } from './jsdelivr.ts';

const ADAPTERS: Record<RepoKind, (api: RepoApi) => RepoAdapter> = {
  github: createGithub,
  gitlab: createGitlab,
  gitea: createGitea,
  npm: createNpm,
};

/** A repository at one commit; `entries` are the files of the folder. */
export interface OpenRepo extends RepoListing {
  /** All listed entries of the repository. */
  readonly allEntries: readonly RepoEntry[];
  /** True when the CDN lists it because the API's rate limit is used up. */
  readonly isMirror: boolean;
  toRequest(entry: RepoEntry): { readonly url: string; readonly headers: Record<string, string> };
}

/** Resolves `ref`. When GitHub's limit is used up, tries its CDN; when that fails too, waits for the limit, if `waits`. */
export async function openRepo(ref: RepoRef, deps: ApiDeps, { waits }: { waits: boolean }): Promise<OpenRepo> {
  const hasMirror = ref.kind === 'github' && deps.token === undefined;
  const adapter = ADAPTERS[ref.kind](createRepoApi(ref, deps, waits && !hasMirror));
  try {
    return toOpen(await adapter.list(ref), adapter, deps.token);
  } catch (error) {
    if (!hasMirror || !isAppError(error) || error.code !== 'crawl/rate-limited') throw error;
    deps.noteRateLimit(String(error.details.host), String(error.details.until));
    const mirror = createGithubMirror(createRepoApi(ref, deps, false));
    const listing = await mirror.list(ref).catch(() => undefined);
    if (listing) return { ...toOpen(listing, mirror, undefined), isMirror: true };
    if (!waits) throw error;
  }
  const patient = createGithub(createRepoApi(ref, deps, true));
  return toOpen(await patient.list(ref), patient, undefined);
}

/** Lists the alternatives to `ref.rev`. */
function listBranches(ref: RepoRef, deps: ApiDeps): Promise<readonly string[]> {
  return ADAPTERS[ref.kind](createRepoApi(ref, deps, false)).listBranches(ref);
}

function toOpen(listing: RepoListing, adapter: RepoAdapter, token: string | undefined): OpenRepo {
  return {
    ...listing,
    ...pickFolder(listing.ref, listing.entries),
    allEntries: listing.entries,
    isMirror: false,
    toRequest(entry) {
      const { url, accept = '*/*' } = adapter.toRequest(listing, entry);
      return { url, headers: toHeaders(url, listing.ref, { token, accept }) };
    },
  };
}

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
