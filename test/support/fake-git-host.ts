import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mapHosts } from '../harness/map-hosts.ts';
import { listen } from './listen.ts';
import type { GitRepo } from './make-git-repo.ts';

export interface SeenAsk {
  readonly host: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** Faults of the servers; tests change them while the servers run. */
export interface HostTrouble {
  /** End of the API's rate limit in seconds since 1970, by the clock below; 0 means no limit. */
  limitUntil: number;
  now: () => number;
  /** Recursive listings of more entries are cut off. */
  treeLimit: number;
  /** Only with this token. */
  token: string;
  /** Answers for single paths, host and path, instead of the real ones. */
  readonly instead: Map<string, { status: number; body?: string | Uint8Array }>;
}

export interface FakeGitHost {
  readonly port: number;
  /** For `--hosts`: each host and where it is on loopback. */
  readonly hosts: Readonly<Record<string, string>>;
  readonly asks: SeenAsk[];
  readonly trouble: HostTrouble;
  /** `fetch` that reaches these servers by their names. */
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

const HOSTS = [
  'api.github.com',
  'raw.githubusercontent.com',
  'data.jsdelivr.com',
  'cdn.jsdelivr.net',
  'gitlab.com',
  'codeberg.org',
];

interface Answer {
  readonly status?: number;
  readonly json?: unknown;
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Speaks the APIs of GitHub, GitLab, Gitea and jsDelivr over one real repository: `owner/repo`, `group/sub/project`, and the package `made`
 * of version 1.2.3. With `tls` it answers for its hosts by their names, as Chromium's resolver rules need it.
 */
export async function fakeGitHost(repo: GitRepo, { tls = false }: { tls?: boolean } = {}): Promise<FakeGitHost> {
  const asks: SeenAsk[] = [];
  const trouble: HostTrouble = {
    limitUntil: 0,
    now: Date.now,
    treeLimit: Number.POSITIVE_INFINITY,
    token: '',
    instead: new Map(),
  };
  const handle: Parameters<typeof createServer>[1] = (request, response) => {
    const named = /^\/host\/([^/]+)(\/.*)$/.exec(request.url ?? '');
    const host = named?.[1] ?? (request.headers.host ?? '').replace(/:\d+$/, '');
    const path = named?.[2] ?? request.url ?? '/';
    const isApi = host === 'api.github.com';
    const cors = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization',
      ...(isApi ? { 'access-control-expose-headers': 'x-ratelimit-remaining, x-ratelimit-reset, retry-after' } : {}),
    };
    if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end();
    asks.push({ host, path, headers: request.headers });
    const { status = 200, json, bytes, headers } = answer(repo, trouble, asks.at(-1) as SeenAsk);
    response.writeHead(status, {
      ...cors,
      'content-type': json === undefined ? 'text/plain' : 'application/json',
      ...headers,
    });
    response.end(json === undefined ? Buffer.from(bytes ?? new Uint8Array()) : JSON.stringify(json));
  };
  const server = tls ? createTlsServer(makeCertificate(), handle) : createServer(handle);
  const { port, origin, close } = await listen(server);
  const hosts = Object.fromEntries(HOSTS.map((host) => [host, `${origin}/host/${host}`]));
  return { port, hosts, asks, trouble, fetch: mapHosts(hosts), close };
}

function makeCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'quire-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = ['-subj', '/CN=localhost', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...names], {
    stdio: 'ignore',
  });
  const made = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return made;
}

function answer(repo: GitRepo, trouble: HostTrouble, { host, path, headers }: SeenAsk): Answer {
  const instead = trouble.instead.get(`${host}${path}`);
  if (instead) return { status: instead.status, bytes: Buffer.from(instead.body ?? '') };
  const url = new URL(path, 'https://x');
  const isOpen = trouble.token === '' || headers.authorization === `Bearer ${trouble.token}`;
  try {
    if (host === 'api.github.com') {
      if (headers.authorization === undefined && trouble.limitUntil * 1_000 > trouble.now()) return toLimit(trouble);
      if (headers.authorization !== undefined && !isOpen) return { status: 401, json: {} };
      return isOpen ? askGithub(repo, trouble, url) : NOT_FOUND;
    }
    if (host === 'raw.githubusercontent.com') return trouble.token === '' ? askRaw(repo, url) : NOT_FOUND;
    if (host === 'data.jsdelivr.com') return askJsdelivr(repo, url);
    if (host === 'cdn.jsdelivr.net') return askCdn(repo, url);
    if (host === 'gitlab.com') return isOpen ? askGitlab(repo, url) : NOT_FOUND;
    return isOpen ? askGitea(repo, url) : NOT_FOUND;
  } catch {
    return NOT_FOUND;
  }
}

const NOT_FOUND: Answer = { status: 404, json: { message: 'Not Found' } };

function toLimit({ limitUntil }: HostTrouble): Answer {
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(limitUntil) };
  return { status: 403, json: { message: 'API rate limit exceeded' }, headers };
}

interface TreeRow {
  readonly path: string;
  readonly mode: string;
  readonly type: string;
  readonly sha: string;
  readonly size?: number;
}

function listTree(repo: GitRepo, sha: string, isRecursive: boolean): TreeRow[] {
  const text = repo.git('ls-tree', '-l', '-z', ...(isRecursive ? ['-r', '-t'] : []), sha);
  return text
    .split('\0')
    .filter(Boolean)
    .map((line) => {
      const [, mode = '', type = '', id = '', size = '', path = ''] =
        /^(\d+) (\w+) (\w+) +(\S+)\t(.*)$/s.exec(line) ?? [];
      return { path, mode, type, sha: id, ...(type === 'blob' ? { size: Number(size) } : {}) };
    });
}

function listRefs(repo: GitRepo, prefix: string): { ref: string; object: { sha: string } }[] {
  const text = repo.git('for-each-ref', '--format=%(refname) %(objectname)');
  return text
    .split('\n')
    .filter((line) => line.startsWith(prefix))
    .map((line) => ({ ref: line.split(' ')[0] as string, object: { sha: line.split(' ')[1] as string } }));
}

const defaultBranch = (repo: GitRepo) => repo.git('symbolic-ref', '--short', 'HEAD').trim();
const toCommit = (repo: GitRepo, rev: string) => repo.git('rev-parse', '--verify', `${rev}^{commit}`).trim();
const readBlob = (repo: GitRepo, sha: string): Answer => ({ bytes: repo.gitBytes('cat-file', 'blob', sha) });
const branches = (repo: GitRepo) => listRefs(repo, 'refs/heads/').map(({ ref }) => ({ name: ref.slice(11) }));

function askGithub(repo: GitRepo, trouble: HostTrouble, url: URL): Answer {
  const base = '/repos/owner/repo';
  if (!url.pathname.startsWith(base)) return NOT_FOUND;
  const rest = decodeURIComponent(url.pathname.slice(base.length));
  if (rest === '') return { json: { default_branch: defaultBranch(repo), private: trouble.token !== '' } };
  if (rest === '/branches') return { json: branches(repo) };
  if (rest === '/commits') {
    const commit = toCommit(repo, url.searchParams.get('sha') ?? 'HEAD');
    return { json: [{ sha: commit, commit: { tree: { sha: repo.git('rev-parse', `${commit}^{tree}`).trim() } } }] };
  }
  const pull = /^\/pulls\/(\d+)$/.exec(rest);
  if (pull) return { json: { head: { sha: toCommit(repo, `refs/pull/${pull[1]}/head`) } } };
  const refs = /^\/git\/matching-refs\/(.*)$/.exec(rest);
  if (refs) return { json: listRefs(repo, `refs/${refs[1]}`) };
  const blob = /^\/git\/blobs\/(\w+)$/.exec(rest);
  if (blob) return readBlob(repo, blob[1] as string);
  const tree = /^\/git\/trees\/(\w+)$/.exec(rest);
  if (!tree) return NOT_FOUND;
  const isRecursive = url.searchParams.has('recursive');
  const rows = listTree(repo, tree[1] as string, isRecursive);
  const truncated = isRecursive && rows.length > trouble.treeLimit;
  return { json: { sha: tree[1], tree: truncated ? rows.slice(0, trouble.treeLimit) : rows, truncated } };
}

function askRaw(repo: GitRepo, url: URL): Answer {
  const [, owner, name, commit, ...path] = decodeURIComponent(url.pathname).split('/');
  if (`${owner}/${name}` !== 'owner/repo') return NOT_FOUND;
  return readBlob(repo, `${commit}:${path.join('/')}`);
}

function askJsdelivr(repo: GitRepo, url: URL): Answer {
  const path = decodeURIComponent(url.pathname);
  if (path === '/v1/packages/npm/made/resolved') return { json: { name: 'made', version: '1.2.3' } };
  if (path === '/v1/packages/npm/made') return { json: { versions: [{ version: '1.2.3' }, { version: '1.2.2' }] } };
  const found = /^\/v1\/packages\/(?:gh\/owner\/repo|npm\/made)@(.+)$/.exec(path);
  if (!found) return NOT_FOUND;
  const rows = listTree(repo, toCommit(repo, found[1] === '1.2.3' ? 'HEAD' : (found[1] as string)), true);
  const files = rows
    .filter(({ type, mode }) => type === 'blob' && mode !== '120000')
    .map(({ path: name, sha, size }) => ({
      name: `/${name}`,
      size,
      hash: createHash('sha256')
        .update(repo.gitBytes('cat-file', 'blob', sha))
        .digest('base64'),
    }));
  return { json: { files } };
}

function askCdn(repo: GitRepo, url: URL): Answer {
  const found = /^\/(?:gh\/owner\/repo|npm\/made)@([^/]+)\/(.*)$/.exec(url.pathname);
  if (!found) return NOT_FOUND;
  const rev = decodeURIComponent(found[1] as string);
  return readBlob(repo, `${rev === '1.2.3' ? 'HEAD' : rev}:${decodeURIComponent(found[2] as string)}`);
}

function askGitlab(repo: GitRepo, url: URL): Answer {
  const base = '/api/v4/projects/group%2Fsub%2Fproject';
  if (!url.pathname.startsWith(base)) return NOT_FOUND;
  const rest = url.pathname.slice(base.length);
  const query = url.searchParams;
  if (rest === '') return { json: { default_branch: defaultBranch(repo) } };
  if (rest === '/repository/branches')
    return { json: branches(repo).filter(({ name }) => name.startsWith((query.get('search') ?? '^').slice(1))) };
  if (rest === '/repository/tags') return { json: [] };
  const commit = /^\/repository\/commits\/(.+)$/.exec(rest);
  if (commit) return { json: { id: toCommit(repo, decodeURIComponent(commit[1] as string)) } };
  const blob = /^\/repository\/blobs\/(\w+)\/raw$/.exec(rest);
  if (blob) return readBlob(repo, blob[1] as string);
  if (rest !== '/repository/tree') return NOT_FOUND;
  const [size, page] = [Number(query.get('per_page')), Number(query.get('page'))];
  const rows = listTree(repo, query.get('ref') as string, true);
  return {
    json: rows.slice(size * (page - 1), size * page).map(({ path, mode, type, sha: id }) => ({ id, path, mode, type })),
  };
}

function askGitea(repo: GitRepo, url: URL): Answer {
  const base = '/api/v1/repos/owner/repo';
  if (!url.pathname.startsWith(base)) return NOT_FOUND;
  const rest = decodeURIComponent(url.pathname.slice(base.length));
  if (rest === '') return { json: { default_branch: defaultBranch(repo) } };
  if (rest === '/branches') return { json: branches(repo) };
  if (rest === '/commits') return { json: [{ sha: toCommit(repo, url.searchParams.get('sha') ?? '') }] };
  const refs = /^\/git\/refs\/(.*)$/.exec(rest);
  if (refs) return { json: listRefs(repo, `refs/${refs[1]}`) };
  const raw = /^\/raw\/(.*)$/.exec(rest);
  if (raw) return readBlob(repo, `${url.searchParams.get('ref')}:${raw[1]}`);
  const tree = /^\/git\/trees\/(\w+)$/.exec(rest);
  if (!tree) return NOT_FOUND;
  const page = Number(url.searchParams.get('page'));
  const rows = listTree(repo, tree[1] as string, true);
  // The server caps the page size, whatever the client requests.
  const size = 4;
  return { json: { tree: rows.slice(size * (page - 1), size * page), truncated: size * page < rows.length } };
}
