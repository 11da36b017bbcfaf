import type { Hit } from '../../../model/hit.ts';
import { isOpen } from '../../../model/job.ts';
import { isLost } from '../../../model/outputs/question.ts';
import { isSiteJob } from '../../../model/site/site-job.ts';
import { words } from '../../words/words.ts';
import type { AppContext } from '../context.ts';
import { navigate } from '../route.ts';
import { newJobId } from './run-job.ts';

/** Keeps a search and the hit that answers it as a question of the collection. */
export async function keepQuestion(
  { connection: { engine }, state }: AppContext,
  collectionId: string,
  text: string,
  { path, lines }: Hit,
): Promise<void> {
  await engine.writeChoices(collectionId, { questions: { [newJobId()]: { text, path, lines, asTyped: true } } });
  // Records where the answer is now; without that, the next sync could not report it as lost.
  await engine.askQuestions(collectionId);
  const run = () => navigate({ place: 'export', collectionId });
  state.toasts.show(words.toasts.questionKept, { tone: 'ok', action: { label: words.toasts.showQuestions, run } });
}

/** Asks the questions after a sync, and says which lost their answer. */
export async function reportQuestions(app: AppContext, collectionId: string): Promise<void> {
  const asked = await app.connection.engine.askQuestions(collectionId);
  const lost = asked.filter(isLost).length;
  if (lost === 0) return;
  const run = () => navigate({ place: 'export', collectionId });
  app.state.toasts.show(words.toasts.questions(lost, asked.length), {
    tone: 'bad',
    action: { label: words.toasts.showQuestions, run },
  });
}

/** Asks the questions of a collection each time a crawl of it ends. Returns a function that stops this. */
export function reportAfterCrawls(app: AppContext): () => void {
  const open = new Set<string>();
  return app.state.jobs.subscribe(() => {
    for (const job of app.state.jobs.get().filter(isSiteJob)) {
      if (isOpen(job)) open.add(job.jobId);
      else if (open.delete(job.jobId)) void reportQuestions(app, job.collectionId).catch(app.state.report);
    }
  });
}
