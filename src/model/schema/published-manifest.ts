import { NO_STATS } from '../collection.ts';
import { ExportSettings } from './export-index-json.ts';
import * as z from './zod.ts';

const Count = z.int().check(z.nonnegative(), z.maximum(Number.MAX_SAFE_INTEGER));
/** A count for each figure. */
const STATS = Object.fromEntries(Object.keys(NO_STATS).map((name) => [name, Count])) as Record<
  keyof typeof NO_STATS,
  typeof Count
>;
const Name = z.string().check(z.maxLength(1_000));

/** A file in the folder of the manifest: no path, no address, nothing that a host or a file system could interpret. */
const FILE_NAME = /^([a-z]{1,12}-[0-9a-f]{16}|[0-9a-f]{32})\.bin$/;
const File = z.object({ name: z.string().check(z.regex(FILE_NAME)), bytes: Count });
const Part = z.object({ start: Count, end: Count, hash: z.string().check(z.regex(/^[0-9a-f]{32}$/)) });

/** Untrusted `body` of the manifest of a published collection. docs/formats/published.md. */
export const PublishedManifest = z.object({
  name: Name,
  description: z.optional(Name),
  start: z.optional(Name),
  readingOnly: z.optional(z.boolean()),
  pages: z.optional(Name),
  index_id: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  settings: ExportSettings,
  stats: z.object({ ...STATS, waiting_files: z.optional(Count) }),
  sources: z
    .array(
      z.object({
        id: Name,
        slug: Name,
        name: Name,
        type: z.enum(['folder', 'files', 'archive', 'paste', 'site', 'repository', 'import', 'sample']),
        files: Count,
      }),
    )
    .check(z.maxLength(1_000)),
  files: z.object({
    index: File,
    words: z.array(File).check(z.maxLength(64)),
    text: File,
    files: File,
    outlines: File,
    assets: File,
    ids: File,
  }),
  parts: z.object({ head: Part, files: Part, outlines: Part, assets: Part, ids: Part }),
});

export type PublishedManifest = z.infer<typeof PublishedManifest>;

const Id = z.string().check(z.regex(/^[0-9a-f]{32}$/));

/** Untrusted manifest of an encrypted collection. Fewer iterations would make a passphrase easy to guess; more would hang the page. */
export const SealedManifest = z.object({
  id: Id,
  check: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  salt: z.optional(Id),
  iterations: z.optional(z.int().check(z.minimum(100_000), z.maximum(10_000_000))),
  body: z.string(),
});

export type SealedManifest = z.infer<typeof SealedManifest>;
