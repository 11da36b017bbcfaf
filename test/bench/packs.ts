import { openAny } from '../../src/cli/node-engine.ts';
import type { Engine, PackRule } from '../../src/engine/contract.ts';
import { makeNodeEngine } from '../support/node-engine.ts';
import {
  addScore,
  type Issue,
  type Lines,
  PROJECTS,
  readIssues,
  type Score,
  scoreLines,
  withTree,
} from './packs/issues.ts';
import { createMiniSearchPacks, runRepomix, type WholeTree } from './packs/peers.ts';
import { comparePackTimes } from './packs/times.ts';

const COLUMNS = [
  { name: '8,000, title', text: 'title', budget: 8_000 },
  { name: '8,000, whole issue', text: 'whole', budget: 8_000 },
  { name: '32,000, title', text: 'title', budget: 32_000 },
  { name: '32,000, whole issue', text: 'whole', budget: 32_000 },
] as const;
const RULES: readonly PackRule[] = [
  'quotes',
  'compounds',
  'secondary',
  'prose',
  'small',
  'head',
  'whole',
  'targets',
  'links',
];

type Row = Map<string, Score>;
type Table = Map<string, Row>;

/**
 * `bench:packs`: the files and hunks of real changes inside packs, with and without the rules, MiniSearch with the same chunks, and what repomix
 * needs. `--rules` also switches off one rule at a time; `--no-repomix` skips repomix, which needs a download.
 * `bench:packs <dir> <queries.jsonl>`: the time of a pack compared with its initial search.
 */
async function main(args: readonly string[]): Promise<void> {
  const [folder, queries] = args.filter((arg) => !arg.startsWith('--'));
  if (folder !== undefined && queries !== undefined) return comparePackTimes(folder, queries);
  const table: Table = new Map();
  const byProject: Table = new Map();
  const trees: [string, WholeTree][] = [];
  for (const project of PROJECTS)
    await withTree(project, async (tree) => {
      const issues = readIssues(project);
      const { engine } = await makeNodeEngine();
      const collectionId = await openAny(engine, tree);
      const rules = args.includes('--rules') ? RULES : [];
      await measureProject({ engine, collectionId, tree, project, issues, rules }, { table, byProject });
      process.stderr.write(`${project} measured\n`);
      if (args.includes('--no-repomix')) return;
      trees.push([`${project}, whole`, await runRepomix(tree, issues, false)]);
      trees.push([`${project}, --compress`, await runRepomix(tree, issues, true)]);
    });
  print(
    'Percent of the files / hunks of 42 real changes that a pack from the title or the whole text of their issue contains.',
  );
  printTable('', table);
  printTable('by project', byProject);
  for (const [name, { tokens, hunks, goldHunks }] of trees)
    print(`repomix, ${name}: ${tokens} tokens, hunks ${toPercent(hunks, goldHunks)}`);
}

interface Project {
  readonly engine: Engine;
  readonly collectionId: string;
  readonly tree: string;
  readonly project: string;
  readonly issues: readonly Issue[];
  /** Rules to switch off one at a time. */
  readonly rules: readonly PackRule[];
}

async function measureProject(
  { engine, collectionId, tree, project, issues, rules }: Project,
  { table, byProject }: { table: Table; byProject: Table },
): Promise<void> {
  const pack = async (query: string, budgetTokens: number, without: readonly PackRule[]): Promise<readonly Lines[]> => {
    const options = { collectionId, query, budgetTokens, without } as const;
    return (await engine.makePack({ ...options, format: 'markdown', counter: 'o200k', mask: false })).items;
  };
  const miniSearch = await createMiniSearchPacks(engine, collectionId);
  const ways: [string, (query: string, budget: number) => Promise<readonly Lines[]>][] = [
    ['the pack', (query, budget) => pack(query, budget, [])],
    ...rules.map((rule): (typeof ways)[number] => [`without ${rule}`, (query, budget) => pack(query, budget, [rule])]),
    ['without any', (query, budget) => pack(query, budget, RULES)],
    ['MiniSearch', async (query, budget) => miniSearch(query, budget)],
  ];
  for (const [name, ask] of ways)
    for (const { name: column, text, budget } of COLUMNS)
      for (const issue of issues) {
        const score = scoreLines(tree, issue, await ask(issue[text], budget));
        add(table, name, column, score);
        if (name === 'the pack') add(byProject, project, column, score);
      }
}

function add(table: Table, name: string, column: string, score: Score): void {
  const row: Row = table.get(name) ?? new Map();
  table.set(name, row);
  const sum = row.get(column) ?? { files: 0, goldFiles: 0, hunks: 0, goldHunks: 0 };
  row.set(column, sum);
  addScore(sum, score);
}

function printTable(title: string, table: Table): void {
  print(`\n| ${title} | ${COLUMNS.map(({ name }) => name).join(' | ')} |\n|---|${'---|'.repeat(COLUMNS.length)}`);
  for (const [name, row] of table) {
    const cells = COLUMNS.map(({ name: column }) => {
      const { files, goldFiles, hunks, goldHunks } = row.get(column) as Score;
      return `${toPercent(files, goldFiles)} / ${toPercent(hunks, goldHunks)}`;
    });
    print(`| ${name} | ${cells.join(' | ')} |`);
  }
}

function toPercent(part: number, all: number): string {
  return ((100 * part) / Math.max(1, all)).toFixed(0);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

await main(process.argv.slice(2));
