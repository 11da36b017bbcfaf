import { NO_SELECTION, type SelectionScope } from '../../../model/outputs/selection.ts';
import type { Recognition } from '../../../model/recognised.ts';
import { ocrWords } from '../../words/ocr.ts';
import type { AppContext } from '../context.ts';
import { startJob } from './run-job.ts';

/** Recognises the text in pictures, as a job that the user can pause or cancel. */
export async function recognise(app: AppContext, collectionId: string, wish: Recognition): Promise<void> {
  const { engine, loadRecogniser } = app.connection;
  await startJob(app, { collectionId, type: 'ocr', phase: 'recognise' }, async (jobId) => {
    const recogniser = await loadRecogniser?.();
    if (recogniser === undefined) return;
    const { recognisePage, ocrWorkers: atOnce } = recogniser;
    const { indexed, failed } = await engine.recognise({ collectionId, jobId, atOnce, ...wish }, recognisePage);
    if (indexed + failed > 0)
      app.state.toasts.show(ocrWords.done(indexed, failed), { tone: failed === 0 ? 'ok' : 'plain' });
  });
}

/** After an import: reads the pictures of new files, if the user chose that for this collection. */
export async function recogniseNew(app: AppContext, collectionId: string): Promise<void> {
  const { engine } = app.connection;
  const { always } = await engine.readRecognition(collectionId);
  if (always === undefined) return;
  const files = await engine.listScanned(collectionId, NO_SELECTION);
  if (files.some(({ unread }) => unread > 0))
    await recognise(app, collectionId, { scope: NO_SELECTION, languages: always });
}

export async function removeRecognised(app: AppContext, collectionId: string, scope: SelectionScope): Promise<void> {
  await startJob(app, { collectionId, type: 'ocr', phase: 'index' }, async (jobId) => {
    await app.connection.engine.removeRecognised(collectionId, scope, jobId);
    app.state.toasts.show(ocrWords.removed);
  });
}
