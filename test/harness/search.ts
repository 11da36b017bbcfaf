import { readFile, writeFile } from 'node:fs/promises';
import { openAny } from '../../src/cli/node-engine.ts';
import type { Engine } from '../../src/engine/contract.ts';
import { resolveAges } from '../../src/lib/dates.ts';
import type { Hit } from '../../src/model/hit.ts';
import { LIMITS } from '../../src/model/limits.ts';
import type { Traffic } from '../../src/publish/contract.ts';
import { makeNodeEngine } from '../support/node-engine.ts';
import { getLimit, getOnly, getOption, parseArguments } from './arguments.ts';

/**
 * `search <dir|zip|index.json> --queries q.jsonl --run out.trec [--limit 100]`; with `--from <url> [--passphrase <text>]` instead of the path it
 * searches a published collection and prints the cost of each query before the times.
 */
export async function runSearch(args: readonly string[]): Promise<undefined> {
  const parsed = parseArguments(args, [], ['queries', 'run', 'limit', 'from', 'passphrase']);
  const from = parsed.options.get('from');
  const path = from === undefined ? getOnly(parsed, 'directory, archive or index.json') : '';
  const limit = getLimit(parsed, 100);
  const queries = parseQueries(await readFile(getOption(parsed, 'queries'), 'utf8'));
  const { engine } = await makeNodeEngine();
  // Opening is part of the first query, because the user waits for it too.
  let startMs = performance.now();
  const collectionId =
    from === undefined
      ? await openAny(engine, path)
      : (await engine.openPublished(from, parsed.options.get('passphrase'))).id;
  const lines: string[] = [];
  const times: number[] = [];
  let before: Traffic = { requests: 0, bytes: 0, roundTrips: 0, wholeFiles: false };
  for (const [i, query] of queries.entries()) {
    if (from === undefined || i > 0) startMs = performance.now();
    const hits = await searchAll(engine, collectionId, query.text, limit);
    times.push(performance.now() - startMs);
    if (from !== undefined) {
      const now = await engine.publishedTraffic(collectionId);
      process.stdout.write(`${JSON.stringify(toCost(query.id, before, now, times.at(-1) as number))}\n`);
      before = now;
    }
    hits.forEach((hit, i) => {
      lines.push(`${query.id} Q0 ${hit.path}#${hit.lines[0]}-${hit.lines[1]} ${i + 1} ${hit.score} quire\n`);
    });
  }
  await writeFile(getOption(parsed, 'run'), lines.join(''));
  process.stdout.write(`${JSON.stringify(toPercentiles(times))}\n`);
}

function toCost(id: string, before: Traffic, now: Traffic, ms: number): Record<string, string | number> {
  return {
    id,
    requests: now.requests - before.requests,
    bytes: now.bytes - before.bytes,
    roundTrips: now.roundTrips - before.roundTrips,
    ms: Math.round(ms * 1000) / 1000,
  };
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
    const answer = await engine.search(collectionId, resolveAges(text, Date.now()), {
      limit: wanted,
      offset: hits.length,
    });
    hits.push(...answer.hits);
    if (answer.hits.length < wanted) break;
  }
  return hits;
}
