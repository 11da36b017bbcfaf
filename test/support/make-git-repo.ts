import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A real Git repository with a working tree, in a folder of its own. */
export interface GitRepo {
  readonly path: string;
  git(...args: readonly string[]): string;
  gitBytes(...args: readonly string[]): Buffer;
  write(files: Readonly<Record<string, string | Uint8Array>>): void;
  remove(path: string): void;
  link(path: string, target: string): void;
  /** Another repository at this path, which is not there. */
  addSubmodule(path: string): void;
  /** Everything that is in the folder; answers the commit. */
  commit(message: string): string;
  delete(): void;
}

export function makeGitRepo(files: Readonly<Record<string, string | Uint8Array>> = {}): GitRepo {
  const path = mkdtempSync(join(tmpdir(), 'quire-git-'));
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  const gitBytes = (...args: readonly string[]) =>
    execFileSync('git', ['-C', path, '-c', 'core.autocrlf=false', '-c', 'core.quotePath=false', ...args], {
      env,
      maxBuffer: 1e9,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const git = (...args: readonly string[]) => gitBytes(...args).toString();
  const repo: GitRepo = {
    path,
    git,
    gitBytes,
    write(written) {
      for (const [name, content] of Object.entries(written)) {
        mkdirSync(dirname(join(path, name)), { recursive: true });
        writeFileSync(join(path, name), content);
      }
    },
    remove: (name) => rmSync(join(path, name), { recursive: true }),
    link(name, target) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      symlinkSync(target, join(path, name));
    },
    addSubmodule(name) {
      mkdirSync(join(path, name), { recursive: true });
      git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},${name}`);
    },
    commit(message) {
      git('add', '--all', '--force', '.');
      git('-c', 'user.name=Test', '-c', 'user.email=test@example.org', 'commit', '-q', '--allow-empty', '-m', message);
      return git('rev-parse', 'HEAD').trim();
    },
    delete: () => rmSync(path, { recursive: true, force: true }),
  };
  git('init', '-q', '-b', 'main');
  if (Object.keys(files).length > 0) {
    repo.write(files);
    repo.commit('first');
  }
  return repo;
}
