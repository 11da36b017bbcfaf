import type { SiteStart } from '../../../model/site/site-job.ts';
import type { AppContext } from '../context.ts';
import { navigate } from '../route.ts';
import { noteUse } from '../use-current-collection.ts';
import { createCollection } from './create-collection.ts';

/** Runs a site or repository and shows its job. Without a collection, creates one with this name. */
export async function startSite(
  app: AppContext,
  run: Omit<SiteStart, 'collectionId'>,
  { collectionId, name }: { readonly collectionId: string | undefined; readonly name: string },
): Promise<void> {
  const { sites, engine } = app.connection;
  if (sites === undefined) return;
  try {
    const id = collectionId ?? (await createCollection(app, name));
    const { jobId } = await sites.start({ collectionId: id, ...run }).catch(async (error: unknown) => {
      // A new collection for a site that can't be added would stay empty.
      if (collectionId === undefined) await engine.deleteCollection(id);
      throw error;
    });
    if (run.site) app.state.startedSites.set(jobId, run.site);
    await app.state.refresh();
    navigate({ place: 'jobs' });
    // The address of the jobs screen names no collection; without this, the previous one would stay open.
    if (collectionId === undefined) noteUse(app.state, id);
  } catch (error) {
    app.state.report(error);
  }
}
