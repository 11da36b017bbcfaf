import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { testData } from '../support/test-data.ts';
import { openTree, type Search } from './tree-searches.ts';

interface Known {
  readonly text: string;
  readonly gold: readonly { readonly path: string; readonly lines: readonly [number, number] }[];
}

const ERRORS = ['spring-web', 'coroutines', 'tsdb', 'svelte', 'activerecord', 'redis'];
const LIMIT = 10;

/** Pasted errors and keys whose line is among the first hits, in snapshots of real projects, or in a tree with the files of queries given. */
async function main([tree, ...files]: readonly string[]): Promise<void> {
  if (!testData.available) {
    process.stdout.write(`${testData.reason}\n`);
    return;
  }
  const lines = [
    '\nPasted errors, config keys and constants: the line that throws or defines it is the first hit / among the first three; queries without a hit.',
    '\n| queries | number | quire | MiniSearch | SQLite FTS5 porter, OR |',
    '|---|---|---|---|---|',
  ];
  if (tree !== undefined) lines.push(...(await measure(tree, files)));
  for (const project of tree === undefined ? ERRORS : []) {
    const work = mkdtempSync(join(tmpdir(), 'quire-errors-'));
    execFileSync('tar', ['xzf', testData.path('commits', project, 'snapshot.tar.gz'), '-C', work]);
    const sets = project === 'spring-web' ? [project, `${project}-keys`] : [project];
    lines.push(
      ...(await measure(
        work,
        sets.map((set) => testData.path('errors', `${set}.jsonl`)),
      )),
    );
    rmSync(work, { recursive: true });
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function measure(tree: string, files: readonly string[]): Promise<string[]> {
  const { searches } = await openTree(basename(tree), tree, LIMIT);
  const lines: string[] = [];
  for (const file of files) {
    const known = readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Known);
    const counts: string[] = [];
    for (const search of searches) counts.push(await countFound(search, known));
    lines.push(`| ${basename(file, '.jsonl')} | ${known.length} | ${counts.join(' | ')} |`);
  }
  return lines;
}

async function countFound(search: Search, known: readonly Known[]): Promise<string> {
  const count = { first: 0, three: 0, none: 0 };
  for (const { text, gold } of known) {
    const hits = await search(text);
    const rank = hits.findIndex((hit) =>
      gold.some(({ path, lines: [from, to] }) => path === hit.path && hit.startLine <= to && from <= hit.endLine),
    );
    if (rank === 0) count.first++;
    if (rank >= 0 && rank < 3) count.three++;
    if (hits.length === 0) count.none++;
  }
  return `${count.first} / ${count.three}; ${count.none}`;
}

await main(process.argv.slice(2));
