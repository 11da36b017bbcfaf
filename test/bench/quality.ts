import { appendFileSync } from 'node:fs';
import type { Kernel } from '../../src/kernel/contract.ts';
import { indexDocs } from '../harness/search-docs.ts';
import { loadNodeKernel } from '../support/node-kernel.ts';
import type { RecordSide } from '../support/record-terms.ts';
import { testData } from '../support/test-data.ts';
import { searchFts5, searchMiniSearch } from './peers.ts';
import { type RetrievalSet, readRetrievalSets } from './retrieval-sets.ts';

type Searcher = (query: string) => readonly string[];

const LIMIT = 100;

/** nDCG@10, MRR@10 and recall@100 of the kernel and two peers, same records, same queries, same run. */
async function main(): Promise<void> {
  if (!testData.available) {
    process.stdout.write(`${testData.reason}\n`);
    return;
  }
  const kernel = await loadNodeKernel();
  const sets = await readRetrievalSets();
  const lines = [
    '\nRetrieval sets. A query is a question of the set, a hit is right if the set judges it relevant.',
    ...sets.map(({ name, records, queries }) => `${name}: ${records.length} records, ${queries.length} queries.`),
    '\n| set | system | nDCG@10 | MRR@10 | recall@100 |',
    '|---|---|---|---|---|',
  ];
  for (const set of sets) {
    for (const [system, create] of [
      ['quire', () => searchQuire(kernel, set)],
      ['MiniSearch', async () => toIds(set, searchMiniSearch(set.records, LIMIT))],
      ['SQLite FTS5 porter, OR', async () => toIds(set, await searchFts5(set.records, LIMIT))],
    ] as const) {
      const search = await create();
      const run = new Map(set.queries.map(({ id, text }) => [id, search(text)]));
      const { ndcg10, mrr10, r100 } = set.evaluate(run);
      lines.push(`| ${set.name} | ${system} | ${ndcg10.toFixed(3)} | ${mrr10.toFixed(3)} | ${r100.toFixed(3)} |`);
    }
  }
  process.stdout.write(`${lines.join('\n')}\n`);
  if (process.env.QUIRE_BENCH_OUT) appendFileSync(process.env.QUIRE_BENCH_OUT, `${lines.join('\n')}\n`);
}

async function searchQuire(kernel: Kernel & RecordSide, set: RetrievalSet): Promise<Searcher> {
  const index = indexDocs(kernel, set.records);
  return (query) => index.search(query, LIMIT).map(({ id }) => id);
}

function toIds(set: RetrievalSet, search: (query: string) => number[]): Searcher {
  return (query) => search(query).map((at) => (set.records[at] as { id: string }).id);
}

await main();
