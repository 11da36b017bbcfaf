import { toSourceInput } from '../../src/cli/node-engine.ts';
import type { Engine } from '../../src/engine/contract.ts';
import type { Chunk } from '../../src/model/chunk.ts';
import { makeNodeEngine } from '../support/node-engine.ts';
import { searchFts5, searchMiniSearch } from './peers.ts';

export type Place = Pick<Chunk, 'path' | 'startLine' | 'endLine'>;
export type Search = (query: string) => Promise<readonly Place[]>;

/** A tree as a collection of the engine, searched by it and, on the same chunks, by MiniSearch and SQLite FTS5 in this order. */
export async function openTree(name: string, tree: string, limit: number) {
  const { engine } = await makeNodeEngine();
  const { id } = await engine.createCollection({ name });
  await engine.ingest({ collectionId: id, jobId: 'ingest', input: await toSourceInput(tree) });
  const chunks = await readChunks(engine, id);
  const records = chunks.map(({ headingPath, content, symbol = '', path }) => ({
    title: headingPath.join(' '),
    text: content,
    symbol,
    path,
  }));
  const toPlaces =
    (search: (query: string) => number[]): Search =>
    async (query) =>
      search(query).map((at) => chunks[at] as Chunk);
  const quire: Search = async (query) => {
    const { hits } = await engine.search(id, query, { limit });
    return hits.map(({ path, lines: [startLine, endLine] }) => ({ path, startLine, endLine }));
  };
  const peers = [searchMiniSearch(records, limit), await searchFts5(records, limit)];
  return { engine, id, quire, searches: [quire, ...peers.map(toPlaces)] };
}

async function readChunks(engine: Engine, collectionId: string): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  const { total_chunks: total } = await engine.stats(collectionId);
  const digits = Math.max(4, total.toString(36).length);
  for (let i = 1; i <= total; i++) {
    const answer = await engine.getChunk(collectionId, `c${i.toString(36).padStart(digits, '0')}`);
    if (answer !== undefined) chunks.push(answer.chunk);
  }
  return chunks;
}
