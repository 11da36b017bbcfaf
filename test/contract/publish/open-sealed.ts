import { createDecipheriv, hkdfSync, pbkdf2Sync } from 'node:crypto';

/** A second reader of encrypted collections, written from docs/formats/published.md with nothing but Node's own crypto. */
export function toFileKey(key: Uint8Array, id: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, Buffer.from(id, 'hex'), 'quire file', 32));
}

export function openPiece(fileKey: Uint8Array, start: number, sealed: Uint8Array): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64LE(BigInt(start), 4);
  const decipher = createDecipheriv('aes-256-gcm', fileKey, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
}

export function toPassphraseKey(passphrase: string, salt: string, iterations: number): Buffer {
  return pbkdf2Sync(passphrase, Buffer.from(salt, 'hex'), iterations, 32, 'sha256');
}

export interface SealedManifestText {
  readonly quire: number;
  readonly id: string;
  readonly check: string;
  readonly salt?: string;
  readonly iterations?: number;
  readonly body: string;
}

export function openManifestText(key: Uint8Array, { id, body }: SealedManifestText): string {
  return openPiece(toFileKey(key, id), 0, Buffer.from(body, 'base64')).toString();
}
