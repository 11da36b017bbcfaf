import { REPO_KINDS, type RepoKind, type RepoRef } from '../model/site/repo.ts';

/**
 * Returns the repository or package of a pasted address, or undefined for anything else, such as a page. Sends no request: an address of an unknown
 * host counts if its path has a form that only GitLab, Gitea or Forgejo use.
 */
export function parseRepoAddress(text: string): RepoRef | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || /\s/.test(trimmed)) return undefined;
  if (/^npm:/i.test(trimmed)) return toPackage(trimmed.slice(4));
  const place = splitAddress(trimmed);
  if (place === undefined) return undefined;
  const { host, path } = place;
  if (/^(?:www\.)?npmjs\.com$/.test(host)) return parseNpmPath(path);
  const kind = findKind(host, path);
  return kind && PARSERS[kind](host, path);
}

type Path = readonly string[];

/** Returns host and decoded segments of `https://…`, `git@host:owner/name`, or an address without its scheme. */
function splitAddress(text: string): { readonly host: string; readonly path: Path } | undefined {
  const scp = /^[\w.-]+@([\w.-]+):(?!\/)(.+)$/.exec(text);
  const written = scp ? `https://${scp[1]}/${scp[2]}` : text.replace(/^(?:git\+)?(?:https?|ssh|git):\/\//i, 'https://');
  const whole = written.startsWith('https://') ? written : `https://${written}`;
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  if (!url.hostname.includes('.') && url.port === '') return undefined;
  const path = url.pathname.split('/').filter(Boolean).map(decode);
  // A port for ssh or git is not the port of the website.
  return { host: /^(?:ssh|git):/i.test(text) ? url.hostname : url.host, path };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function findKind(host: string, path: Path): Exclude<RepoKind, 'npm'> | undefined {
  if (/^(?:www\.)?github\.com$/.test(host)) return 'github';
  // `forgejo.org` and the like are the websites of the programs themselves.
  if (/^gitlab\.(?:com$|[^.]+\.)/.test(host)) return 'gitlab';
  if (/^(?:codeberg\.org|gitea\.com)$|^(?:gitea|forgejo)\.[^.]+\./.test(host)) return 'gitea';
  if (
    path
      .slice(1)
      .join('/')
      .match(/(?:^|\/)-\/(?:tree|blob|raw|commit|tags|merge_requests)\//)
  )
    return 'gitlab';
  return path[2] === 'src' && /^(?:branch|tag|commit)$/.test(path[3] ?? '') ? 'gitea' : undefined;
}

const PARSERS: Record<Exclude<RepoKind, 'npm'>, (host: string, path: Path) => RepoRef | undefined> = {
  github: (_, path) => parseOwned({ kind: 'github', host: 'github.com' }, path, readGithubView),
  gitlab: parseGitlab,
  gitea: (host, path) => parseOwned({ kind: 'gitea', host }, path, readGiteaView),
};

/** The part after the project: a branch, a folder, or both in one. Undefined for pages other than files, such as issues. */
type View = Partial<Pick<RepoRef, 'rev' | 'folder' | 'tail'>> | undefined;

function parseOwned(
  base: Pick<RepoRef, 'kind' | 'host'>,
  path: Path,
  readView: (view: Path) => View,
): RepoRef | undefined {
  const [owner = '', name = '', ...rest] = path;
  if (NOT_OWNERS.has(owner.toLowerCase())) return undefined;
  return toRef(base, [owner, name], rest.length === 0 ? {} : readView(rest));
}

/** First segments of pages without an owner. */
const NOT_OWNERS = new Set(
  (
    'about account admin api apps assets attributions codespaces collections contact customer-stories dashboard enterprise explore events ' +
    'features gist help issues join login logout marketplace mobile new news notifications org organizations orgs pricing pulls readme repo search ' +
    'security sessions settings signup site solutions sponsors stars team topics trending user users watching -'
  ).split(' '),
);

function toRef(base: Pick<RepoRef, 'kind' | 'host'>, project: Path, view: View): RepoRef | undefined {
  const names = project.map((name, i) => (i === project.length - 1 ? name.replace(/\.git$/, '') : name));
  if (view === undefined || names.length < 2 || !names.every(isName)) return undefined;
  return { ...base, project: names.join('/'), rev: '', folder: '', ...view };
}

function isName(name: string): boolean {
  return /^[\w.-]+$/.test(name) && !/^\.+$/.test(name);
}

function readGithubView([view = '', ...rest]: Path): View {
  const [first = '', second = ''] = rest;
  if (/^(?:tree|blob|raw|commits|blame|edit)$/.test(view)) return toTail(rest);
  if (view === 'commit') return first === '' ? undefined : { rev: first };
  if (view === 'releases' && first === 'tag') return second === '' ? undefined : { rev: rest.slice(1).join('/') };
  return view === 'pull' ? toPull(first) : undefined;
}

function readGiteaView([view = '', ...rest]: Path): View {
  const [what = '', ...place] = rest;
  if (/^(?:src|raw|media|commits)$/.test(view)) {
    if (what === 'commit') return { rev: place[0] ?? '', folder: place.slice(1).join('/') };
    return what === 'branch' || what === 'tag' ? toTail(place) : undefined;
  }
  if (view === 'commit') return what === '' ? undefined : { rev: what };
  if (view === 'releases' && what === 'tag') return { rev: place.join('/') };
  return view === 'pulls' ? toPull(what) : undefined;
}

function parseGitlab(host: string, path: Path): RepoRef | undefined {
  const end = path.indexOf('-');
  const project = end < 0 ? path : path.slice(0, end);
  if (NOT_OWNERS.has((project[0] ?? '').toLowerCase())) return undefined;
  return toRef({ kind: 'gitlab', host }, project, end < 0 ? {} : readGitlabView(path.slice(end + 1)));
}

function readGitlabView([view = '', ...rest]: Path): View {
  if (/^(?:tree|blob|raw|commits|blame|edit)$/.test(view)) return toTail(rest);
  if (view === 'commit' || view === 'tags') return rest.length === 0 ? undefined : { rev: rest.join('/') };
  return view === 'merge_requests' ? toPull(rest[0] ?? '') : undefined;
}

function toTail(rest: Path): View {
  if (rest.length === 0) return undefined;
  return rest.length === 1 ? { rev: rest[0] as string } : { tail: rest.join('/') };
}

function toPull(number: string): View {
  return /^\d{1,9}$/.test(number) ? { rev: `refs/pull/${number}/head` } : undefined;
}

function parseNpmPath([first, ...rest]: Path): RepoRef | undefined {
  if (first !== 'package') return undefined;
  const name = rest.slice(0, rest[0]?.startsWith('@') ? 2 : 1);
  const [v, version = ''] = rest.slice(name.length);
  return toPackage(name.join('/') + (v === 'v' && version !== '' ? `@${version}` : ''));
}

/** Parses `name`, `@scope/name`, either with `@version` and `/folder` after it. */
function toPackage(text: string): RepoRef | undefined {
  const found = /^((?:@[\w.~-]+\/)?[\w~-][\w.~-]*)(?:@([^/\s]+))?(?:\/(.*))?$/.exec(text);
  if (!found) return undefined;
  const [, project = '', rev = '', folder = ''] = found;
  return { kind: 'npm', host: 'www.npmjs.com', project, rev, folder: folder.replace(/\/+$/, '') };
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
