import {
  type CollectionCipher,
  createCollectionCipher,
  createFileId,
  type FileCipher,
  type PassphraseLock,
} from '../format/cipher.ts';
import { sealManifest } from '../format/sealed-manifest.ts';

/** A file of an encrypted collection, with a random name. */
export type CreateSealedFile = () => Promise<Pick<FileCipher, 'seal'> & { readonly name: string }>;

export interface Sealing {
  readonly createFile: CreateSealedFile;
  sealManifest(manifest: Uint8Array): Promise<Uint8Array>;
}

/** `lock` is set if the key was made from a passphrase. */
export async function createSealing(key: string, lock?: PassphraseLock): Promise<Sealing> {
  const cipher: CollectionCipher = await createCollectionCipher(key);
  return {
    async createFile() {
      const id = createFileId();
      return { ...(await cipher.openFile(id)), name: `${id}.bin` };
    },
    sealManifest: (manifest) => sealManifest(manifest, cipher, lock),
  };
}
