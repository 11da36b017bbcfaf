/** sha256 by the platform; `undefined`: the caller's own hash is quicker for these bytes. */
export type Digest = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array> | undefined;

/** A digest is made in another thread, which costs as much as the kernel's hash of some 16 KB; processors with instructions for SHA do 1 GB/s beyond it. */
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
