import type { AppContext } from '../context.ts';
import { readError } from '../read-error.ts';
import { navigate } from '../route.ts';
import { report } from './report.ts';

/** Opens and shows a published collection. */
export async function openPublished(app: AppContext, address: string): Promise<void> {
  const { id } = await app.connection.engine.openPublished(address);
  await app.state.refresh();
  navigate({ place: 'search', collectionId: id, query: '' }, { replace: true });
}

/** Opens an encrypted collection with what the user was given: a link, a key or a passphrase. */
export async function unlockPublished(app: AppContext, address: string, secret: string): Promise<void> {
  try {
    const { id } = await app.connection.engine.openPublished(address, secret);
    await app.state.refresh();
    navigate({ place: 'search', collectionId: id, query: '' }, { replace: true });
  } catch (error) {
    report(error);
  }
}

/** Whether a key would open the collection. */
export function isLocked(error: unknown): boolean {
  return ['publish/key-needed', 'publish/wrong-key'].includes(readError(error).code);
}

/** A host that takes longer is crawled instead, with longer timeouts. */
const LOOK_MS = 5_000;
/** Errors that mean "nothing published here that this page may read": the address is crawled like any site. */
const NOT_THERE = ['publish/not-published', 'publish/bad-manifest', 'publish/unreachable', 'publish/stalled'];

/** Opens a published collection at an address that may be any site. Returns false where nothing is published. */
export async function openIfPublished(app: AppContext, address: string): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), LOOK_MS);
  });
  const opening = app.connection.engine.openPublished(address).then(
    () => true,
    (error: unknown) => {
      if (NOT_THERE.includes(readError(error).code)) return false;
      if (isLocked(error)) return true;
      throw error;
    },
  );
  try {
    if (!(await Promise.race([opening, late]))) return false;
    // The place opens it, and asks for the key of an encrypted one.
    navigate({ place: 'open', address });
  } catch (error) {
    report(error);
  } finally {
    clearTimeout(timer);
  }
  return true;
}
