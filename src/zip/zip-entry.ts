/** One entry of a zip, as described in the directory, or in its own header if the directory is lost. */
export interface ZipEntry {
  /** Decoded. May climb, be absolute or occur twice; the caller decides what to do with it. */
  readonly name: string;
  readonly kind: 'file' | 'directory' | 'symlink' | 'other';
  /** 0 stored, 8 deflated; other methods cannot be read. */
  readonly method: number;
  readonly crc: number;
  /** Declared expanded size. */
  readonly size: number;
  readonly storedSize: number;
  /** Offset of its local header in the blob. */
  readonly offset: number;
  /** Length of the encoded name. */
  readonly nameBytes: number;
  /** Why its bytes cannot be read. */
  readonly problem: 'encrypted' | 'unknown-method' | 'cut-off' | undefined;
}

/** All readable entries of a zip, and all damage found. The caller decides how much damage is too much. */
export interface ZipDirectory {
  readonly entries: readonly ZipEntry[];
  /** Count in the end record; writers without Zip64 let it wrap at 65,536. */
  readonly declaredEntries: number;
  /** In the order found; empty for an intact directory. */
  readonly damage: readonly ZipDamage[];
}

export type ZipDamageKind =
  /** No end record: not a zip, or its end is cut off. No entries. */
  | 'no-directory'
  /** The comment of the end record reaches past the end of the file. */
  | 'comment-cut-off'
  /** The Zip64 locator points outside the file or at something else; the 32-bit fields were used. */
  | 'zip64-outside'
  | 'zip64-missing'
  /** The directory would reach into or past the end record. No entries. */
  | 'directory-outside'
  /** Over `maxDirectoryBytes`, with `limit` and `actual`. No entries. */
  | 'directory-too-large'
  /** Other bytes precede the zip, so its offsets are too small. They were corrected. */
  | 'shifted'
  /** Entries up to this one were read. */
  | 'record-broken'
  | 'record-cut-off'
  /** Over the caller's `maxEntries`. Entries up to it were read. */
  | 'too-many-entries'
  /** `declaredEntries` differs from the number found. */
  | 'wrong-count';

export interface ZipDamage {
  readonly kind: ZipDamageKind;
  /** Byte offset in the file. */
  readonly offset: number;
  readonly limit?: number;
  readonly actual?: number;
}
