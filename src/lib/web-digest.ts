/** The platform's sha256; returns undefined if the caller's own hash is faster for these bytes. */
export type Digest = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array> | undefined;

/** The digest runs in another thread, a round trip that costs as much as hashing 16 KB in the kernel; with SHA instructions it then does 1 GB/s. */
const WORTH_BYTES = 32_768;

/** Undefined outside secure contexts. */
export function findWebDigest(): Digest | undefined {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return undefined;
  return (bytes) =>
    bytes.length < WORTH_BYTES
      ? undefined
      : subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>).then((hash) => new Uint8Array(hash));
}
