import { NO_STATS } from '../collection.ts';
import * as z from './zod.ts';

const count = z.number().check(z.nonnegative());
const STATS = {
  total_files: count,
  empty_files: count,
  refused_files: count,
  total_chunks: count,
  total_bytes: count,
  total_tokens: count,
  failed: count,
};

/** Rows may come from an older or a newer release: only what listing and opening needs is checked. */
export const CollectionRow = z.looseObject({
  id: z.string().check(z.minLength(1)),
  name: z.string(),
  index_id: z.string(),
  generation: count,
  settings: z.looseObject({}),
  sources: z.array(z.looseObject({ id: z.string(), slug: z.string(), name: z.string() })),
  // Invalid stats must not hide the collection: the next sync counts again.
  stats: z.catch(z.looseObject(STATS), { ...NO_STATS }),
  storedBytes: count,
  createdAt: z.string(),
  changedAt: z.string(),
  hidden: z.optional(z.object({ session: z.string(), keptUntil: z.optional(z.string()) })),
});

export const StoredFileRow = z.looseObject({
  name: z.string(),
  role: z.string(),
  length: count,
  hash: z.string(),
  where: z.enum(['opfs', 'idb', 'memory', 'disk']),
  shard: z.optional(count),
});

export const IndexesRow = z.looseObject({
  id: z.string(),
  generation: count,
  formatVersion: count,
  files: z.array(StoredFileRow),
});
