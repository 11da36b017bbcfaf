import type { ScannedFile } from '../model/raw-file.ts';
import type { Skip } from '../model/skip.ts';
import type { Warning } from '../model/warning.ts';

/** What a gesture gives, cloneable to workers: `ui/inputs` makes it, `createSource` opens it. */
export type SourceInput =
  | { readonly type: 'folder'; readonly name: string; readonly handle: FileSystemDirectoryHandle }
  | { readonly type: 'files'; readonly name: string; readonly files: readonly InputFile[] }
  | { readonly type: 'archive'; readonly name: string; readonly file: Blob }
  | { readonly type: 'paste'; readonly name: string; readonly text: string }
  /** Pages of an llms-full.txt. Addresses on the domain of `origin` are where they come from; empty: nobody knows. */
  | { readonly type: 'llms-full'; readonly name: string; readonly file: Blob; readonly origin: string };

/** `path` as the browser gave it, its root folder already cut off (one folder) or kept (several). */
export interface InputFile {
  readonly path: string;
  readonly file: File;
}

export interface ScanOptions {
  /** User globs. Includes win over ignore rules and the default list; excludes win over all. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly useIgnoreFiles: boolean;
  readonly useDefaultList: boolean;
  readonly maxFileBytes: number;
  /** Small files may be read with the scan, so many bytes in all. None where it is not said. */
  readonly readAheadBytes?: number;
  readonly signal: AbortSignal;
}

export type ScanItem =
  | { readonly type: 'file'; readonly file: ScannedFile }
  | { readonly type: 'skip'; readonly skip: Skip }
  | { readonly type: 'warning'; readonly warning: Warning };

/**
 * A way in. `scan` walks everything once, in any order, never entering ignored directories. A source that could not be read fully
 * says so with `incomplete` at the end: then nothing may be removed because of it.
 */
export interface FileSource {
  readonly name: string;
  scan(options: ScanOptions): AsyncIterable<ScanItem>;
  /** Known after the scan has ended. */
  readonly incomplete: boolean;
  /** Files that are worth reading at a time, where reading is waiting. */
  readonly readAtOnce?: number;
}
