import type { Chunk, FileRow } from '../../model/chunk.ts';
import type { FileSelection } from '../../model/schema/choices.ts';
import type { Settings } from '../../model/settings.ts';
import type { Warning } from '../../model/warning.ts';
import type { FileOutline } from '../contract.ts';

/**
 * A full zip or an index.json that passed every check: reading it later fails only if the file changes. Opened by `openImport`, which throws
 * `import/not-ours`, `import/compact`, `import/newer-format` or `import/damaged`; `details` name the entry, and the byte, path or field at fault.
 */
export interface ImportedCollection {
  /** `seed` is version 1 of the system this format comes from. */
  readonly generator: 'quire' | 'seed';
  readonly format_version: number;
  /** As exported. An export lacks the files' own bytes, so the id is kept, not recomputed. */
  readonly index_id: string;
  readonly settings: Settings;
  /** Slugs of the sources if there were several: each is the first segment of its files' paths. Empty for a single source. */
  readonly sources: readonly string[];
  readonly totalFiles: number;
  readonly totalChunks: number;
  /** Warnings of the export, and those found while importing (`hash-mismatch`, `archive-entry`); sorted by path, line, code. */
  readonly warnings: readonly Warning[];
  /** Selections in `selections.json`; none if the entry is missing or invalid, which adds a warning. */
  readonly selections: readonly FileSelection[];
  /** Yields each file once with all its chunks. Reads the source again, file by file: memory does not grow with the collection. */
  files(): AsyncIterable<ImportedFile>;
}

export interface ImportedFile {
  readonly row: FileRow;
  readonly outline: FileOutline;
  /** In order of line. `id` and `contentHash` are computed from the content, even if the export claimed others. */
  readonly chunks: readonly ImportedChunk[];
  /** Original bytes of an image; absent when only an index.json was given. */
  readonly asset?: Uint8Array;
}

/** Refs are assigned again when the collection is indexed. `parts` is counted: the export has only `part`. */
export type ImportedChunk = Omit<Chunk, 'ref'>;

export interface ImportOptions {
  readonly sha256: (bytes: Uint8Array) => Uint8Array;
  readonly signal?: AbortSignal;
}
