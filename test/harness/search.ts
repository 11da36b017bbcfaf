import { readFile, writeFile } from 'node:fs/promises';
import type { Engine } from '../../src/engine/contract.ts';
import type { Hit } from '../../src/model/hit.ts';
import { LIMITS } from '../../src/model/limits.ts';
import { getLimit, getOnly, getOption, parseArguments } from './arguments.ts';
import { createNodeEngine, openAny } from './node-engine.ts';

/** `search <dir|zip|index.json> --queries q.jsonl --run out.trec [--limit 100]` */
export async function runSearch(args: readonly string[]): Promise<undefined> {
  const parsed = parseArguments(args, [], ['queries', 'run', 'limit']);
  const path = getOnly(parsed, 'directory, archive or index.json');
  const limit = getLimit(parsed, 100);
  const queries = parseQueries(await readFile(getOption(parsed, 'queries'), 'utf8'));
  const { engine } = await createNodeEngine();
  const collectionId = await openAny(engine, path);
  const lines: string[] = [];
  const times: number[] = [];
  for (const query of queries) {
    const startMs = performance.now();
    const hits = await searchAll(engine, collectionId, query.text, limit);
    times.push(performance.now() - startMs);
    hits.forEach((hit, i) => {
      lines.push(`${query.id} Q0 ${hit.path}#${hit.lines[0]}-${hit.lines[1]} ${i + 1} ${hit.score} quire\n`);
    });
  }
  await writeFile(getOption(parsed, 'run'), lines.join(''));
  process.stdout.write(`${JSON.stringify(toPercentiles(times))}\n`);
}

export function parseQueries(text: string): { id: string; text: string }[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as { id: string; text: string });
}

export function toPercentiles(times: readonly number[]): { p50: number; p95: number; max: number } {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 1000) / 1000;
  return { p50: at(0.5), p95: at(0.95), max: at(1) };
}

async function searchAll(engine: Engine, collectionId: string, text: string, limit: number): Promise<Hit[]> {
  const hits: Hit[] = [];
  while (hits.length < limit) {
    const wanted = Math.min(LIMITS.maxHits, limit - hits.length);
    const answer = await engine.search(collectionId, text, { limit: wanted, offset: hits.length });
    hits.push(...answer.hits);
    if (answer.hits.length < wanted) break;
  }
  return hits;
}
