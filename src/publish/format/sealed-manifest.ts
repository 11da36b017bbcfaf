import { fromBase64, fromUtf8, toBase64, toUtf8 } from '../../lib/bytes.ts';
import { AppError } from '../../model/app-error.ts';
import { SealedManifest } from '../../model/schema/published-manifest.ts';
import { tryParseJson } from '../../model/schema/try-parse-json.ts';
import { type CollectionCipher, createCollectionCipher, createFileId, type PassphraseLock } from './cipher.ts';
import { MANIFEST_NAME, SEALED_VERSION } from './layout.ts';
import { badManifest, toPlace } from './manifest.ts';

/** Encrypts a manifest. `lock` says how a reader gets the key from a passphrase; without it the key comes with the link. */
export async function sealManifest(
  manifest: Uint8Array,
  cipher: CollectionCipher,
  lock?: PassphraseLock,
): Promise<Uint8Array<ArrayBuffer>> {
  const id = createFileId();
  const check = await cipher.toCheck(id);
  const body = toBase64(await (await cipher.openFile(id)).seal(0, manifest));
  return toUtf8(`${JSON.stringify({ quire: SEALED_VERSION, id, check, ...lock, body })}\n`);
}

/** Returns undefined for the manifest of an open collection. Throws `publish/bad-manifest`. */
export function findSealed(bytes: Uint8Array): SealedManifest | undefined {
  const value = tryParseJson(fromUtf8(bytes));
  if ((value as { quire?: unknown } | null | undefined)?.quire !== SEALED_VERSION) return undefined;
  const { success, data, error } = SealedManifest.safeParse(value);
  if (!success) throw badManifest(MANIFEST_NAME, toPlace(error));
  return data;
}

/**
 * Returns the manifest that `parseManifest` reads. Throws `publish/key-needed`, `publish/wrong-key`, `publish/bad-manifest`, and
 * `publish/not-encrypted` if a key is given and the collection is not encrypted.
 */
export async function openManifest(
  bytes: Uint8Array,
  key: string | undefined,
): Promise<{ readonly bytes: Uint8Array; readonly cipher?: CollectionCipher }> {
  const sealed = findSealed(bytes);
  if (sealed === undefined) {
    if (key === undefined) return { bytes };
    throw new AppError('publish/not-encrypted', 'the host sent an open collection', { file: MANIFEST_NAME });
  }
  const { id, check, salt, body } = sealed;
  if (key === undefined)
    throw new AppError('publish/key-needed', 'the collection is encrypted', { passphrase: salt === undefined ? 0 : 1 });
  const cipher = await createCollectionCipher(key);
  if ((await cipher.toCheck(id)) !== check)
    throw new AppError('publish/wrong-key', 'the key belongs to another collection', {});
  const raw = fromBase64(body);
  const opened = raw && (await (await cipher.openFile(id)).open(0, raw));
  if (opened === undefined) throw badManifest(MANIFEST_NAME, 'body');
  return { bytes: opened, cipher };
}
