import { hash } from 'node:crypto';
import type { Digest } from '../../src/lib/web-digest.ts';

/** A call into OpenSSL costs some microseconds, the kernel's hash as much for half a kilobyte. */
const WORTH_BYTES = 512;

/** Node's own sha256: in this thread, so it pays earlier than WebCrypto. */
export const nodeDigest: Digest = (bytes) =>
  bytes.length < WORTH_BYTES ? undefined : new Uint8Array(hash('sha256', bytes, 'buffer'));
