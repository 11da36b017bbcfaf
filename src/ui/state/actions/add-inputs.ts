import type { Collection } from '../../../model/collection.ts';
import { LIMITS } from '../../../model/limits.ts';
import type { SourceInput } from '../../../sources/contract.ts';
import { countBytes } from '../../inputs/files-to-inputs.ts';
import { findAddressList, findLlmsFile } from '../../inputs/find-llms-file.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import type { AddTarget, Arrival, KnownSource } from '../app-state.ts';
import type { AppContext } from '../context.ts';
import { readError } from '../read-error.ts';
import { navigate } from '../route.ts';
import { createCollection, makeNamedApart } from './create-collection.ts';
import { ingest } from './ingest.ts';
import { newJobId, reported } from './run-job.ts';

/** Offers inputs of a gesture; their target depends on what is open. */
export function offerInputs(
  app: AppContext,
  inputs: readonly SourceInput[],
  openCollection: Collection | undefined,
  arrival?: Arrival,
): void {
  const llms = findLlmsFile(inputs);
  if (inputs.length === 0) app.state.toasts.show(words.add.nothing, { tone: 'bad' });
  else if (arrival !== undefined) app.state.dialog.set({ type: 'target', inputs, arrival });
  else if (llms) app.state.dialog.set({ type: 'llms', inputs, ...llms });
  else void offerText(app, inputs, openCollection);
}

/** Offers to import the pages of an address file; anything else is imported directly. */
async function offerText(app: AppContext, inputs: readonly SourceInput[], openCollection: Collection | undefined) {
  const addresses = await findAddressList(inputs).catch(() => undefined);
  const known = await import('./find-known-source.ts')
    .then(({ findKnownSource }) => findKnownSource(app, inputs))
    .catch(() => undefined);
  if (known !== undefined) app.state.dialog.set({ type: 'target', inputs, known });
  else if (addresses === undefined) askWhere(app, inputs, openCollection);
  else app.state.dialog.set({ type: 'address-list', inputs, addresses });
}

/** Asks whether to add to the open collection or a new one; uses a new one when none is open. */
export function askWhere(
  app: AppContext,
  inputs: readonly SourceInput[],
  openCollection: Collection | undefined,
): void {
  if (openCollection !== undefined && !openCollection.readOnly) app.state.dialog.set({ type: 'target', inputs });
  else addInputs(app, inputs);
}

/** Asks first when there is a lot to import. Without a collection, creates and opens a new one. */
export function addInputs(app: AppContext, inputs: readonly SourceInput[], collectionId?: string): void {
  const bytes = countBytes(inputs);
  const start = () => void readInputs(app, inputs, collectionId);
  if (bytes > LIMITS.askAboveBytes) app.state.dialog.set({ type: 'large', bytes, start });
  else start();
}

export const readInputs = reported(async (app, inputs: readonly SourceInput[], collectionId?: string) => {
  if (inputs.every(isKnownEmpty)) return sayEmpty(app, inputs);
  if (collectionId === undefined && inputs.length === 1 && inputs[0] && (await openAsExport(app, inputs[0]))) return;
  const id = collectionId ?? (await createFor(app, inputs));
  navigate({ place: 'search', collectionId: id, query: '' });
  for (const input of inputs) await ingest(app, { collectionId: id, input });
  if (collectionId === undefined) await removeIfEmpty(app, id, inputs);
});

/** Syncs a source with a folder that was dropped again. */
export function syncKnown(app: AppContext, { collection, source }: KnownSource, input: SourceInput): void {
  navigate({ place: 'search', collectionId: collection.id, query: '' });
  void ingest(app, { collectionId: collection.id, sourceId: source.id, input });
}

function isKnownEmpty(input: SourceInput): boolean {
  return input.type === 'archive' ? input.file.size === 0 : input.type === 'files' && input.files.length === 0;
}

/** Removes the new collection of a drop that had nothing to import. If it has no source, its import failed, and that was reported. */
async function removeIfEmpty(app: AppContext, id: string, inputs: readonly SourceInput[]): Promise<void> {
  const { engine } = app.connection;
  const made = (await engine.listCollections()).find((collection) => collection.id === id);
  if (made === undefined || !hasNothing(made)) return;
  const files = await engine.listWithoutText(id);
  // Images stay, and so does a document that is encrypted or waits for its reader: the user can do something about it.
  if (files.some(({ reason }) => reason !== 'empty' && reason !== 'binary')) return;
  await engine.deleteCollection(id);
  await app.state.refresh();
  navigate({ place: 'library' });
  if (made.sources.length > 0) sayEmpty(app, inputs, files.length);
}

function hasNothing({ sources, stats }: Collection): boolean {
  const files = stats.total_chunks + stats.skipped + stats.failed;
  return files === 0 && sources.every(({ state, reason }) => state === 'INDEXED' && reason === undefined);
}

function sayEmpty({ state }: AppContext, [input]: readonly SourceInput[], filesWithoutText = 0): void {
  const name = toShortName(input?.name ?? '');
  const isEmptyFile = input?.type === 'archive' && input.file.size === 0;
  const say = isEmptyFile ? words.add.zeroBytes : filesWithoutText > 0 ? words.add.noText : words.add.isEmpty;
  state.toasts.show(say(name), { tone: 'bad' });
}

/** Returns true for one of our exports (also a refused one, with a message); false for any other archive or file. */
async function openAsExport(app: AppContext, input: SourceInput): Promise<boolean> {
  const file = exportFile(input);
  if (file === undefined) return false;
  const jobId = newJobId();
  try {
    const name = input.name.replace(/-full$|\.llmx-[0-9a-f]{8}$/i, '').replace(/\.json$/i, '');
    const { engine } = app.connection;
    const collection = await makeNamedApart(app, () => engine.importCollection({ file, name, jobId }));
    await app.state.refresh();
    navigate({ place: 'search', collectionId: collection.id, query: '' });
    return true;
  } catch (error) {
    const problem = readError(error);
    if (problem.details.isBackup === true) {
      app.state.dialog.set({ type: 'restore', file });
      return true;
    }
    // Any other archive is a folder, also a damaged one that never claimed to be an export: its readable files are imported.
    const isForeign = problem.code === 'import/damaged' && !/-full$|\.llmx-|index|export/i.test(input.name);
    if (isForeign || problem.code === 'import/not-ours' || !problem.code.startsWith('import/')) return false;
    app.state.report(error);
    return true;
  }
}

function exportFile(input: SourceInput): Blob | undefined {
  if (input.type === 'archive') return input.file;
  const only = input.type === 'files' && input.files.length === 1 ? input.files[0] : undefined;
  return only !== undefined && /(^|[.-])index\.json$|\.html$/i.test(only.path) ? only.file : undefined;
}

async function createFor(app: AppContext, inputs: readonly SourceInput[]): Promise<string> {
  const name = inputs[0]?.name || words.add.newCollection;
  const id = await createCollection(app, name);
  await app.state.refresh();
  return id;
}

/** Opens the browser's chooser; what the user chooses goes to the target. */
export function pickFiles({ state }: AppContext, input: 'folderInput' | 'filesInput', target: AddTarget): void {
  state.pickTarget.current = target;
  state.elements[input].current?.click();
}
