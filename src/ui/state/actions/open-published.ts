import { withTimeout } from '../../../lib/async/within.ts';
import type { Collection } from '../../../model/collection.ts';
import type { AppContext } from '../context.ts';
import { readError } from '../read-error.ts';
import { navigate } from '../route.ts';

/** Opens and shows a published collection; an encrypted one with what the user was given: a link, a key or a passphrase. */
export async function openPublished(app: AppContext, address: string, secret?: string): Promise<void> {
  const { id } = await app.connection.engine.openPublished(address, secret);
  await app.state.refresh();
  navigate({ place: 'search', collectionId: id, query: '' }, { replace: true });
}

/** Whether a key would open the collection. */
export function isLocked(error: unknown): boolean {
  return isKeyNeeded(error) || readError(error).code === 'publish/wrong-key';
}

/** Whether the collection waits for a first key. Nothing failed yet. */
export function isKeyNeeded(error: unknown): boolean {
  return readError(error).code === 'publish/key-needed';
}

/** A host that takes longer is crawled instead, with longer timeouts. */
const LOOK_MS = 5_000;
/** Errors that mean "nothing published here that this page may read": the address is crawled like any site. */
const NOT_THERE = ['publish/not-published', 'publish/bad-manifest', 'publish/unreachable', 'publish/stalled'];

/** Finds the published collection at an address that may be any site, without listing it: a late answer changes nothing. Throws if there is one that cannot be opened. */
export async function findPublished(app: AppContext, address: string): Promise<Collection | undefined> {
  try {
    return await withTimeout(LOOK_MS, app.connection.engine.openPublished(address, undefined, { remember: false }));
  } catch (error) {
    if (NOT_THERE.includes(readError(error).code)) return undefined;
    throw error;
  }
}

/** Opens a published collection at an address that may be any site. Returns false where nothing is published. */
export async function openIfPublished(app: AppContext, address: string): Promise<boolean> {
  try {
    if ((await findPublished(app, address)) === undefined) return false;
  } catch (error) {
    if (!isLocked(error)) {
      app.state.report(error);
      return true;
    }
  }
  // The place opens it, and asks for the key of an encrypted one.
  navigate({ place: 'open', address });
  return true;
}
