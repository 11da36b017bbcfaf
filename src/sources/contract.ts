import type { FoundFile } from '../model/raw-file.ts';
import type { Skip } from '../model/skip.ts';
import type { Warning } from '../model/warning.ts';

/** Result of a user gesture, cloneable to workers: `ui/inputs` makes it, `createSource` opens it. */
export type SourceInput =
  | { readonly type: 'folder'; readonly name: string; readonly handle: FileSystemDirectoryHandle }
  /** With the handle of the folder they are in, if the handle omits some of them: later syncs use it. */
  | {
      readonly type: 'files';
      readonly name: string;
      readonly files: readonly InputFile[];
      readonly handle?: FileSystemDirectoryHandle;
      /** First segments of its paths, if several folders and files were dropped together: a sync keeps the source's other files. */
      readonly roots?: readonly string[];
    }
  | { readonly type: 'archive'; readonly name: string; readonly file: Blob }
  /** The pages of a built site; for an engine in the same thread only. */
  | { readonly type: 'built-site'; readonly name: string; readonly source: FileSource }
  | { readonly type: 'paste'; readonly name: string; readonly text: string }
  /** Pages of an llms-full.txt. Addresses on the domain of `origin` count as where the pages come from; empty if unknown. */
  | { readonly type: 'llms-full'; readonly name: string; readonly file: Blob; readonly origin: string };

/** `path` as the browser gave it, with its root folder removed (one folder) or kept (several). */
export interface InputFile {
  readonly path: string;
  readonly file: File;
}

export interface ScanOptions {
  /** Globs from the user. Includes override ignore rules and the default list; excludes override everything. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly useIgnoreFiles: boolean;
  readonly useDefaultList: boolean;
  readonly maxFileBytes: number;
  readonly signal: AbortSignal;
}

export type ScanItem =
  | { readonly type: 'file'; readonly file: FoundFile }
  | { readonly type: 'skip'; readonly skip: Skip }
  | { readonly type: 'warning'; readonly warning: Warning };

/**
 * Something to import from. `scan` walks everything once and never enters ignored directories. A source that could not be read
 * completely sets `incomplete` at the end; then no file may be removed because the scan did not find it.
 */
export interface FileSource {
  readonly name: string;
  scan(options: ScanOptions): AsyncIterable<ScanItem>;
  /** True if the scan yields files in path order, so that they can be read before it has ended. */
  readonly isSorted?: boolean;
  /** Known after the scan has ended. */
  readonly incomplete: boolean;
  /** True if the source doesn't list files whose names a browser hides: those that it had may still be there. */
  readonly hidesNames?: boolean;
  /** First segments of the paths that the scan covers, if the source may have others: what it has elsewhere stays. */
  readonly roots?: readonly string[];
  /** Number of files worth reading concurrently, if reads mostly wait. */
  readonly readAtOnce?: number;
}
