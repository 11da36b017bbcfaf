import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '../../support/app-test.ts';
import { distRoot } from '../../support/serve-dist.ts';

const PAGE_LIMIT_BYTES = 114_000;
/** The first screen waits for the engine: what its worker carries is waited for as well. */
const WORKER_LIMIT_BYTES = 190_000;
/** Theme, entry, what it starts with, and what it shares with screens: every further file waits for its turn among six connections. */
const FILE_LIMIT = 4;

test('script before the first interaction is at most 114 KB gzip, the engine 190 KB', {
  tag: '@long-in-firefox',
}, async ({ page, server }) => {
  await page.goto('./');
  await expect(page.getByRole('region', { name: 'Add a source' })).toBeVisible();
  const urls = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const scripts = urls.map((url) => url.slice(server.url.length)).filter((path) => /^(?!.*-worker-).*\.js$/.test(path));
  const ofPage = [...new Set(scripts)].map(toSize);
  const ofEngine = [...listWithImports(findEngineWorker())].map(toSize);
  const listing = [...ofPage, ...ofEngine].map(({ path, gzipBytes }) => `${gzipBytes} ${path}`).join('\n');
  test.info().annotations.push({ type: 'first load', description: listing });
  expect(ofPage.length, listing).toBeGreaterThan(0);
  expect(sum(ofPage), listing).toBeLessThanOrEqual(PAGE_LIMIT_BYTES);
  expect(sum(ofEngine), listing).toBeLessThanOrEqual(WORKER_LIMIT_BYTES);
  expect(ofPage.length, listing).toBeLessThanOrEqual(FILE_LIMIT);
});

test('the page makes no format of numbers or dates before its worker has started', { tag: '@long-in-firefox' }, async ({
  page,
}) => {
  await page.addInitScript(watchFormats);
  await page.goto('./');
  await expect(page.getByRole('region', { name: 'Add a source' })).toBeVisible();
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: FormatsSeen }).seen);
  expect(seen.all, 'the first screen shows a count').toContain('NumberFormat');
  expect(seen.beforeWorker).toEqual([]);
});

interface FormatsSeen {
  readonly all: string[];
  beforeWorker?: readonly string[];
}

/** Runs in the page, before its script. */
function watchFormats(): void {
  const seen: FormatsSeen = { all: [] };
  for (const name of ['NumberFormat', 'DateTimeFormat', 'RelativeTimeFormat', 'PluralRules', 'Collator'] as const) {
    const made = Intl[name] as unknown as new (...args: unknown[]) => object;
    Object.defineProperty(Intl, name, {
      value: new Proxy(made, {
        construct(target, args) {
          seen.all.push(name);
          return new target(...args);
        },
      }),
    });
  }
  globalThis.Worker = new Proxy(Worker, {
    construct(target, args: ConstructorParameters<typeof Worker>) {
      seen.beforeWorker ??= [...seen.all];
      return new target(...args);
    },
  });
  Object.assign(globalThis, { seen });
}

function findEngineWorker(): string {
  const name = readdirSync(join(distRoot, 'assets')).find((file) => file.startsWith('engine-worker-'));
  if (name === undefined) throw new Error('no script of the engine was built');
  return `assets/${name}`;
}

/** A worker's script and what it imports before it runs. */
function listWithImports(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  const imports = readFileSync(join(distRoot, path), 'utf8').matchAll(
    /\b(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g,
  );
  for (const [, name] of imports) listWithImports(`assets/${name}`, found);
  return found;
}

function toSize(path: string): { readonly path: string; readonly gzipBytes: number } {
  return { path, gzipBytes: gzipSync(readFileSync(join(distRoot, path))).length };
}

function sum(sizes: readonly { readonly gzipBytes: number }[]): number {
  return sizes.reduce((total, { gzipBytes }) => total + gzipBytes, 0);
}
