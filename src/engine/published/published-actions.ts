import { AppError } from '../../model/app-error.ts';
import { toPublishedId } from '../../model/collection.ts';
import { splitKey, toCollectionAddress, withKey } from '../../publish/collection-address.ts';
import { deriveKey } from '../../publish/format/cipher.ts';
import { findSealed } from '../../publish/format/sealed-manifest.ts';
import type { Engine } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';

/** Actions for reading published collections. */
export function createPublishedActions(context: EngineContext) {
  const { collections } = context;
  return {
    async openPublished(address, secret) {
      const folder = toCollectionAddress(address);
      const collectionId = toPublishedId(secret === undefined ? folder : await unlock(context, folder, secret));
      return collections.withPartialCollection(collectionId, ({ collection }) => collection);
    },

    publishedTraffic: (collectionId) =>
      collections.withPartialCollection(collectionId, async ({ traffic }) => {
        const made = await traffic();
        if (made === undefined) throw new AppError('publish/not-published', 'the collection is in the store', {});
        return made;
      }),
  } satisfies Partial<Engine>;
}

/** Returns the address with its key, which is in a link or made from a passphrase. Throws `publish/wrong-key` if it can be neither. */
async function unlock({ deps }: EngineContext, address: string, secret: string): Promise<string> {
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
