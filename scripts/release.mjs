/**
 * `npm run release [-- --dry-run]`: makes every file of a release in `release/`. Without `--dry-run`, CHANGELOG.md must have a section for the version
 * in package.json. The companion is built for `homepage` of package.json too, once the owner has filled it in.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import { toServerJson } from './server-json.mjs';

process.chdir(resolve(dirname(fileURLToPath(import.meta.url)), '..'));
const isDryRun = process.argv.includes('--dry-run');
const out = process.env.QUIRE_RELEASE ?? 'release';
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const { version, homepage } = manifest;

const notes = findNotes(isDryRun ? 'Unreleased' : version) ?? findNotes(version);
if (notes === undefined) {
  console.error(`CHANGELOG.md has no section for ${version}`);
  process.exit(1);
}
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
run('npm', ['run', '-s', 'build']);
run('npm', ['pack', '--silent', '--pack-destination', out]);
writeZip('quire-web.zip', 'dist');
const extension = process.env.QUIRE_EXTENSION ?? 'build/extension';
run('node', ['scripts/build-extension.mjs', ...(homepage ? [homepage] : [])], { QUIRE_EXTENSION: extension });
for (const browser of ['chromium', 'firefox']) writeZip(`quire-companion-${browser}.zip`, join(extension, browser));
writeFileSync(join(out, 'notes.md'), notes);
const server = toServerJson(manifest);
if (server !== undefined) writeFileSync(join(out, 'server.json'), `${JSON.stringify(server, null, 2)}\n`);

const files = readdirSync(out).sort();
const sums = files.map((name) => `${hash(readFileSync(join(out, name)))}  ${name}\n`);
writeFileSync(join(out, 'checksums.txt'), sums.join(''));
console.log(`${isDryRun ? 'dry run of ' : ''}${version}: ${files.join(', ')} and checksums.txt are in ${out}`);

/**
 * The section of a version, without its heading.
 * @param {string} wanted
 */
function findNotes(wanted) {
  const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m).slice(1);
  const found = sections.find((section) => section.split(/[\s·]/, 1)[0] === wanted);
  return found && `${found.slice(found.indexOf('\n')).trim()}\n`;
}

/**
 * The same bytes for the same files, whenever they were built.
 * @param {string} name
 * @param {string} folder
 */
function writeZip(name, folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  const files = paths.map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path)]);
  writeFileSync(join(out, name), zipSync(Object.fromEntries(files), { mtime: new Date(1980, 0, 1) }));
}

/**
 * @param {string} command
 * @param {string[]} given
 * @param {Record<string, string>} [env]
 */
function run(command, given, env) {
  const shell = process.platform === 'win32';
  const { status } = spawnSync(command, given, {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...env },
    shell,
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** @param {Uint8Array} bytes */
function hash(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}
