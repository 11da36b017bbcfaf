import { AppError } from '../model/app-error.ts';
import { COLLECTION_FOLDER, MANIFEST_NAME } from './format/layout.ts';

/** Returns the address of the folder with the manifest, from any address people copy: the page, its folder, the collection or its manifest. */
export function toCollectionAddress(text: string): string {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw badAddress();
  }
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') throw badAddress();
  const folder = url.pathname.replace(/[^/]*\.[^/]*$/, '').replace(/\/*$/, '/');
  const isCollection = folder.endsWith(`/${COLLECTION_FOLDER}`) || url.pathname.endsWith(`/${MANIFEST_NAME}`);
  // The key may be in a link into the app, which is encoded.
  const key = /key(?:=|%3D)([\w-]{43})(?![\w-])/.exec(url.hash)?.[1];
  const address = new URL(isCollection ? folder : folder + COLLECTION_FOLDER, url.origin).href;
  return key === undefined ? address : withKey(address, key);
}

const KEY_MARK = '#key=';

/** Splits the key from the address of an encrypted collection. Requests use only the address. */
export function splitKey(address: string): { readonly folder: string; readonly key?: string } {
  const [folder = '', key] = address.split(KEY_MARK);
  return key === undefined ? { folder } : { folder, key };
}

export function withKey(folder: string, key: string): string {
  return folder + KEY_MARK + key;
}

function badAddress(): AppError {
  return new AppError('publish/not-published', 'this is not the address of a published collection', {});
}
