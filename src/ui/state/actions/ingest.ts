import type { Collection, Source } from '../../../model/collection.ts';
import type { JobType } from '../../../model/job.ts';
import { LIMITS } from '../../../model/limits.ts';
import type { SourceInput } from '../../../sources/contract.ts';
import { askToRead, canReadNow } from '../../inputs/pick-folder.ts';
import { findOmitted } from '../../inputs/unseen-names.ts';
import { words } from '../../words/words.ts';
import type { AppContext } from '../context.ts';
import { readError } from '../read-error.ts';
import { reportQuestions } from './questions.ts';
import { firstProgress, newJobId, runJob } from './run-job.ts';
import type { Synced } from './show-synced.ts';

export async function ingest(app: AppContext, call: IngestCall): Promise<void> {
  const jobId = newJobId();
  const type: JobType = call.sourceId === undefined ? 'ingest' : 'sync';
  app.state.putJob(firstProgress(jobId, call.collectionId, type));
  const stopAsking = type === 'ingest' && call.input.type === 'folder' ? askWhenLarge(app, jobId) : undefined;
  const isRead = await runJob(app, jobId, async () => {
    const { engine } = app.connection;
    const summary = await engine.ingest({ ...call, jobId });
    app.state.announcement.set(words.toasts.finished(summary));
    if (type === 'sync') await reportSync(app, { collectionId: call.collectionId, name: call.input.name, summary });
  });
  stopAsking?.();
  if (isRead)
    void import('./recognise.ts')
      .then(({ recogniseNew }) => recogniseNew(app, call.collectionId))
      .catch(app.state.report);
  const omitted = isRead ? await findOmitted(call.input) : undefined;
  if (omitted === undefined) return;
  const collections = await app.connection.engine.listCollections();
  const sourceId = call.sourceId ?? collections.find(({ id }) => id === call.collectionId)?.sources.at(-1)?.id;
  if (sourceId !== undefined) await ingest(app, { ...call, sourceId, input: omitted });
}

async function reportSync(app: AppContext, synced: Synced): Promise<void> {
  await (await import('./show-synced.ts')).showSynced(app, synced);
  await reportQuestions(app, synced.collectionId);
}

/**
 * Syncs a followed folder without a card, and says only what changed. One tab does it; without permission nothing happens. Returns `busy` when
 * another change of the collection runs: try again later.
 */
export function followSource(
  app: AppContext,
  { id: collectionId }: Collection,
  source: Source,
): Promise<'done' | 'busy'> {
  return navigator.locks.request(`quire-follow ${source.id}`, { ifAvailable: true }, async (lock) => {
    const handle = await app.connection.findHandle(collectionId, source.id);
    if (lock === null || handle === undefined || !(await canReadNow(handle))) return 'done';
    const jobId = newJobId();
    app.state.quietJobs.add(jobId);
    const input: SourceInput = { type: 'folder', name: source.name, handle };
    try {
      const summary = await app.connection.engine.ingest({ collectionId, sourceId: source.id, input, jobId });
      await reportSync(app, { collectionId, name: source.name, summary, isQuiet: true });
    } catch (error) {
      const { code } = readError(error);
      if (code.endsWith('/busy')) return 'busy';
      if (!code.endsWith('/cancelled')) app.state.report(error);
    }
    return 'done';
  });
}

interface IngestCall {
  readonly collectionId: string;
  readonly input: SourceInput;
  readonly sourceId?: string;
  readonly verifyAll?: boolean;
}

/** Asks once when the scan finds a large folder; only the scan knows its size after ignore rules. Returns a function that ends the watch. */
function askWhenLarge(app: AppContext, jobId: string): () => void {
  const stop = app.state.jobs.subscribe(() => {
    const job = app.state.jobs.get().find((other) => other.jobId === jobId);
    if (job === undefined || job.totalBytes <= LIMITS.askAboveBytes) return;
    stop();
    const cancel = () => void app.connection.engine.cancel(jobId).catch(app.state.report);
    if (job.endedAt === undefined) app.state.dialog.set({ type: 'large', bytes: job.totalBytes, stop: cancel });
  });
  return stop;
}

/** Syncs a source. Call it inside a click: the browser may prompt for permission. */
export async function syncSource(
  app: AppContext,
  collection: Collection,
  source: Source,
  options: { verifyAll?: boolean } = {},
): Promise<'started' | 'pick'> {
  const handle = await app.connection.findHandle(collection.id, source.id);
  if (handle === undefined) return 'pick';
  const input: SourceInput = { type: 'folder', name: source.name, handle };
  const { dialog } = app.state;
  // Shown while the browser asks, and when it doesn't: otherwise a sync would seem to do nothing.
  const start = async () => {
    const question = { type: 'permission', name: source.name, ask: start } as const;
    if (!(await canReadNow(handle))) dialog.set(question);
    if (!(await askToRead(handle))) return dialog.set({ ...question, isRefused: true });
    if (dialog.get()?.type === 'permission') dialog.set(undefined);
    void ingest(app, { collectionId: collection.id, sourceId: source.id, input, ...options });
  };
  await start();
  return 'started';
}
