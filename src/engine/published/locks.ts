import type { Kernel } from '../../kernel/contract.ts';
import { toHex, toUtf8 } from '../../lib/bytes.ts';
import { AppError } from '../../model/app-error.ts';
import { splitKey, toCollectionAddress, withKey } from '../../publish/collection-address.ts';
import { deriveKey, PASSPHRASE_ITERATIONS } from '../../publish/format/cipher.ts';
import { findSealed } from '../../publish/format/sealed-manifest.ts';
import { createSealing, type Sealing } from '../../publish/write/seal-files.ts';
import type { PublishLock } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';

/** The salt of a collection never changes, so that one passphrase keeps its key when the collection is published again. */
export async function toSealing(kernel: Kernel, collectionId: string, lock: PublishLock): Promise<Sealing> {
  if ('key' in lock) return createSealing(lock.key);
  const salt = toHex(kernel.sha256(toUtf8(`quire ${collectionId}`)).subarray(0, 16));
  const from = { salt, iterations: PASSPHRASE_ITERATIONS };
  return createSealing(await deriveKey(lock.passphrase, from), from);
}

/** Returns the address with its key, which is in a link or made from a passphrase. Throws `publish/wrong-key` if it can be neither. */
export async function unlock({ deps }: EngineContext, address: string, secret: string): Promise<string> {
  const { folder } = splitKey(address);
  const linked = findKey(folder, secret.trim());
  if (linked !== undefined) return withKey(folder, linked);
  if (deps.openHost === undefined) return folder;
  const { salt, iterations } = findSealed(await deps.openHost(folder).readManifest()) ?? {};
  if (salt === undefined || iterations === undefined)
    throw new AppError('publish/wrong-key', 'the collection opens with its link only', {});
  return withKey(folder, await deriveKey(secret, { salt, iterations }));
}

function findKey(folder: string, secret: string): string | undefined {
  const link = /^[\w-]{43}$/.test(secret) ? withKey(folder, secret) : secret;
  return /^https?:/.test(link) ? splitKey(toCollectionAddress(link)).key : undefined;
}
