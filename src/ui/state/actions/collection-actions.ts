import type { Collection } from '../../../model/collection.ts';
import type { SiteJob } from '../../../model/site/site-job.ts';
import type { SourceName } from '../../../model/source-key.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import type { AppContext } from '../context.ts';
import { navigate } from '../route.ts';
import { showToast } from '../toasts.ts';
import { readInputs } from './add-inputs.ts';
import { report } from './report.ts';

/** The form in which a site that is there is crawled again, with the options it has. */
export async function openSiteOptions(app: AppContext, collectionId: string, sourceId: string): Promise<void> {
  try {
    const options = await app.connection.sites?.options(collectionId, sourceId);
    if (options !== undefined) app.state.dialog.set({ type: 'site-options', collectionId, sourceId, options });
  } catch (error) {
    report(error);
  }
}

/** Moves a repository to the newest commit of its branch. */
export async function syncRepo(app: AppContext, source: SourceName): Promise<void> {
  try {
    await app.connection.sites?.start(source);
    navigate({ place: 'jobs' });
  } catch (error) {
    report(error);
  }
}

export async function openSample(app: AppContext): Promise<void> {
  try {
    const input = await app.connection.loadSample();
    await readInputs(app, [input]);
  } catch {
    showToast(words.add.sampleMissing, { tone: 'bad' });
  }
}

export async function deleteCollection(app: AppContext, collection: Collection): Promise<void> {
  const { engine } = app.connection;
  try {
    stopCrawls(app, (job) => job.collectionId === collection.id);
    await engine.deleteCollection(collection.id);
    await app.state.refresh();
    const undo = () => void bringBack(app, collection.id).catch(report);
    showToast(words.library.deleted(toShortName(collection.name)), {
      action: { label: words.common.undo, run: undo },
    });
  } catch (error) {
    report(error);
  }
}

async function bringBack(app: AppContext, collectionId: string): Promise<void> {
  const { engine, sites } = app.connection;
  await engine.undeleteCollection(collectionId);
  await sites?.finishLeft(collectionId);
  await app.state.refresh();
}

/** A crawl of what is gone would ask for pages until its next commit tells it. */
export function stopCrawls(app: AppContext, isMeant: (job: SiteJob) => boolean): void {
  const { sites } = app.connection;
  for (const job of app.state.siteJobs.get())
    if (job.status.endedAt === '' && isMeant(job)) sites?.stop(job.status.jobId).catch(() => {});
}
