import sqlite3InitModule from '@sqlite.org/sqlite-wasm';

export interface Fts5 {
  add(values: readonly string[]): void;
  commit(): void;
  /** Row ids from 1, best first. */
  search(query: string, limit: number): readonly number[];
  count(query: string): number;
  bytes(): number;
  close(): void;
}

/** An FTS5 table with the porter tokenizer in the official wasm build; the words of a query are joined by OR, as its users do for questions. */
export async function openFts5(columns: readonly string[]): Promise<Fts5> {
  const sqlite3 = await sqlite3InitModule();
  const db = new sqlite3.oo1.DB(':memory:');
  db.exec(`CREATE VIRTUAL TABLE docs USING fts5(${columns.join(', ')}, tokenize = 'porter unicode61')`);
  db.exec('BEGIN');
  let open = true;
  const insert = db.prepare(`INSERT INTO docs VALUES (${columns.map(() => '?').join(', ')})`);
  const select = db.prepare('SELECT rowid FROM docs WHERE docs MATCH ? ORDER BY rank LIMIT ?');
  const table: Fts5 = {
    add(values) {
      insert.bind([...values]).stepReset();
    },
    commit() {
      if (open) db.exec('COMMIT');
      open = false;
    },
    search(query, limit) {
      const match = toMatch(query);
      if (match === '') return [];
      const rows: number[] = [];
      select.bind([match, limit]);
      while (select.step()) rows.push(select.getInt(0) as number);
      select.reset();
      return rows;
    },
    count: (query) => table.search(query, 1_000_000).length,
    bytes: () => Number(db.selectValue('SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()')),
    close() {
      insert.finalize();
      select.finalize();
      db.close();
    },
  };
  return table;
}

function toMatch(query: string): string {
  return (query.match(/[\p{L}\p{N}_]+/gu) ?? []).map((word) => `"${word}"`).join(' OR ');
}
