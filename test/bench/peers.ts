import MiniSearch from 'minisearch';
import { openFts5 } from './fts5.ts';

export interface PeerRecord {
  readonly title?: string;
  readonly text: string;
  readonly symbol?: string;
  readonly path?: string;
}

/** Returns the positions of the best records. */
type PeerSearch = (query: string) => number[];

const FIELDS = ['title', 'text', 'symbol', 'path'];

export function searchMiniSearch(records: readonly PeerRecord[], limit: number): PeerSearch {
  const index = new MiniSearch({ fields: FIELDS });
  index.addAll(records.map(({ title, text, symbol, path }, id) => ({ id, title, text, symbol, path })));
  return (query) =>
    index
      .search(query)
      .slice(0, limit)
      .map(({ id }) => id as number);
}

export async function searchFts5(records: readonly PeerRecord[], limit: number): Promise<PeerSearch> {
  const table = await openFts5(FIELDS);
  for (const { title = '', text, symbol = '', path = '' } of records) table.add([title, text, symbol, path]);
  return (query) => table.search(query, limit).map((row) => row - 1);
}
