/**
 * `npm run keep:release` writes what this version stores and later versions must open to test/contract/releases, under its number. Run it once per
 * release, before the number is raised again.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

process.chdir(resolve(dirname(fileURLToPath(import.meta.url)), '..'));
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const folder = `test/contract/releases/${version}`;
if (existsSync(folder)) throw new Error(`${folder} is there already: what a release wrote is never written again`);
register();
const { makeRelease } = await import('../test/contract/releases/make-release.ts');
await makeRelease(folder);
console.log(`wrote ${folder}`);
process.exit(0);
