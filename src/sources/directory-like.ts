/**
 * The members of FileSystemDirectoryHandle that a walk needs. Archives, file lists and Node folders have the same shape, so one walk makes the
 * same decisions for every source [E2].
 */
export interface DirectoryLike {
  readonly kind: 'directory';
  readonly name: string;
  values(): AsyncIterable<EntryLike>;
  /** A folder of Node or an archive: it lists every name. */
  readonly hidesNone?: true;
  /** Present if entries should be dropped until they are read: every browser handle holds a pipe to another process. */
  getFileHandle?(name: string): Promise<FileLike>;
}

export type EntryLike = DirectoryLike | FileLike | OtherLike;

export interface FileLike {
  readonly kind: 'file';
  readonly name: string;
  /** Cheap: returns size and date, reads no bytes. */
  getFile(): Promise<FileBytes>;
  /** Why its bytes cannot be read. Ignore rules and the size limit apply first, as for any file. */
  readonly problem?: FileProblem;
}

export interface FileProblem {
  readonly message: string;
  readonly limit?: number;
  readonly actual?: number;
}

/** An entry that only Node and archives return, such as a link. Skipped, so a loop of links cannot be walked. */
export interface OtherLike {
  readonly kind: 'symlink' | 'other';
  readonly name: string;
}

/** A `File` or its equivalent. */
export interface FileBytes {
  readonly size: number;
  readonly lastModified?: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Returns the bytes as a buffer that holds nothing else. */
export function toOwnBuffer({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  const isWhole = byteOffset === 0 && byteLength === buffer.byteLength;
  return (isWhole ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)) as ArrayBuffer;
}
