import type { SiteStart } from '../../../model/site/site-job.ts';
import type { AppContext } from '../context.ts';
import { setPreference } from '../preferences.ts';
import { navigate } from '../route.ts';
import { report } from './report.ts';

/** Runs a site or repository, in a new collection of that name where none is given, and shows its job. */
export async function startSite(
  app: AppContext,
  run: Omit<SiteStart, 'collectionId'>,
  { collectionId, name }: { readonly collectionId: string | undefined; readonly name: string },
): Promise<void> {
  const { sites, engine } = app.connection;
  if (sites === undefined) return;
  try {
    const id = collectionId ?? (await engine.createCollection({ name, awaitsSource: true })).id;
    await sites.start({ collectionId: id, ...run }).catch(async (error: unknown) => {
      // A collection that was made for a site that cannot be added would stay empty.
      if (collectionId === undefined) await engine.deleteCollection(id);
      throw error;
    });
    await app.state.refresh();
    navigate({ place: 'jobs' });
    // The address of the jobs names no collection: without this the previous one would stay open.
    if (collectionId === undefined) setPreference('lastCollection', id);
  } catch (error) {
    report(error);
  }
}
