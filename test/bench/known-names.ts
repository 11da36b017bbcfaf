import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testData } from '../support/test-data.ts';
import { rankNameWords } from './name-words.ts';
import { openTree, type Place, type Search } from './tree-searches.ts';

interface Known {
  readonly text: string;
  readonly path: string;
  readonly line: number;
}

const PROJECTS = ['pytest', 'sphinx', 'metro', 'flask', 'requests'];
const SETS = ['definitions', 'titles'] as const;
const LIMIT = 10;

/** MRR@10 of the definition of a name that is defined once and used often, of the page of a title, and of names by one of their words, in snapshots of real projects or the folders given. */
async function main(folders: readonly string[]): Promise<void> {
  if (!testData.available) {
    process.stdout.write(`${testData.reason}\n`);
    return;
  }
  const lines = [
    '\nNames and titles, MRR@10, in the trees of real projects, indexed whole. A query is the name of a definition, the title of a page, or one word of several names.',
    '\n| project | asked for | queries | quire | MiniSearch | SQLite FTS5 porter, OR |',
    '|---|---|---|---|---|---|',
  ];
  for (const project of folders.length === 0 ? PROJECTS : folders) {
    const work = mkdtempSync(join(tmpdir(), 'quire-names-'));
    lines.push(...(await measure(project, work)));
    rmSync(work, { recursive: true });
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function measure(project: string, work: string): Promise<string[]> {
  const isFolder = project.includes('/');
  const tree = isFolder ? project : work;
  if (!isFolder) execFileSync('tar', ['xzf', testData.path('packs', project, 'snapshot.tar.gz'), '-C', work]);
  const out = mkdtempSync(join(tmpdir(), 'quire-known-'));
  execFileSync(process.execPath, [testData.path('packs', 'known.mjs'), tree, out]);
  const { engine, id, quire, searches } = await openTree(project, tree, LIMIT);
  const lines: string[] = [];
  for (const name of SETS) {
    const known = readKnown(join(out, `${name}.gold.jsonl`));
    if (known.length === 0) continue;
    const means: string[] = [];
    for (const search of searches) means.push((await toMrr(search, known, name === 'titles')).toFixed(3));
    lines.push(`| ${project} | ${name} | ${known.length} | ${means.join(' | ')} |`);
    const spoken = name === 'titles' ? [] : known.map(toSpoken).filter(({ text }) => text.includes(' '));
    if (spoken.length === 0) continue;
    const mean = (await toMrr(quire, spoken, false)).toFixed(3);
    lines.push(`| ${project} | ${name} typed as words | ${spoken.length} | ${mean} | – | – |`);
  }
  const [count, mrr, share] = await rankNameWords(engine, id, tree);
  const figures = `${mrr.toFixed(3)}, right among the first five ${share.toFixed(3)}`;
  lines.push(`| ${project} | words that are part of names | ${count} | ${figures} | – | – |`);
  rmSync(out, { recursive: true });
  return lines;
}

/** `DefaultStorageFinder` → `default storage finder`. */
function toSpoken(known: Known): Known {
  const words = known.text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2');
  return { ...known, text: words.replace(/[_.]+/g, ' ').trim().toLowerCase() };
}

function readKnown(path: string): Known[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Known);
}

async function toMrr(search: Search, known: readonly Known[], byPage: boolean): Promise<number> {
  let sum = 0;
  for (const { text, path, line } of known) {
    const isRight = (place: Place): boolean =>
      place.path === path && (byPage || (place.startLine <= line && line <= place.endLine));
    const rank = (await search(text)).findIndex(isRight);
    if (rank >= 0) sum += 1 / (rank + 1);
  }
  return sum / known.length;
}

await main(process.argv.slice(2));
