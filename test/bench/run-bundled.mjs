/**
 * `node --expose-gc test/bench/run-bundled.mjs <benchmark.ts>`: runs a benchmark of our code as the app is built. A loader that translates TypeScript while it runs keeps the names of functions by a
 * call for every closure that is made, which libraries that come as JavaScript do not pay: an eighth of a whole ingest.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const [entry = 'test/bench/main.ts'] = process.argv.splice(2, 1);
const folder = await mkdtemp(join('node_modules', '.bench-'));
const outfile = resolve(folder, 'bench.mjs');
try {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'error',
    plugins: [{ name: 'places', setup: keepPlaces }],
  });
  await import(pathToFileURL(outfile).href);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Modules find files relative to their own path, so `import.meta.url` must point to their source. */
function keepPlaces(/** @type {import('esbuild').PluginBuild} */ building) {
  building.onResolve({ filter: /scripts\/.*\.mjs$/ }, ({ path, resolveDir }) => ({
    path: resolve(resolveDir, path),
    external: true,
  }));
  building.onLoad({ filter: /[\\/]test[\\/].*\.ts$/ }, async ({ path }) => ({
    contents: (await readFile(path, 'utf8')).replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
    loader: 'ts',
    resolveDir: dirname(path),
  }));
}
