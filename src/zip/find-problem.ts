import type { ZipEntry } from './zip-entry.ts';

/** Flag bits: 0 is encryption, 6 strong encryption. */
const ENCRYPTED_FLAGS = 0x41;
/** WinZip's AES; the real method is in an extra field. */
const AES_METHOD = 99;

/** Returns why an entry with this method and these flags cannot be read. */
export function findProblem(method: number, flags: number): ZipEntry['problem'] {
  if ((flags & ENCRYPTED_FLAGS) !== 0 || method === AES_METHOD) return 'encrypted';
  return method === 0 || method === 8 ? undefined : 'unknown-method';
}
