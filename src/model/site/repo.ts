export const REPO_KINDS = ['github', 'gitlab', 'gitea', 'npm'] as const;
export type RepoKind = (typeof REPO_KINDS)[number];

/** A repository or package as a person names it. What it stands for is decided by its server, at every reading. */
export interface RepoRef {
  readonly kind: RepoKind;
  /** Where a person sees it, such as `github.com`. */
  readonly host: string;
  /** `owner/name`, `group/sub/name`, `name` or `@scope/name`. */
  readonly project: string;
  /** Branch, tag, commit, version, or `refs/pull/12/head`; empty: what the server shows first. */
  readonly rev: string;
  /** Inside the repository; empty: all of it. A file stands for its folder. */
  readonly folder: string;
  /** `rev` and `folder` as one: only the server knows where the name of a branch ends. Both are empty then. */
  readonly tail?: string;
}

/** What a look at a repository found; nothing of it is kept. */
export interface RepoLook {
  /** With branch and folder told apart. */
  readonly ref: RepoRef;
  readonly commit: string;
  readonly branches: readonly string[];
  /** Every folder of it, in path order. */
  readonly folders: readonly string[];
  readonly files: number;
  /** 0 where the listing tells no sizes. */
  readonly bytes: number;
}

const PULL = /^refs\/pull\/(\d+)\/head$/;

/** The number of the pull request, if `rev` names one. */
export function findPull(rev: string): string | undefined {
  return PULL.exec(rev)?.[1];
}

/** What a source is called. */
export function toRepoName({ project, folder }: RepoRef): string {
  return folder === '' ? project : `${project}/${folder}`;
}

/** Where a person sees it in a browser. */
export function toRepoUrl(ref: RepoRef): string {
  const { kind, host, project, rev, tail } = ref;
  if (kind === 'npm') return `https://www.npmjs.com/package/${project}${rev === '' ? '' : `/v/${encodePath(rev)}`}`;
  const base = `https://${host}/${encodePath(project)}`;
  const pull = findPull(rev);
  if (pull !== undefined) return `${base}/${PULLS[kind]}/${pull}`;
  const place = tail ?? [rev, ref.folder].filter(Boolean).join('/');
  return place === '' ? base : `${base}/${TREES[kind]}/${encodePath(place)}`;
}

const PULLS = { github: 'pull', gitlab: '-/merge_requests', gitea: 'pulls' };
const TREES = { github: 'tree', gitlab: '-/tree', gitea: 'src/branch' };
const FILES = { github: 'blob', gitlab: '-/blob', gitea: 'src/commit' };

/** Where a person sees these lines of a file, as they were at that commit. `path` is that inside the source. */
export function toLineUrl(
  { kind, host, project, folder }: RepoRef,
  { commit, path, startLine, endLine }: { commit: string; path: string; startLine: number; endLine: number },
): string {
  const whole = encodePath(folder === '' ? path : `${folder}/${path}`);
  if (kind === 'npm') return `https://cdn.jsdelivr.net/npm/${project}@${commit}/${whole}`;
  const lines = kind === 'gitlab' ? `#L${startLine}-${endLine}` : `#L${startLine}-L${endLine}`;
  return `https://${host}/${encodePath(project)}/${FILES[kind]}/${encodePath(commit)}/${whole}${lines}`;
}

/** Slashes stay. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** A value from a record or another thread. */
export function toRepoRef(value: unknown): RepoRef | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, host, project, rev, folder, tail } = value as Record<string, unknown>;
  const texts = [host, project, rev, folder, tail ?? ''];
  if (!REPO_KINDS.includes(kind as RepoKind) || !texts.every((text) => typeof text === 'string')) return undefined;
  const ref = { kind, host, project, rev, folder } as RepoRef;
  return tail === undefined ? ref : { ...ref, tail: tail as string };
}
