import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Seed } from './contract.ts';

const PLACES = ['docs', 'src', 'test/fixtures', 'wasm', 'scripts', 'node_modules'];
const MAX_BYTES = 60_000;
const PER_EXTENSION = 12;
const MAX_FILES = 60_000;

/** Returns real files of this project and its packages, at most a dozen per extension; the same ones in the same order everywhere. */
export function findSeeds(extensions: readonly string[]): Seed[] {
  known ??= listFiles();
  return extensions.flatMap((extension) =>
    (known?.get(extension) ?? []).map((path) => ({ name: path, bytes: new Uint8Array(readFileSync(path)) })),
  );
}

/** By extension. Cached, because walking takes seconds and every target needs it. */
let known: ReadonlyMap<string, readonly string[]> | undefined;

function listFiles(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let seen = 0;
  const pending = [...PLACES].reverse();
  while (pending.length > 0 && seen < MAX_FILES) {
    const path = pending.pop() as string;
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      const names = readdirSync(path).sort().reverse();
      pending.push(...names.map((name) => join(path, name)));
      continue;
    }
    seen++;
    const extension = extname(path).slice(1).toLowerCase();
    const own = found.get(extension) ?? [];
    if (!stat || own.length >= PER_EXTENSION || stat.size === 0 || stat.size > MAX_BYTES) continue;
    own.push(path.replaceAll('\\', '/'));
    found.set(extension, own);
  }
  return found;
}

/** A seed written here, for formats without a real file in the packages. */
export function writeSeed(name: string, text: string): Seed {
  return { name, bytes: new TextEncoder().encode(text) };
}
