import type { Collection, Source } from '../../../model/collection.ts';
import { isOpen } from '../../../model/job.ts';
import { LIMITS } from '../../../model/limits.ts';
import { isSiteJob, type SiteJob, type SiteStart } from '../../../model/site/site-job.ts';
import type { SourceName } from '../../../model/source-key.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import type { AppContext } from '../context.ts';
import { navigate } from '../route.ts';
import { noteUse } from '../use-current-collection.ts';
import { readInputs } from './add-inputs.ts';
import { createCollection } from './create-collection.ts';
import { reported } from './run-job.ts';

/** Opens the form to crawl an existing site again with its current options. */
export const openSiteOptions = reported(async (app, collectionId: string, sourceId: string) => {
  const options = await app.connection.sites?.options(collectionId, sourceId);
  if (options === undefined) return;
  const { urls = [options.url], llmsUrl } = options;
  const url = (llmsUrl === undefined ? urls : [...urls, llmsUrl]).join('\n');
  app.state.dialog.set({ type: 'site', url, collectionId, sourceId, options });
});

/** Shows the jobs once a crawl has started. */
export const showJobs = reported(async (_, started: Promise<unknown> | undefined) => {
  if (started === undefined) return;
  await started;
  navigate({ place: 'jobs' });
});

/** Moves a repository to the newest commit of its branch. */
export function syncRepo(app: AppContext, source: SourceName): Promise<void> {
  return showJobs(app, app.connection.sites?.start(source));
}

export async function openSample(app: AppContext): Promise<void> {
  try {
    const input = await app.connection.loadSample();
    await readInputs(app, [input]);
  } catch {
    app.state.toasts.show(words.add.sampleMissing, { tone: 'bad' });
  }
}

export const deleteCollection = reported(async (app, collection: Collection) => {
  const { engine } = app.connection;
  stopCrawls(app, (job) => job.collectionId === collection.id);
  const keptUntil = new Date(Date.now() + LIMITS.keepDeletedDays * 86_400_000).toISOString();
  await engine.deleteCollection(collection.id, { keptUntil });
  await app.state.refresh();
  const undo = () => void restoreCollection(app, collection.id).catch(app.state.report);
  app.state.toasts.show(words.toasts.deleted(toShortName(collection.name)), {
    action: { label: words.common.undo, run: undo },
  });
});

/** Removes a source. Pasted text exists nowhere else, so its *Undo* stays until the user closes it. */
export const removeSource = reported(async (app, collection: Collection, source: Source) => {
  const { engine } = app.connection;
  stopCrawls(app, ({ collectionId, status }) => collectionId === collection.id && status.sourceId === source.id);
  await engine.removeSource(collection.id, source.id);
  await app.state.refresh();
  const undo = () =>
    void restoreSource(app, { collectionId: collection.id, sourceId: source.id }).catch(app.state.report);
  app.state.toasts.show(words.toasts.sourceRemoved(toShortName(source.name)), {
    action: { label: words.common.undo, run: undo },
    stays: source.type === 'paste',
  });
});

async function restoreSource(app: AppContext, { collectionId, sourceId }: SourceName): Promise<void> {
  const { engine, sites } = app.connection;
  await engine.restoreSource(collectionId, sourceId);
  await sites?.finishLeft(collectionId);
  await app.state.refresh();
}

export async function restoreCollection(app: AppContext, collectionId: string): Promise<void> {
  const { engine, sites } = app.connection;
  await engine.undeleteCollection(collectionId);
  await sites?.finishLeft(collectionId);
  await app.state.refresh();
}

/** Stops crawls of something deleted; they would otherwise request pages until their next commit fails. */
function stopCrawls(app: AppContext, isMeant: (job: SiteJob) => boolean): void {
  for (const job of app.state.jobs.get().filter(isSiteJob))
    if (isOpen(job) && isMeant(job)) app.connection.sites?.stop(job.jobId).catch(() => {});
}

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
