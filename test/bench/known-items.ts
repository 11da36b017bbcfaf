import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runSearch } from '../../src/engine/search/run-search.ts';
import type { Kernel } from '../../src/kernel/contract.ts';
import { loadNodeKernel } from '../support/node-kernel.ts';
import { makeSearchTarget } from '../support/search-target.ts';
import { searchFts5, searchMiniSearch } from './peers.ts';
import { type KnownChunk, MEMORIES, makeRemembered } from './remembered.ts';

type Search = (query: string) => Promise<readonly number[]> | readonly number[];

const PER_MEMORY = 400;
const MAX_BYTES = 400_000;

/** MRR@10 of chunks that are looked for by words that are remembered: Markdown under node_modules, or the .md and .txt files of the folders given. */
async function main(folders: readonly string[]): Promise<void> {
  const kernel = await loadNodeKernel();
  const lines = [
    `\nKnown items, MRR@10, in the Markdown of ${folders.join(', ')}. A query is what someone remembers of a chunk: words in sequence, some words, a sentence, a heading.`,
    '\n| chunks | remembered | queries | quire | MiniSearch | SQLite FTS5 porter, OR |',
    '|---|---|---|---|---|---|',
  ];
  for (const folder of folders) {
    const { chunks, search } = openQuire(kernel, readTexts(folder));
    const records = chunks.map(({ path, headingPath, text }) => ({ title: headingPath.join(' '), text, path }));
    const searches = [search, searchMiniSearch(records, 10), await searchFts5(records, 10)];
    for (const name of MEMORIES) {
      const queries = makeRemembered(chunks, name, PER_MEMORY);
      if (queries.length === 0) continue;
      const means: string[] = [];
      for (const ask of searches) {
        let sum = 0;
        for (const { text, right } of queries) {
          const place = (await ask(text)).findIndex((chunk) => right.has(chunk));
          if (place >= 0) sum += 1 / (place + 1);
        }
        means.push((sum / queries.length).toFixed(3));
      }
      lines.push(`| ${chunks.length} | ${name} | ${queries.length} | ${means.join(' | ')} |`);
    }
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

function readTexts(folder: string): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, entry);
    if (!/\.(md|txt)$/i.test(entry) || (folder === 'node_modules' && !/\.md$/i.test(entry))) continue;
    if (statSync(path).isFile() && statSync(path).size <= MAX_BYTES) texts[entry] = readFileSync(path, 'utf8');
  }
  return texts;
}

/** The chunks of the engine itself, and its search over them. */
function openQuire(kernel: Kernel, texts: Record<string, string>): { chunks: KnownChunk[]; search: Search } {
  const target = makeSearchTarget(kernel, texts);
  const { shard, fileOrder } = target.shards[0] as (typeof target.shards)[number];
  const encoded = new Map<string, Uint8Array>();
  const chunks = Array.from(fileOrder).flatMap((file, i) => {
    const { path } = target.fileNames(file);
    const bytes = encoded.get(path) ?? kernelText(kernel, texts[path] as string);
    encoded.set(path, bytes);
    const first = shard.fileStarts[i] as number;
    return Array.from({ length: (shard.fileStarts[i + 1] as number) - first }, (_, c) => {
      const { startByte, endByte, headingPath } = shard.chunk(first + c);
      return { path, headingPath, text: new TextDecoder().decode(bytes.subarray(startByte, endByte)) };
    });
  });
  const search: Search = async (query) => {
    const { hits } = await runSearch(kernel, target, query, { limit: 10 });
    return hits.map(({ ref }) => Number.parseInt(ref.slice(1), 36) - 1);
  };
  return { chunks, search };
}

/** The text that chunk spans point into. */
function kernelText(kernel: Kernel, text: string): Uint8Array {
  const decoded = kernel.decode(new TextEncoder().encode(text));
  return 'text' in decoded ? decoded.text : new Uint8Array();
}

const folders = process.argv.slice(2);
await main(folders.length === 0 ? ['node_modules'] : folders);
