/** `npm start`: builds what is missing or outdated, serves the built app and prints its address. Reads PORT and HOST from the environment. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { START_PORTS, startStaticServer } from './static-server.mjs';

process.chdir(resolve(dirname(fileURLToPath(import.meta.url)), '..'));
const sources = [
  'src',
  'wasm',
  'public',
  'docs',
  'scripts/vite',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'README.md',
];

if (newest(sources) > builtAt()) {
  process.stderr.write('building the app\n');
  const built = spawnSync('npm', ['run', '-s', 'build'], {
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (built.status !== 0) process.exit(built.status ?? 1);
}

const host = process.env.HOST ?? '127.0.0.1';
const server = await startOnOneOf(process.env.PORT ? [Number(process.env.PORT)] : START_PORTS);
console.log(`Quire is at http://localhost:${server.port}/ (Ctrl+C ends it)`);

/**
 * The first of these ports that is free.
 * @param {readonly number[]} ports
 */
async function startOnOneOf([port, ...others]) {
  try {
    return await startStaticServer({ root: 'dist', host, compress: true, port });
  } catch (error) {
    if (others.length === 0) throw error;
    return startOnOneOf(others);
  }
}

function builtAt() {
  return existsSync('dist/index.html') ? statSync('dist/index.html').mtimeMs : 0;
}

/** @param {string[]} paths */
function newest(paths) {
  let latest = 0;
  for (const path of paths.filter(existsSync)) {
    const stats = statSync(path);
    const mtimeMs = stats.isDirectory() ? newest(readdirSync(path).map((name) => join(path, name))) : stats.mtimeMs;
    if (mtimeMs > latest) latest = mtimeMs;
  }
  return latest;
}
