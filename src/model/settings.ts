import { LIMITS } from './limits.ts';

/** Settings that affect chunks or ranking. Their canonical JSON is hashed into `index_id`, so names and order are part of the format. */
export interface Settings {
  readonly chunk_target_chars: number;
  readonly chunk_max_chars: number;
  readonly chunk_min_chars: number;
  readonly max_file_bytes: number;
  readonly max_chunks_per_file: number;
  readonly max_total_bytes: number;
  readonly stemming: boolean;
  readonly outline: 'tree-sitter' | 'none';
  readonly mask_secrets: boolean;
}

export const DEFAULT_SETTINGS: Settings = {
  chunk_target_chars: LIMITS.chunkTargetChars,
  chunk_max_chars: LIMITS.chunkMaxChars,
  chunk_min_chars: LIMITS.chunkMinChars,
  max_file_bytes: LIMITS.maxFileBytes,
  max_chunks_per_file: LIMITS.maxChunksPerFile,
  max_total_bytes: LIMITS.maxTotalBytes,
  stemming: true,
  outline: 'tree-sitter',
  mask_secrets: false,
};

/** Raised whenever the same raw files and settings would give different artifacts. Part of `index_id`. */
export const FORMAT_VERSION = 3;
