export const REPO_KINDS = ['github', 'gitlab', 'gitea', 'npm'] as const;
/** Limits of one listing: twice the entries of the largest repositories people read, and the bytes that servers need to name them. */
export const REPO_LIMITS = { entries: 200_000, bytes: 100_000_000 } as const;

export type RepoKind = (typeof REPO_KINDS)[number];

/** A repository or package as named by the user. Its server resolves it at every import. */
export interface RepoRef {
  readonly kind: RepoKind;
  /** Host of its website, such as `github.com`. */
  readonly host: string;
  /** `owner/name`, `group/sub/name`, `name` or `@scope/name`. */
  readonly project: string;
  /** Branch, tag, commit, version, or `refs/pull/12/head`; empty: the server's default. */
  readonly rev: string;
  /** Folder inside the repository; empty: all of it. A file means its folder. */
  readonly folder: string;
  /** `rev` and `folder` in one, both empty then: only the server knows where the name of a branch ends. */
  readonly tail?: string;
}

/** Preview of a repository; not stored. */
export interface RepoPreview {
  /** With branch and folder separated. */
  readonly ref: RepoRef;
  readonly commit: string;
  readonly branches: readonly string[];
  /** Every folder, in path order. */
  readonly folders: readonly string[];
  readonly files: number;
  /** 0 if the listing has no sizes. */
  readonly bytes: number;
}

const PULL = /^refs\/pull\/(\d+)\/head$/;

/** Returns the number of the pull request that `rev` names, if any. */
export function findPull(rev: string): string | undefined {
  return PULL.exec(rev)?.[1];
}

export function toRepoName({ project, folder }: RepoRef): string {
  return folder === '' ? project : `${project}/${folder}`;
}

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

/** Returns the address of these lines of a file at that commit. `path` is the path inside the source. */
export function toLineUrl(
  { kind, host, project, folder }: RepoRef,
  { commit, path, startLine, endLine }: { commit: string; path: string; startLine: number; endLine: number },
): string {
  const whole = encodePath(folder === '' ? path : `${folder}/${path}`);
  if (kind === 'npm') return `https://cdn.jsdelivr.net/npm/${project}@${commit}/${whole}`;
  const lines = kind === 'gitlab' ? `#L${startLine}-${endLine}` : `#L${startLine}-L${endLine}`;
  return `https://${host}/${encodePath(project)}/${FILES[kind]}/${encodePath(commit)}/${whole}${lines}`;
}

/** Keeps slashes. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** Parses a value from a record or another thread. */
export function toRepoRef(value: unknown): RepoRef | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, host, project, rev, folder, tail } = value as Record<string, unknown>;
  const texts = [host, project, rev, folder, tail ?? ''];
  if (!REPO_KINDS.includes(kind as RepoKind) || !texts.every((text) => typeof text === 'string')) return undefined;
  const ref = { kind, host, project, rev, folder } as RepoRef;
  return tail === undefined ? ref : { ...ref, tail: tail as string };
}
