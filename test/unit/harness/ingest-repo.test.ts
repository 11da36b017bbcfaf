import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeGitHost, fakeGitHost } from '../../support/fake-git-host.ts';
import { type GitRepo, makeGitRepo } from '../../support/make-git-repo.ts';
import { sampleOf } from '../../support/sample-size.ts';
import { harness } from './harness.ts';

let repo: GitRepo;
let host: FakeGitHost;
let folder: string;
/** Answer for the checked-out folder. */
let here: Record<string, unknown>;

beforeAll(async () => {
  repo = makeGitRepo();
  repo.write({
    'README.md': '# Lighthouse\n\nA lamp on a rock.\n',
    '.gitignore': 'dist/\n*.log\n',
    'dist/out.js': 'ignored, though it is tracked',
    'build.log': 'ignored as well',
    'docs/guide.md': '# Guide\r\n\r\nWith other line ends.\r\n',
    'docs/.ignore': 'private.md\n',
    'docs/private.md': '# Not for everybody\n',
    'docs/größe & mehr/a b#c?.md': '# A name with everything in it\n',
    'src/main.ts': 'export function start(): void {}\n',
    'empty.txt': '',
    'picture.png': Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3),
  });
  repo.link('link.md', 'README.md');
  repo.addSubmodule('vendor/other');
  repo.commit('first');
  host = await fakeGitHost(repo);
  folder = mkdtempSync(join(tmpdir(), 'quire-hosts-'));
  writeFileSync(join(folder, 'hosts.json'), JSON.stringify(host.hosts));
  here = await ingest(repo.path);
}, 60_000);

afterAll(async () => {
  await host.close();
  repo.delete();
  rmSync(folder, { recursive: true });
});

async function ingest(...args: readonly string[]): Promise<Record<string, unknown>> {
  const { code, stdout } = await harness('ingest', ...args, '--json');
  expect(code).toBe(0);
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe('[R4], [R5] a repository by its address', () => {
  const addresses = [
    'github.com/owner/repo',
    'gitlab.com/group/sub/project',
    'https://codeberg.org/owner/repo/src/branch/main/README.md',
    'npm:made@1',
  ];
  it.each(sampleOf(addresses))('%s has the index_id of its checkout', async (address) => {
    const there = await ingest(address, '--hosts', join(folder, 'hosts.json'));
    for (const name of ['index_id', 'files', 'chunks', 'bytes', 'tokens', 'warnings'])
      expect(there[name], name).toEqual(here[name]);
    expect(Object.keys(there)).toEqual(Object.keys(here));
    expect(Object.keys(there.phases_ms as object)).toEqual(Object.keys(here.phases_ms as object));
  });

  it('reports skips like a folder does, and submodules too', async () => {
    const toRows = (answer: Record<string, unknown>) =>
      (answer.skipped as { path: string; reason: string }[]).map(({ path, reason }) => `${reason} ${path}`);
    const own = toRows(here).filter((row) => row !== 'default .git');
    const there = toRows(await ingest('github.com/owner/repo', '--hosts', join(folder, 'hosts.json')));
    expect(there).toEqual(expect.arrayContaining(own));
    expect(there.filter((row) => !own.includes(row))).toEqual(['submodule vendor/other']);
  });

  it('has, for one folder, the index_id of that folder', async () => {
    const own = await ingest(join(repo.path, 'docs'));
    const there = await ingest('https://github.com/owner/repo/tree/main/docs', '--hosts', join(folder, 'hosts.json'));
    expect(there.index_id).toBe(own.index_id);
  });

  it('fails with one sentence if it does not exist', async () => {
    const { code, stderr } = await harness('ingest', 'github.com/owner/missing', '--hosts', join(folder, 'hosts.json'));
    expect(code).toBe(1);
    expect(stderr).toMatch(/crawl\/repo-not-found/);
  });
});
