import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { readApp } from '../../src/cli/targets.ts';
import type { Engine, PublishOptions } from '../../src/engine/contract.ts';
import { type MadeFiles, makeCollection, makeEngine } from './make-engine.ts';
import { distRoot } from './serve-dist.ts';
import { type PublishedFolder, publishToMap } from './static-host.ts';

export interface PublishedSite {
  readonly root: string;
  readonly files: PublishedFolder;
  readonly local: { readonly engine: Engine; readonly id: string };
  remove(): void;
}

/** A published folder on disk, at `docs/` below a folder of its own: the app, the collection and the plain pages. */
export async function publishSite(
  made: MadeFiles = makePages(),
  site?: PublishOptions['site'],
): Promise<PublishedSite> {
  const { engine } = await makeEngine();
  const id = await makeCollection(engine, made);
  const files = await publishToMap(engine, id, { app: await readApp(distRoot), ...(site && { site }) });
  const root = mkdtempSync(join(tmpdir(), 'quire-published-'));
  for (const [path, bytes] of files) {
    const full = join(root, 'docs', path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, bytes);
  }
  return { root, files, local: { engine, id }, remove: () => rmSync(root, { recursive: true }) };
}

/** Blocks of published collections that the browser keeps; they are written after the answer. */
export function countKeptBlocks(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('quire-published '));
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().length;
  });
}

export function makePages(): MadeFiles {
  const pages = Array.from({ length: 60 }, (_, i) => [
    `pages/${i}.md`,
    `# Page ${i}\n\nThe lantern of page ${i} is lit.\n`,
  ]);
  return Object.fromEntries(pages);
}

/** Three fixtures: prose, code, and whatever a collection may hold that is neither. */
export function readFixtures(): Readonly<Record<string, MadeFiles>> {
  return {
    prose: readFolder('docs/formats', /\.md$/),
    code: readFolder('src/publish', /\.ts$/),
    odd: {
      'blank.txt': '\n\n\n',
      'page.html': '<title>The title of the index</title><h1>Search</h1><p>Stored bytes and the block of an index.</p>',
      'long.json': JSON.stringify(
        Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`block${i}`, `bytes ${i}`])),
      ),
      'wide/東京.md': '# 東京タワー\n\n東京の塔です。block of bytes\n',
    },
  };
}

function readFolder(folder: string, pattern: RegExp): MadeFiles {
  const names = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => pattern.test(name));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
