import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toSourceInput } from '../../src/cli/node-engine.ts';
import type { Engine } from '../../src/engine/contract.ts';
import { makeNodeEngine } from '../support/node-engine.ts';
import { testData } from '../support/test-data.ts';

const LANGUAGES = ['de', 'es', 'fr', 'pt-br', 'ru', 'ja', 'ko', 'zh-cn', 'vault-en'];
const PROJECTS = ['flask', 'pytest', 'requests', 'sphinx'];
const LIMIT = 30;

interface Page {
  readonly id: string;
  readonly text: string;
  readonly path: string;
}
interface Question {
  readonly text: string;
  readonly gold: readonly { readonly path: string; readonly lines: readonly [number, number] }[];
}

/** MRR@10 of pages in other languages by kind of query; questions in sentences whose lines are among the first ten hits, and MRR@10 of their files. */
async function main(): Promise<void> {
  if (!testData.available) {
    print(`${testData.reason}\n`);
    return;
  }
  print(
    '\nPages by language, MRR@10: Kubernetes documentation and an English vault. A query is a title, words of a sentence, or other forms of these words.\n',
  );
  for (const language of LANGUAGES) {
    const archive = testData.path('languages', `${language}.tar.gz`);
    await withTree(archive, async (engine, id) => {
      const means = await rankPages(engine, id, readLines<Page>(testData.path('languages', `${language}.gold.jsonl`)));
      print(`${language}: ${means}\n`);
    });
  }
  print(
    '\nQuestions in sentences, ten per project: answered if a line of the answer is in the first ten hits; MRR@10 of the file.\n',
  );
  for (const project of PROJECTS) {
    await withTree(testData.path('packs', project, 'snapshot.tar.gz'), async (engine, id) => {
      const questions = readLines<Question>(testData.path('questions', `${project}.jsonl`));
      print(`${project}: ${await answer(engine, id, questions)}\n`);
    });
  }
}

function print(text: string): void {
  process.stdout.write(text);
}

async function withTree(archive: string, use: (engine: Engine, id: string) => Promise<void>): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'quire-tree-'));
  execFileSync('tar', ['xzf', archive, '-C', work]);
  const [only, ...others] = readdirSync(work);
  const { engine } = await makeNodeEngine();
  const { id } = await engine.createCollection({ name: 'tree' });
  const root = others.length === 0 ? join(work, only as string) : work;
  await engine.ingest({ collectionId: id, jobId: 'ingest', input: await toSourceInput(root) });
  await use(engine, id);
  rmSync(work, { recursive: true });
}

async function rankPages(engine: Engine, id: string, pages: readonly Page[]): Promise<string> {
  const sums = new Map<string, { count: number; sum: number }>();
  for (const page of pages) {
    const kind = page.id.split('-')[0] as string;
    const { count, sum } = sums.get(kind) ?? { count: 0, sum: 0 };
    const { hits } = await engine.search(id, page.text, { limit: LIMIT });
    const place = [...new Set(hits.map(({ path }) => path))].slice(0, 10).indexOf(page.path);
    sums.set(kind, { count: count + 1, sum: sum + (place < 0 ? 0 : 1 / (place + 1)) });
  }
  return [...sums].map(([kind, { count, sum }]) => `${kind} ${(sum / count).toFixed(3)}`).join(', ');
}

async function answer(engine: Engine, id: string, questions: readonly Question[]): Promise<string> {
  let [found, sum] = [0, 0];
  const places: string[] = [];
  for (const { text, gold } of questions) {
    const { hits } = await engine.search(id, text, { limit: 10 });
    const place = hits.findIndex(({ path }) => gold.some((own) => own.path === path));
    if (place >= 0) sum += 1 / (place + 1);
    places.push(place < 0 ? '–' : `${place + 1}`);
    const isAnswered = hits.some(({ path, lines: [first, last] }) =>
      gold.some((own) => own.path === path && first <= own.lines[1] && last >= own.lines[0]),
    );
    if (isAnswered) found++;
  }
  return `${found} of ${questions.length}, MRR ${(sum / questions.length).toFixed(3)}, places ${places.join(' ')}`;
}

function readLines<T>(path: string): T[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
}

await main();
