import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { DocRecord } from '../harness/search-docs.ts';
import { testData } from '../support/test-data.ts';

export interface RetrievalSet {
  readonly name: string;
  readonly records: readonly DocRecord[];
  readonly queries: readonly { readonly id: string; readonly text: string }[];
  /** nDCG@10, MRR@10 and recall@100 of ranked ids by query. */
  evaluate(run: ReadonlyMap<string, readonly string[]>): { ndcg10: number; mrr10: number; r100: number };
}

const SETS = ['cranfield', 'cosqa-dev'];

/** Test collections with the evaluator that came with them. */
export async function readRetrievalSets(): Promise<RetrievalSet[]> {
  const evaluator = (await import(pathToFileURL(testData.path('retrieval', 'evaluate.mjs')).href)) as {
    loadQrels(path: string): unknown;
    evaluate(qrels: unknown, run: unknown): { ndcg10: number; mrr10: number; r100: number };
  };
  return SETS.map((name) => {
    const qrels = evaluator.loadQrels(testData.path('retrieval', name));
    return {
      name,
      records: readLines(name, 'corpus.jsonl') as DocRecord[],
      queries: readLines(name, 'queries.jsonl') as { id: string; text: string }[],
      evaluate: (run) => evaluator.evaluate(qrels, run),
    };
  });
}

function readLines(name: string, file: string): unknown[] {
  const text = readFileSync(testData.path('retrieval', name, file), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
}
