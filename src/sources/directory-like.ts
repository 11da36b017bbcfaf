/**
 * The few members of a FileSystemDirectoryHandle that a walk needs. Archives, file lists and Node folders give the same shape, so one walk
 * makes the same decisions for every way in [E2].
 */
export interface DirectoryLike {
  readonly kind: 'directory';
  readonly name: string;
  values(): AsyncIterable<EntryLike>;
  /** Where an entry is worth letting go of until it is read: every handle of a browser has a pipe to another process. */
  getFileHandle?(name: string): Promise<FileLike>;
}

export type EntryLike = DirectoryLike | FileLike | OtherLike;

export interface FileLike {
  readonly kind: 'file';
  readonly name: string;
  /** Cheap: size and date, no bytes. */
  getFile(): Promise<FileBytes>;
  /** Why its bytes cannot be had. Ignore rules and the size limit come first, as for any file. */
  readonly problem?: FileProblem;
}

export interface FileProblem {
  readonly message: string;
  readonly limit?: number;
  readonly actual?: number;
}

/** Browsers never give these; Node and archives do. They are skipped, so a loop of links cannot be walked. */
export interface OtherLike {
  readonly kind: 'symlink' | 'other';
  readonly name: string;
}

/** A `File`, or what stands for one. */
export interface FileBytes {
  readonly size: number;
  readonly lastModified?: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}
