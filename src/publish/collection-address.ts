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
  return new URL(isCollection ? folder : folder + COLLECTION_FOLDER, url.origin).href;
}

function badAddress(): AppError {
  return new AppError('publish/not-published', 'this is no address of a published collection', {});
}
