import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Returns a folder with the sources of a release and the installed packages of this one, until the process ends; undefined in a copy without the
 * history.
 */
export function checkOutRelease(version: string): string | undefined {
  const commit = findCommit(version);
  if (commit === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'quire-release-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 1 << 30 });
  execFileSync('tar', ['x', '-C', folder], { input: archive });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** The commit that set the version: the first in which the text is. */
function findCommit(version: string): string | undefined {
  try {
    const search = ['log', '--reverse', '--format=%H', `-S"version": "${version}"`, '--', 'package.json'];
    return execFileSync('git', search, { encoding: 'utf8', stdio: 'pipe' }).split('\n').find(Boolean);
  } catch {
    return undefined;
  }
}
