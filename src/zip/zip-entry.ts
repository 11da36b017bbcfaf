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

/** The first four bytes of each record in PKWARE's APPNOTE 6.3, read as a little-endian number. */
export const LOCAL_HEADER = 0x04034b50;
export const DATA_DESCRIPTOR = 0x08074b50;
export const CENTRAL_RECORD = 0x02014b50;
export const END_RECORD = 0x06054b50;
export const END_RECORD_64 = 0x06064b50;
export const END_RECORD_64_LOCATOR = 0x07064b50;

/** Flag bits: 0 is encryption, 6 strong encryption. */
const ENCRYPTED_FLAGS = 0x41;
/** WinZip's AES; the real method is in an extra field. */
const AES_METHOD = 99;

/** Returns why an entry with this method and these flags cannot be read. */
export function findProblem(method: number, flags: number): ZipEntry['problem'] {
  if ((flags & ENCRYPTED_FLAGS) !== 0 || method === AES_METHOD) return 'encrypted';
  return method === 0 || method === 8 ? undefined : 'unknown-method';
}

/** The upper half of code page 437, the default encoding of zip. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** Decodes valid UTF-8 as UTF-8, whatever the flag says: most writers that do not set it write UTF-8 anyway. */
export function decodeEntryName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    let name = '';
    for (const byte of bytes) name += byte < 128 ? String.fromCharCode(byte) : CP437[byte - 128];
    return name;
  }
}
