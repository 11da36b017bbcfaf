import { fromBase64, fromHex, toBase64Url, toHex, toUtf8 } from '../../lib/bytes.ts';
import { AppError } from '../../model/app-error.ts';

export const TAG_BYTES = 16;
const ID_BYTES = 16;
const KEY_BYTES = 32;
const CHECK_BYTES = 8;
/** OWASP's figure for PBKDF2 with SHA-256. */
export const PASSPHRASE_ITERATIONS = 600_000;

/** Encrypts the pieces of one file. Its key belongs to no other file, and the nonce of a piece is its position. */
export interface FileCipher {
  seal(start: number, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>>;
  /** Returns undefined for bytes that were not sealed with this key for this position of this file. */
  open(start: number, bytes: Uint8Array): Promise<Uint8Array | undefined>;
}

/** Throws `publish/wrong-key` for a malformed key, and `publish/no-crypto` where the browser offers no encryption. */
export async function createCollectionCipher(keyText: string) {
  const raw = fromBase64(keyText.replaceAll('-', '+').replaceAll('_', '/'));
  if (raw?.length !== KEY_BYTES) throw new AppError('publish/wrong-key', 'this is not a key', {});
  const subtle = getSubtle();
  const key = await subtle.importKey('raw', raw, 'HKDF', false, ['deriveBits', 'deriveKey']);
  const toParams = (id: string, use: string) => ({
    ...{ name: 'HKDF', hash: 'SHA-256' },
    ...{ salt: fromHex(id), info: toUtf8(`quire ${use}`) },
  });
  return {
    /** `id`: 32 hex digits, never used twice with one key. */
    async openFile(id: string): Promise<FileCipher> {
      const gcm = { name: 'AES-GCM', length: 256 };
      const own = await subtle.deriveKey(toParams(id, 'file'), key, gcm, false, ['encrypt', 'decrypt']);
      return {
        seal: async (start, bytes) => new Uint8Array(await subtle.encrypt(toNonce(start), own, toSource(bytes))),
        open: (start, bytes) =>
          subtle.decrypt(toNonce(start), own, toSource(bytes)).then(
            (opened) => new Uint8Array(opened),
            () => undefined,
          ),
      };
    },
    /** Returns a short text that tells a wrong key from damaged bytes. */
    async toCheck(id: string): Promise<string> {
      return toHex(new Uint8Array(await subtle.deriveBits(toParams(id, 'check'), key, CHECK_BYTES * 8)));
    },
  };
}

export type CollectionCipher = Awaited<ReturnType<typeof createCollectionCipher>>;

export interface PassphraseLock {
  /** 32 hex digits. */
  readonly salt: string;
  readonly iterations: number;
}

/** Returns the text of the key. */
export async function deriveKey(passphrase: string, { salt, iterations }: PassphraseLock): Promise<string> {
  const subtle = getSubtle();
  const base = await subtle.importKey('raw', toUtf8(passphrase), 'PBKDF2', false, ['deriveBits']);
  const params = { name: 'PBKDF2', hash: 'SHA-256', salt: fromHex(salt), iterations };
  return toBase64Url(new Uint8Array(await subtle.deriveBits(params, base, KEY_BYTES * 8)));
}

export function createFileId(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(ID_BYTES)));
}

function toNonce(start: number): AesGcmParams {
  const iv = new Uint8Array(12);
  new DataView(iv.buffer).setBigUint64(4, BigInt(start), true);
  return { name: 'AES-GCM', iv };
}

const toSource = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => bytes as Uint8Array<ArrayBuffer>;

function getSubtle(): SubtleCrypto {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) throw new AppError('publish/no-crypto', 'encryption needs https', {});
  return subtle;
}
