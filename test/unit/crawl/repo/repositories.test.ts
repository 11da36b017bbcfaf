import { afterEach, describe, expect, it } from 'vitest';
import { createSiteService } from '../../../../src/crawl/jobs/site-service.ts';
import { createEngineAndSites } from '../../../../src/engine/create-engine.ts';
import type { Source } from '../../../../src/model/collection.ts';
import type { RepoRef } from '../../../../src/model/site/repo.ts';
import type { ProblemEvent } from '../../../../src/model/site/site.ts';
import type { SiteJob, SiteStart } from '../../../../src/model/site/site-job.ts';
import { parseRepoAddress } from '../../../../src/site/repo-address.ts';
import { RECORD_TABLES } from '../../../../src/store/contract.ts';
import { virtualClock } from '../../../support/crawl-kit.ts';
import { fakeGitHost } from '../../../support/fake-git-host.ts';
import { makeEngine } from '../../../support/make-engine.ts';
import { makeGitRepo } from '../../../support/make-git-repo.ts';

const FILES = {
  'README.md': '# Lighthouse\n\nA lamp on a rock.\n',
  '.gitignore': 'dist/\n',
  'docs/guide.md': '# Guide\n\nHow to climb it.\n',
  'docs/more/old.md': '# Old\n\nBefore it was built.\n',
};
const RAW = 'raw.githubusercontent.com';
const ADDRESS = 'github.com/owner/repo';

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A repository on its host, and an engine with a crawler that can reach it. */
async function open(files: Readonly<Record<string, string | Uint8Array>> = FILES) {
  const repo = makeGitRepo(files);
  const host = await fakeGitHost(repo);
  const clock = virtualClock();
  closers.push(clock.close, host.close, repo.delete);
  host.trouble.now = clock.now;
  const { deps } = await makeEngine();
  const { engine, sites } = createEngineAndSites(deps);
  const jobs: SiteJob[] = [];
  const service = createSiteService({
    sites,
    fetch: clock.watch(host.fetch),
    clock,
    locks: undefined,
    secure: false,
    onJob: (job) => jobs.push(job),
  });
  const { id: collectionId } = await engine.createCollection({ name: 'made' });

  async function run(options: Omit<SiteStart, 'collectionId' | 'site'> & { address?: string }): Promise<SiteJob> {
    const { address, ...rest } = options;
    const site = address === undefined ? {} : { site: { url: '', repo: parseRepoAddress(address) as RepoRef } };
    const { jobId } = await service.start({ collectionId, ...site, ...rest });
    await expect.poll(() => jobs.some(hasEnded(jobId)), { timeout: 20_000 }).toBe(true);
    // The state of the source follows a moment after the end of the job.
    await expect.poll(async () => (await source()).state, { timeout: 5_000 }).toMatch(/INDEXED|ERROR/);
    return jobs.findLast(hasEnded(jobId)) as SiteJob;
  }
  const hasEnded = (jobId: string) => (job: SiteJob) => job.status.jobId === jobId && job.status.endedAt !== '';
  const source = async () => (await engine.listCollections())[0]?.sources[0] as Source;
  const listPaths = async () => (await engine.listFiles(collectionId)).map(({ path }) => path);
  async function listProblems(jobId: string): Promise<string[]> {
    const { items } = await service.events(jobId, { types: ['problem'] });
    return (items as ProblemEvent[]).map(({ kind, target }) => `${kind} ${target}`).sort();
  }
  /** Returns the files requested since the last call. */
  function drainAsks(name = RAW): string[] {
    const paths = host.asks.filter((ask) => ask.host === name).map(({ path }) => path.split('/').slice(4).join('/'));
    host.asks.length = 0;
    return paths.sort();
  }
  const whole = { repo, host, clock, engine, sites, service, jobs, collectionId, deps };
  return { ...whole, run, source, listPaths, listProblems, drainAsks };
}

describe('a repository by its address', () => {
  it('[R4] is a source with address and commit, which no file contains', async () => {
    const made = await open();
    const { status } = await made.run({ address: ADDRESS });
    expect(status).toMatchObject({ status: 'done', saved: 4, visited: 4, errors: 0, queueSize: 0, reason: '' });
    const commit = made.repo.git('rev-parse', 'HEAD').trim();
    expect(await made.source()).toMatchObject({
      type: 'repository',
      name: 'owner/repo',
      url: `https://${ADDRESS}`,
      commit,
    });
    for (const file of await made.engine.listFiles(made.collectionId)) expect(file.url).toBeUndefined();
    expect(made.drainAsks()).toEqual(['.gitignore', 'README.md', 'docs/guide.md', 'docs/more/old.md']);
  });

  it('[R4] a sync moves to the newest commit, and fetches changed files only', async () => {
    const made = await open();
    await made.run({ address: ADDRESS });
    made.drainAsks();
    await made.run({ sourceId: (await made.source()).id });
    expect(made.drainAsks()).toEqual([]);

    made.repo.write({ 'docs/guide.md': '# Guide\n\nHow to go down again.\n', 'docs/new.md': '# New\n' });
    made.repo.remove('docs/more/old.md');
    const commit = made.repo.commit('second');
    const { status } = await made.run({ sourceId: (await made.source()).id });
    expect(made.drainAsks()).toEqual(['docs/guide.md', 'docs/new.md']);
    expect(status).toMatchObject({ status: 'done', saved: 2, unchanged: 2, removed: 1 });
    expect((await made.source()).commit).toBe(commit);
    expect(await made.listPaths()).toEqual(['.gitignore', 'README.md', 'docs/guide.md', 'docs/new.md']);
    const fresh = await open({});
    fresh.repo.write({ '.gitignore': FILES['.gitignore'], 'README.md': FILES['README.md'] });
    fresh.repo.write({ 'docs/guide.md': '# Guide\n\nHow to go down again.\n', 'docs/new.md': '# New\n' });
    fresh.repo.commit('first');
    await fresh.run({ address: ADDRESS });
    const idOf = async ({ engine }: typeof made) => (await engine.listCollections())[0]?.index_id;
    expect(await idOf(made)).toBe(await idOf(fresh));
  });

  it('[R4] a sync from a server without sizes fetches changed files only, too', async () => {
    const made = await open();
    await made.run({ address: 'gitlab.com/group/sub/project' });
    made.repo.write({ 'README.md': '# Lighthouse\n\nIts lamp was changed.\n' });
    made.repo.commit('second');
    made.host.asks.length = 0;
    const { status } = await made.run({ sourceId: (await made.source()).id });
    expect(made.host.asks.filter(({ path }) => path.endsWith('/raw'))).toHaveLength(1);
    expect(status).toMatchObject({ saved: 1, unchanged: 3 });
  });

  it('[R1] a branch name may have slashes, and a tag or pull request works like a branch', async () => {
    const made = await open();
    made.repo.git('checkout', '-q', '-b', 'feature/lamp/new');
    made.repo.write({ 'docs/lamp.md': '# Lamp\n' });
    const commit = made.repo.commit('on the branch');
    made.repo.git('update-ref', 'refs/pull/12/head', commit);
    made.repo.git('branch', 'feature/lamp-old', 'main');
    made.repo.git('checkout', '-q', 'main');
    await made.run({ address: 'https://github.com/owner/repo/tree/feature/lamp/new/docs' });
    expect(await made.listPaths()).toEqual(['guide.md', 'lamp.md', 'more/old.md']);
    await made.run({ address: 'https://github.com/owner/repo/pull/12', sourceId: (await made.source()).id });
    expect(await made.listPaths()).toContain('docs/lamp.md');
    expect((await made.source()).commit).toBe(commit);
  });

  it('[R2] continues a truncated listing folder by folder', async () => {
    const files = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`a/b${i % 3}/f${i}.md`, `# ${i}\n`]));
    const made = await open({ ...files, 'README.md': '# Top\n' });
    made.host.trouble.treeLimit = 6;
    const { status } = await made.run({ address: ADDRESS });
    expect(status).toMatchObject({ status: 'done', saved: 13 });
    expect(await made.listProblems(status.jobId)).toContain('listing-cut a/');
  });

  it('[R2] removes nothing when a folder is listed only in part', async () => {
    const made = await open();
    await made.run({ address: ADDRESS });
    const tree = made.repo.git('rev-parse', 'HEAD^{tree}').trim();
    const cut = { status: 200, body: JSON.stringify({ tree: [], truncated: true }) };
    for (const query of ['?recursive=1', ''])
      made.host.trouble.instead.set(`api.github.com/repos/owner/repo/git/trees/${tree}${query}`, cut);
    await made.run({ sourceId: (await made.source()).id });
    expect(await made.listPaths()).toHaveLength(4);
  });

  it('[R2] reports submodules and pointers to large files, and skips links', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 123456\n`;
    const made = await open({ 'README.md': '# Top\n', 'film.md': pointer });
    made.repo.addSubmodule('vendor/other');
    made.repo.link('link.md', 'README.md');
    made.repo.commit('more');
    const { status } = await made.run({ address: ADDRESS });
    expect(await made.listProblems(status.jobId)).toEqual(['lfs-pointer film.md', 'submodule vendor/other']);
    const skips = (await made.engine.listSkips(made.collectionId)).map(({ path, reason }) => `${reason} ${path}`);
    expect(skips.sort()).toEqual(['submodule vendor/other', 'symlink link.md']);
  });

  it('[R2] refuses a file that differs from the listing', async () => {
    const made = await open();
    const commit = made.repo.git('rev-parse', 'HEAD').trim();
    made.host.trouble.instead.set(`${RAW}/owner/repo/${commit}/docs/guide.md`, {
      status: 200,
      body: '# Something else',
    });
    const { status } = await made.run({ address: ADDRESS });
    expect(status).toMatchObject({ status: 'done', saved: 3, errors: 1 });
    expect(status.failed[0]).toMatchObject({ code: 'hash-mismatch' });
    expect(await made.listProblems(status.jobId)).toEqual(['hash-mismatch docs/guide.md']);
    made.host.trouble.instead.clear();
    const again = await made.run({ sourceId: (await made.source()).id });
    expect(again.status).toMatchObject({ saved: 1, unchanged: 3, errors: 0 });
  });

  it('[R2] waits for the end of a rate limit and shows it', async () => {
    const made = await open();
    made.host.trouble.limitUntil = Math.floor(made.clock.now() / 1_000) + 1_800;
    const end = new Date(made.host.trouble.limitUntil * 1_000 + 1_000).toISOString().slice(0, 19);
    for (const branch of ['main', 'master'])
      made.host.trouble.instead.set(`data.jsdelivr.com/v1/packages/gh/owner/repo@${branch}?structure=flat`, {
        status: 403,
      });
    const { status } = await made.run({ address: ADDRESS });
    expect(status).toMatchObject({ status: 'done', saved: 4 });
    expect(made.clock.now()).toBeGreaterThan(made.host.trouble.limitUntil * 1_000);
    expect(made.jobs.some((job) => job.status.perHost['api.github.com']?.backoffUntil.startsWith(end))).toBe(true);
    expect(await made.listProblems(status.jobId)).toContain('rate-limit api.github.com');
    expect(made.host.asks.filter(({ host }) => host === 'api.github.com').length).toBeLessThan(8);
  });

  it('[R1] falls back to jsDelivr at a rate limit, where it has the branch', async () => {
    const made = await open();
    const startedAt = made.clock.now();
    made.host.trouble.limitUntil = Math.floor(startedAt / 1_000) + 1_800;
    const { status } = await made.run({ address: ADDRESS });
    expect(status).toMatchObject({ status: 'done', saved: 4 });
    expect(made.clock.now() - startedAt).toBeLessThan(60_000);
    expect(await made.listProblems(status.jobId)).toEqual(['other-way owner/repo', 'rate-limit api.github.com']);
    expect((await made.source()).commit).toBe('main');
  });

  it('[R3] a private one is read with a token, which is sent only to the API and never stored', async () => {
    const token = 'ghp_verysecrettoken0123456789';
    const made = await open();
    made.host.trouble.token = token;
    const refused = await made.run({ address: ADDRESS });
    expect(refused.status).toMatchObject({ status: 'failed', reason: 'crawl/repo-not-found' });
    expect(await made.source()).toMatchObject({ state: 'ERROR', reason: 'crawl/repo-not-found' });
    const wrong = await made.run({ sourceId: (await made.source()).id, token: 'wrong' });
    expect(wrong.status.reason).toBe('crawl/bad-token');

    const { status } = await made.run({ sourceId: (await made.source()).id, token });
    expect(status).toMatchObject({ status: 'done', saved: 4 });
    const withToken = made.host.asks.filter(({ headers }) => JSON.stringify(headers).includes(token));
    expect(new Set(withToken.map(({ host }) => host))).toEqual(new Set(['api.github.com']));
    expect(made.host.asks.some(({ host }) => host === RAW)).toBe(false);
    for (const { path } of made.host.asks) expect(path).not.toContain(token);
    // Another sync of this session still has it.
    expect((await made.run({ sourceId: (await made.source()).id })).status).toMatchObject({ saved: 0, unchanged: 4 });

    const kept: unknown[] = [...made.jobs, await made.engine.listCollections(), await made.service.listJobs()];
    for (const table of RECORD_TABLES) kept.push(await made.deps.store.records.list(table, { prefix: '' }));
    for (const { status: ended } of await made.service.listJobs()) kept.push(await made.service.events(ended.jobId));
    for (const name of ['index.json', 'llm.md', 'manifest.json'] as const)
      kept.push(await (await made.engine.exportArtifact(made.collectionId, name)).text());
    expect(JSON.stringify(kept)).toContain('Lighthouse');
    expect(JSON.stringify(kept)).not.toContain(token);
  });

  it('[R3] forgets a token that the server rejects', async () => {
    const made = await open();
    const repo = parseRepoAddress(ADDRESS) as RepoRef;
    made.host.trouble.token = 'another';
    await expect(made.service.previewRepo(repo, 'mistyped')).rejects.toMatchObject({ code: 'crawl/bad-token' });
    made.host.trouble.token = '';
    made.host.asks.length = 0;
    expect((await made.service.previewRepo(repo)).files).toBe(4);
    for (const { headers } of made.host.asks) expect(headers.authorization).toBeUndefined();
  });

  it('[R2] reports the missing repository, branch or folder, and removes nothing', async () => {
    const made = await open();
    await made.run({ address: ADDRESS });
    const { id } = await made.source();
    const again = async (address: string) => (await made.run({ address, sourceId: id })).status.reason;
    expect(await again('https://github.com/owner/gone')).toBe('crawl/repo-not-found');
    expect(await again('https://github.com/owner/repo/tree/nowhere')).toBe('crawl/repo-no-branch');
    expect(await again('https://github.com/owner/repo/tree/main/nowhere')).toBe('crawl/repo-no-folder');
    expect(await again('npm:missing')).toBe('crawl/repo-not-found');
    made.host.trouble.instead.set('api.github.com/repos/owner/repo', { status: 200, body: '<html>' });
    expect(await again(ADDRESS)).toBe('crawl/bad-answer');
    made.host.trouble.instead.clear();
    expect(await made.listPaths()).toHaveLength(4);
    expect(await again(ADDRESS)).toBe('');
  });

  it('[S15] a stopped job keeps its files, and the next one imports the rest', async () => {
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`f${i}.md`, `# ${i}\n`]));
    const made = await open(files);
    const repo = parseRepoAddress(ADDRESS) as RepoRef;
    const { jobId } = await made.service.start({ collectionId: made.collectionId, site: { url: '', repo } });
    await expect.poll(() => made.host.asks.filter(({ host }) => host === RAW).length).toBeGreaterThan(5);
    await made.service.stop(jobId);
    await expect.poll(async () => (await made.source()).reason).toBe('engine/stopped-early');
    const before = (await made.listPaths()).length;
    expect(before).toBeLessThan(40);
    made.drainAsks();
    const { status } = await made.run({ sourceId: (await made.source()).id });
    expect(status).toMatchObject({ status: 'done', saved: 40 - before, unchanged: before });
    expect(await made.listPaths()).toHaveLength(40);
    expect((await made.source()).reason).toBeUndefined();
  });

  it('[R2] the engine does not wait for a closed reader', async () => {
    const made = await open();
    await made.run({ address: ADDRESS });
    const source = { collectionId: made.collectionId, sourceId: (await made.source()).id };
    const entries = ['README.md', 'new.md'].map((path) => ({ path, kind: 'file' as const, size: 3, stamp: 7 }));
    let asked = 0;
    const reading = made.sites.readTree(
      source,
      { jobId: 'lost', commit: 'c', entries, isIncomplete: false },
      {
        read: () => {
          asked++;
          return new Promise(() => undefined);
        },
        onProgress() {},
      },
    );
    await expect.poll(() => asked).toBe(2);
    await made.engine.cancel('lost');
    await reading;
    expect(await made.listPaths()).toHaveLength(4);
    expect((await made.source()).reason).toBe('engine/stopped-early');
  });

  it('a preview lists branches, folders and sizes, and stores nothing', async () => {
    const made = await open();
    made.repo.git('branch', 'next/big');
    const preview = await made.service.previewRepo(parseRepoAddress('github.com/owner/repo/tree/main/docs') as RepoRef);
    expect(preview).toMatchObject({
      branches: ['main', 'next/big'],
      folders: ['docs', 'docs/more'],
      files: 2,
      bytes: 54,
    });
    expect(preview.ref).toMatchObject({ rev: 'main', folder: 'docs' });
    expect((await made.engine.listCollections())[0]?.sources).toEqual([]);
    await expect(made.service.previewRepo(parseRepoAddress('npm:missing') as RepoRef)).rejects.toMatchObject({
      code: 'crawl/repo-not-found',
    });
    expect((await made.service.previewRepo(parseRepoAddress('npm:made') as RepoRef)).branches).toEqual([
      '1.2.3',
      '1.2.2',
    ]);
  });

  it('a stopped preview sends no further request', async () => {
    const made = await open();
    made.host.trouble.treeLimit = 1;
    const preview = made.service.previewRepo(parseRepoAddress(ADDRESS) as RepoRef);
    await expect.poll(() => made.host.asks.length).toBeGreaterThan(2);
    await made.service.stopPreview();
    await expect(preview).rejects.toMatchObject({ code: 'engine/cancelled' });
    // A request that was on its way arrives.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const asked = made.host.asks.length;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(made.host.asks.length).toBe(asked);
    made.host.trouble.treeLimit = Number.POSITIVE_INFINITY;
    expect((await made.service.previewRepo(parseRepoAddress(ADDRESS) as RepoRef)).files).toBe(4);
  });

  it('the message for an unreadable server has advice for repositories, also in a preview', async () => {
    const made = await open();
    await made.host.close();
    const repo = parseRepoAddress('npm:made') as RepoRef;
    await expect(made.service.previewRepo(repo)).rejects.toMatchObject({ code: 'crawl/repo-unreadable' });
    expect((await made.run({ address: 'npm:made' })).status.reason).toBe('crawl/repo-unreadable');
    closers.splice(closers.indexOf(made.host.close), 1);
  });
});
