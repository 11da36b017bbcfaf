import type { Collection, Source } from '../../model/collection.ts';
import type { JobType, Progress } from '../../model/job.ts';
import { LIMITS } from '../../model/limits.ts';
import type { SourceInput } from '../../sources/contract.ts';
import { countBytes } from '../inputs/files-to-inputs.ts';
import { askToRead } from '../inputs/pick-folder.ts';
import { toShortName } from '../text/visible-text.ts';
import { describeProblem } from '../words/describe-problem.ts';
import { words } from '../words/words.ts';
import type { AppContext } from './context.ts';
import { readError } from './read-error.ts';
import { navigate } from './route.ts';
import { readRules } from './source-rules.ts';
import { announce, showToast } from './toasts.ts';

/** A gesture has been turned into inputs; where they go depends on what is open. */
export function offerInputs(
  app: AppContext,
  inputs: readonly SourceInput[],
  openCollection: Collection | undefined,
): void {
  if (inputs.length === 0) showToast(words.add.nothing, { tone: 'bad' });
  else if (openCollection !== undefined && !openCollection.readOnly) app.state.dialog.set({ type: 'target', inputs });
  else addInputs(app, inputs);
}

/** Asks first when there is a lot to read. Without a collection, a new one is made and opened. */
export function addInputs(app: AppContext, inputs: readonly SourceInput[], collectionId?: string): void {
  const bytes = countBytes(inputs);
  const into = collectionId === undefined ? {} : { collectionId };
  if (bytes > LIMITS.askAboveBytes) app.state.dialog.set({ type: 'large', inputs, bytes, ...into });
  else void readInputs(app, inputs, collectionId);
}

export async function readInputs(
  app: AppContext,
  inputs: readonly SourceInput[],
  collectionId?: string,
): Promise<void> {
  try {
    if (collectionId === undefined && inputs.length === 1 && inputs[0] && (await openAsExport(app, inputs[0]))) return;
    const id = collectionId ?? (await createFor(app, inputs));
    navigate({ place: 'search', collectionId: id, query: '' });
    for (const input of inputs) await ingest(app, { collectionId: id, input });
  } catch (error) {
    report(error);
  }
}

/** The form in which a site that is there is crawled again, with the options it has. */
export async function openSiteOptions(app: AppContext, collectionId: string, sourceId: string): Promise<void> {
  try {
    const options = await app.connection.sites?.options(collectionId, sourceId);
    if (options !== undefined) app.state.dialog.set({ type: 'site-options', collectionId, sourceId, options });
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

/** Must be called in a click: the browser may ask for permission. */
export async function syncSource(
  app: AppContext,
  collection: Collection,
  source: Source,
  options: { verifyAll?: boolean } = {},
): Promise<'started' | 'pick'> {
  const handle = await app.connection.findHandle(collection.id, source.id);
  if (handle === undefined) return 'pick';
  if (!(await askToRead(handle))) {
    showToast(words.library.permission, { tone: 'bad' });
    return 'started';
  }
  const input: SourceInput = { type: 'folder', name: source.name, handle };
  void ingest(app, { collectionId: collection.id, sourceId: source.id, input, ...options });
  return 'started';
}

interface IngestCall {
  readonly collectionId: string;
  readonly input: SourceInput;
  readonly sourceId?: string;
  readonly verifyAll?: boolean;
}

export async function ingest(app: AppContext, call: IngestCall): Promise<void> {
  const jobId = newJobId();
  const type: JobType = call.sourceId === undefined ? 'ingest' : 'sync';
  app.state.putJob(firstProgress(jobId, call.collectionId, type));
  const stopAsking = type === 'ingest' && call.input.type === 'folder' ? askWhenLarge(app, jobId) : undefined;
  await runJob(app, jobId, async () => {
    const { engine } = app.connection;
    const rules =
      call.sourceId === undefined ? undefined : await readRules(engine, { ...call, sourceId: call.sourceId });
    const summary = await engine.ingest({ ...call, ...rules, jobId });
    announce(words.jobs.finished(summary));
  });
  stopAsking?.();
}

/** Only its scan knows how large a folder behind a handle is, ignore rules applied. Asked once; returns what ends the watching. */
function askWhenLarge(app: AppContext, jobId: string): () => void {
  const stop = app.state.jobs.subscribe(() => {
    const job = app.state.jobs.get().find((other) => other.jobId === jobId);
    if (job === undefined || job.totalBytes <= LIMITS.askAboveBytes) return;
    stop();
    if (job.endedAt === undefined) app.state.dialog.set({ type: 'large-job', jobId, bytes: job.totalBytes });
  });
  return stop;
}

/** Runs a long call; its failure ends the job on screen even when no event came. */
export async function runJob(app: AppContext, jobId: string, call: () => Promise<void>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    const problem = readError(error);
    const isCancel = problem.code.endsWith('/cancelled');
    const job = app.state.jobs.get().find((other) => other.jobId === jobId);
    if (job !== undefined && job.endedAt === undefined) {
      const endedAt = new Date().toISOString();
      app.state.putJob({
        ...job,
        state: isCancel ? 'stopped' : 'failed',
        endedAt,
        ...(isCancel ? {} : { error: problem }),
      });
    }
    showToast(describeProblem(problem), { tone: isCancel ? 'plain' : 'bad' });
    return false;
  }
}

export async function deleteCollection(app: AppContext, collection: Collection): Promise<void> {
  const { engine } = app.connection;
  try {
    await engine.deleteCollection(collection.id);
    await app.state.refresh();
    const undo = () => void engine.undeleteCollection(collection.id).then(app.state.refresh).catch(report);
    showToast(words.library.deleted(toShortName(collection.name)), {
      action: { label: words.common.undo, run: undo },
    });
  } catch (error) {
    report(error);
  }
}

export function report(error: unknown): void {
  showToast(describeProblem(readError(error)), { tone: 'bad' });
}

export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(done, { tone: 'ok' });
  } catch {
    showToast(words.common.copyFailed, { tone: 'bad' });
  }
}

export function saveBlob(blob: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  // The download has read the address by then; without this the bytes stay alive as long as the page.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** `randomUUID` exists in secure contexts only. */
export function newJobId(): string {
  return typeof crypto.randomUUID === 'function'
    ? crypto.randomUUID()
    : `job-${Date.now()}-${Math.random().toString(36).slice(2)}`;
}

/** Shown before the engine has said anything: a person must see at once that something happens. */
export function firstProgress(jobId: string, collectionId: string, type: JobType): Progress {
  return {
    jobId,
    collectionId,
    type,
    state: 'preparing',
    phase: 'scan',
    done: 0,
    total: 0,
    found: 0,
    doneBytes: 0,
    totalBytes: 0,
    bytesPerSec: 0,
    currentPath: '',
    startedAt: new Date().toISOString(),
  };
}

/** True when it was an export of ours (or a refused one, said aloud); false when it is just an archive or a file. */
async function openAsExport(app: AppContext, input: SourceInput): Promise<boolean> {
  const file = exportFile(input);
  if (file === undefined) return false;
  const jobId = newJobId();
  try {
    const name = input.name.replace(/\.llmx-[0-9a-f]{8}$/i, '').replace(/\.json$/i, '');
    const collection = await app.connection.engine.importCollection({ file, name, jobId });
    await app.state.refresh();
    navigate({ place: 'search', collectionId: collection.id, query: '' });
    return true;
  } catch (error) {
    const problem = readError(error);
    // Any other archive is a folder; a damaged one that never claimed to be an export too: what is readable in it is kept.
    const isForeign = problem.code === 'import/damaged' && !/\.llmx-|index|export/i.test(input.name);
    if (isForeign || problem.code === 'import/not-ours' || !problem.code.startsWith('import/')) return false;
    report(error);
    return true;
  }
}

function exportFile(input: SourceInput): Blob | undefined {
  if (input.type === 'archive') return input.file;
  const only = input.type === 'files' && input.files.length === 1 ? input.files[0] : undefined;
  return only !== undefined && /(^|[.-])index\.json$/i.test(only.path) ? only.file : undefined;
}

async function createFor(app: AppContext, inputs: readonly SourceInput[]): Promise<string> {
  const collection = await app.connection.engine.createCollection({ name: inputs[0]?.name || words.add.newCollection });
  await app.state.refresh();
  return collection.id;
}
