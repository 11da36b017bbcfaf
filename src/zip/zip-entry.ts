/** One entry of a zip, as its directory describes it (or its own header, where the directory is lost). */
export interface ZipEntry {
  /** Decoded; may climb, be absolute or be there twice: names are the caller's to judge. */
  readonly name: string;
  readonly kind: 'file' | 'directory' | 'symlink' | 'other';
  /** 0 stored, 8 deflated; others cannot be read. */
  readonly method: number;
  readonly crc: number;
  /** What it says it expands to. */
  readonly size: number;
  readonly storedSize: number;
  /** Of its local header, in the blob. */
  readonly offset: number;
  /** Length of the encoded name. */
  readonly nameBytes: number;
  /** Why its bytes cannot be read. */
  readonly problem: 'encrypted' | 'unknown-method' | 'cut-off' | undefined;
}

/** Everything read of a zip, and everything in it that no writer makes: which of that is too much is the caller's to say. */
export interface ZipDirectory {
  readonly entries: readonly ZipEntry[];
  /** What the end record says; writers without Zip64 let it wrap at 65,536. */
  readonly declaredEntries: number;
  /** In the order in which it was found. Empty for a sound directory. */
  readonly damage: readonly ZipDamage[];
}

export type ZipDamageKind =
  /** No end record: no zip, or its end is cut off. No entries. */
  | 'no-directory'
  /** The comment of the end record reaches past the end of the file. */
  | 'comment-cut-off'
  /** The Zip64 locator points past the file, or at something else; the 32-bit fields were used. */
  | 'zip64-outside'
  | 'zip64-missing'
  /** The directory would reach into or behind the end record. No entries. */
  | 'directory-outside'
  /** Over `maxDirectoryBytes`, with `limit` and `actual`. No entries. */
  | 'directory-too-large'
  /** Something stands before the zip, and all its offsets are short by that. They were corrected. */
  | 'shifted'
  /** The entries before this one are there. */
  | 'record-broken'
  | 'record-cut-off'
  /** Over the caller's `maxEntries`. The entries up to it are there. */
  | 'too-many-entries'
  /** `declaredEntries` is another number than was found. */
  | 'wrong-count';

export interface ZipDamage {
  readonly kind: ZipDamageKind;
  /** Byte of the file. */
  readonly offset: number;
  readonly limit?: number;
  readonly actual?: number;
}
