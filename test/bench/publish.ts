import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openAny } from '../../src/cli/node-engine.ts';
import { readApp, toNodeFolder } from '../../src/cli/targets.ts';
import { makeNodeEngine } from '../support/node-engine.ts';
import { type Asked, askInChromium, type Cost, pagefind, quire } from './publish-browser.ts';
import { type BenchPage, makePages, writePages } from './publish-pages.ts';

/**
 * `node --import tsx test/bench/publish.ts <folder> [pages] [queries]`: compares a published collection with Pagefind over the same pages, in one run, both
 * in Chromium and over HTTP, with every request counted by the server. What lies in the folder already is used; the app is taken from `dist/`.
 */
const folder = resolve(process.argv[2] ?? '/tmp/quire-publish');
const count = Number(process.argv[3] ?? 15_000);
const queryCount = Number(process.argv[4] ?? 201);

interface Query {
  readonly text: string;
  /** The page it was taken from. */
  readonly path: string;
  readonly isTitle: boolean;
}

const pagesFolder = join(folder, 'pages');
const queriesFile = join(folder, 'queries.json');
if (!existsSync(queriesFile)) {
  const pages = makePages(resolve('node_modules'), count);
  print({ pages: pages.length, bytes: writePages(pages, pagesFolder) });
  // Stored with the pages: `node_modules` may change, and the queries would no longer match.
  writeFileSync(queriesFile, JSON.stringify(toQueries(pages, queryCount)));
}
const queries = JSON.parse(readFileSync(queriesFile, 'utf8')) as Query[];

await buildQuire();
buildPagefind();
writeFileSync(join(folder, 'empty.html'), '<!doctype html><title>Empty</title>');
const texts = queries.map(({ text }) => text);
print({ who: 'quire', ...summarize(await askInChromium(folder, quire, texts)) });
if (existsSync(join(folder, 'pagefind')))
  print({ who: 'pagefind', ...summarize(await askInChromium(folder, pagefind, texts)) });

async function buildQuire(): Promise<void> {
  const out = join(folder, 'quire');
  if (!existsSync(out)) {
    mkdirSync(out, { recursive: true });
    const { engine } = await makeNodeEngine();
    const [startMs, startCpu] = [performance.now(), process.cpuUsage()];
    const collectionId = await openAny(engine, pagesFolder);
    const app = await readApp('dist');
    await engine.publish({ collectionId, jobId: 'publish', mask: false, app, target: toNodeFolder(out) });
    const { user, system } = process.cpuUsage(startCpu);
    print({ who: 'quire', buildMs: Math.round(performance.now() - startMs), cpuMs: Math.round((user + system) / 1e3) });
  }
  print({ who: 'quire', sizeBytes: sizeOf(join(out, 'collection')) });
}

/** `time` reports the processor time, if it is installed. */
function buildPagefind(): void {
  const out = join(folder, 'pagefind');
  if (process.env.QUIRE_WITHOUT_PAGEFIND) return;
  if (!existsSync(out)) {
    const run = ['npx', '--yes', 'pagefind@1.6.0', '--site', pagesFolder, '--output-path', out];
    execFileSync('npx', ['--yes', 'pagefind@1.6.0', '--version'], { stdio: 'ignore' });
    const startMs = performance.now();
    const said = execFileSync(
      'bash',
      ['-c', `TIMEFORMAT='%U %S'; { time "$@" >/dev/null 2>&1; } 2>&1`, 'bash', ...run],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    print({ who: 'pagefind', buildMs: Math.round(performance.now() - startMs), said });
  }
  print({ who: 'pagefind', sizeBytes: sizeOf(out) });
}

/** Titles, words and neighbouring words of pages, in turn. The first is two plain words. */
function toQueries(all: readonly BenchPage[], wanted: number): Query[] {
  const made: Query[] = [];
  for (let i = 0; made.length < wanted; i++) {
    const { path, title, markdown } = all[(i * 7_919 + 813) % all.length] as BenchPage;
    const words = markdown.split(/\s+/).filter((word) => /^[a-zA-Z]{4,}$/.test(word));
    const kind = (made.length + 2) % 4;
    const start = (i * 17) % Math.max(1, words.length - 4);
    const text = kind === 0 ? title : words.slice(start, start + kind).join(' ');
    if (/[a-z]{3}/i.test(text)) made.push({ text, path, isTitle: kind === 0 });
  }
  return made;
}

function summarize({ first, shellBytes, later, found }: Asked): object {
  const at = (of: (cost: Cost) => number, share: number): number =>
    later.map(of).sort((a, b) => a - b)[Math.floor(later.length * share)] ?? 0;
  const both = (of: (cost: Cost) => number): string => `${at(of, 0.5)} / ${at(of, 0.95)}`;
  const ranks = queries.map(({ path }, i) => [...new Set(found[i])].indexOf(`${path}.html`) + 1);
  const titles = ranks.filter((_, i) => queries[i]?.isTitle);
  return {
    first,
    shellBytes,
    later: later.length,
    bytes: both((cost) => cost.bytes),
    requests: both((cost) => cost.requests),
    roundTrips: both((cost) => cost.roundTrips),
    titles: titles.length,
    titleFirst: titles.filter((rank) => rank === 1).length / titles.length,
    meanReciprocalRank: ranks.reduce((sum, rank) => sum + (rank === 0 ? 0 : 1 / rank), 0) / ranks.length,
  };
}

function sizeOf(root: string): number {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return entries.reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  );
}

function print(row: object): void {
  process.stdout.write(`${JSON.stringify(row)}\n`);
}
