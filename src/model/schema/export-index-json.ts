import { WARNING_CODES } from '../warning.ts';
import * as z from './zod.ts';

const Count = z.int().check(z.nonnegative());
const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** `settings` in our index.json. */
export const ExportSettings = z.object({
  chunk_target_chars: Count,
  chunk_max_chars: z.int().check(z.positive(), z.maximum(10_000_000)),
  chunk_min_chars: Count,
  max_file_bytes: Count,
  max_chunks_per_file: Count,
  max_total_bytes: Count,
  stemming: z.boolean(),
  outline: z.enum(['tree-sitter', 'none']),
  mask_secrets: z.boolean(),
});

export const ExportHeader = z.object({ version: z.int().check(z.positive()), index_id: Hash });

export const ExportWarning = z.object({
  path: z.string(),
  code: z.enum(WARNING_CODES),
  message: z.string(),
  limit: z.optional(z.number()),
  actual: z.optional(z.number()),
  line: z.optional(z.int()),
});

/** Warnings of the seed system have their own codes. */
export const SeedWarning = z.object({ path: z.string(), code: z.string(), message: z.string() });
