interface ListOptions {
  readonly prefix: string;
  readonly after?: string;
  readonly limit?: number;
  readonly reverse?: boolean;
}

/** Tables of small records. `list` returns pages in key order, or newest first with `reverse`. */
export interface ScopableRecords<Table extends string> {
  get<T>(table: Table, key: string): Promise<T | undefined>;
  put(table: Table, key: string, value: unknown): Promise<void>;
  putMany(table: Table, entries: readonly (readonly [string, unknown])[]): Promise<void>;
  delete(table: Table, key: string): Promise<void>;
  deletePrefix(table: Table, prefix: string): Promise<void>;
  list<T>(table: Table, options: ListOptions): Promise<readonly (readonly [string, T])[]>;
  /** Keys in order, without their values, which may be large. */
  listKeys(table: Table, prefix: string): Promise<readonly string[]>;
}

/** Shows the records of one owner: every stored key begins with the owner's name, which the owner does not see. */
export function scopeRecords<Table extends string>(
  records: ScopableRecords<Table>,
  owner: string,
): ScopableRecords<Table> {
  const own = `${owner}/`;
  return {
    get: (table, key) => records.get(table, own + key),
    put: (table, key, value) => records.put(table, own + key, value),
    putMany: (table, entries) =>
      records.putMany(
        table,
        entries.map(([key, value]) => [own + key, value] as const),
      ),
    delete: (table, key) => records.delete(table, own + key),
    deletePrefix: (table, prefix) => records.deletePrefix(table, own + prefix),
    async list<T>(table: Table, options: ListOptions) {
      const { after, ...rest } = options;
      const rows = await records.list<T>(table, {
        ...rest,
        prefix: own + options.prefix,
        ...(after === undefined ? {} : { after: own + after }),
      });
      return rows.map(([key, value]) => [key.slice(own.length), value] as const);
    },
    listKeys: async (table, prefix) =>
      (await records.listKeys(table, own + prefix)).map((key) => key.slice(own.length)),
  };
}
