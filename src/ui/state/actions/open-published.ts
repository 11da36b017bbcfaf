import type { AppContext } from '../context.ts';
import { readError } from '../read-error.ts';
import { navigate } from '../route.ts';
import { report } from './report.ts';

/** Opens a collection that somebody published, and shows it. */
export async function openPublished(app: AppContext, address: string): Promise<void> {
  const { id } = await app.connection.engine.openPublished(address);
  await app.state.refresh();
  navigate({ place: 'search', collectionId: id, query: '' }, { replace: true });
}

/** A host that is silent for longer is crawled, where it is waited for with more patience. */
const LOOK_MS = 5_000;
/** There is none, or none that this page may read: as for any other site. */
const NOT_THERE = ['publish/not-published', 'publish/bad-manifest', 'publish/unreachable', 'publish/stalled'];

/** The same for an address that may be that of any site. False where nothing is published. */
export async function openIfPublished(app: AppContext, address: string): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), LOOK_MS);
  });
  const opening = app.connection.engine.openPublished(address).then(
    () => true,
    (error: unknown) => {
      if (NOT_THERE.includes(readError(error).code)) return false;
      throw error;
    },
  );
  try {
    if (!(await Promise.race([opening, late]))) return false;
    await openPublished(app, address);
  } catch (error) {
    report(error);
  } finally {
    clearTimeout(timer);
  }
  return true;
}
