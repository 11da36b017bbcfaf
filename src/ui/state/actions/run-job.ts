import type { Engine } from '../../../engine/contract.ts';
import type { JobType, Progress } from '../../../model/job.ts';
import { isSiteJob } from '../../../model/site/site-job.ts';
import { describeProblem, loadProblems } from '../../words/describe-problem.ts';
import type { AppContext } from '../context.ts';
import { readError } from '../read-error.ts';

/** Shows a new job at once and runs it. Returns false if it fails. */
export function startJob(
  app: AppContext,
  { collectionId, type, ...rest }: Pick<Progress, 'collectionId' | 'type'> & Partial<Progress>,
  call: (jobId: string) => Promise<void>,
): Promise<boolean> {
  const jobId = newJobId();
  app.state.putJob({ ...firstProgress(jobId, collectionId, type), ...rest });
  return runJob(app, jobId, () => call(jobId));
}

/** Runs a long call; a failure ends the job on screen even when no event arrived. */
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
      const error = isCancel ? undefined : problem;
      app.state.putJob({ ...job, state: isCancel ? 'stopped' : 'failed', endedAt, error });
    }
    await loadProblems();
    app.state.toasts.show(describeProblem(problem), { tone: isCancel ? 'plain' : 'bad' });
    return false;
  }
}

/** Ends a job early; what it has finished stays. */
export function stopJob({ connection: { engine, sites }, state }: AppContext, job: Progress): Promise<void> {
  return Promise.resolve(isSiteJob(job) ? sites?.stop(job.jobId) : engine.cancel(job.jobId)).catch(state.report);
}

/** Returns the id of a job that ends when the signal aborts. */
export function newJobUntil(signal: AbortSignal, engine: Pick<Engine, 'cancel'>): string {
  const jobId = newJobId();
  signal.addEventListener('abort', () => void engine.cancel(jobId).catch(() => undefined));
  return jobId;
}

/** `randomUUID` exists in secure contexts only. */
export function newJobId(): string {
  return typeof crypto.randomUUID === 'function'
    ? crypto.randomUUID()
    : `job-${Date.now()}-${Math.random().toString(36).slice(2)}`;
}

/** Progress shown before the first event, so that the user sees at once that something happens. */
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

/** Returns an action whose failure is shown as a toast. */
export function reported<A extends readonly unknown[]>(action: (app: AppContext, ...given: A) => Promise<void>) {
  return (app: AppContext, ...given: A): Promise<void> => action(app, ...given).catch(app.state.report);
}
