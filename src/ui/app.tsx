import { useEffect, useMemo, useState } from 'react';
import { isOpen } from '../model/job.ts';
import { keepEarlyDrops } from './inputs/early-drops.ts';
import { Button } from './kit/button.tsx';
import { ErrorBoundary } from './parts/shell/error-boundary.tsx';
import { Shell } from './parts/shell/shell.tsx';
import { reportAfterCrawls } from './state/actions/questions.ts';
import { type AppState, createAppState } from './state/app-state.ts';
import type { Connection } from './state/connection.ts';
import { type AppContext, AppContextProvider } from './state/context.ts';
import { readError } from './state/read-error.ts';
import { readStoredJson, writeStored } from './state/stored.ts';
import { describeProblem, loadProblems } from './words/describe-problem.ts';
import { words } from './words/words.ts';

/** What is not needed for the first screen waits this long. */
const AFTER_START_MS = 1_000;

/** The whole app. `connect` starts the engine and is called once. */
export function App({ connect }: { readonly connect: () => Promise<Connection> }) {
  const [app, setApp] = useState<AppContext>();
  const [failure, setFailure] = useState<unknown>();
  // A problem of the first seconds is described again when the sentences are there.
  const [, setHasSentences] = useState(false);
  useEffect(() => {
    const earlyDrops = keepEarlyDrops();
    let isGone = false;
    let opened: AppContext | undefined;
    let stops: readonly (() => void)[] = [];
    const start = async () => {
      const connection = await connect();
      const closed = takeClosedJobs();
      if (closed.length > 0) await connection.engine.noteClosedTab(closed).catch(() => undefined);
      if (connection.besideProblem !== undefined) await loadProblems();
      const state = await createAppState(connection);
      opened = { connection, state, earlyDrops };
      if (isGone) return state.close();
      stops = [noteWhenClosed(state), reportAfterCrawls(opened)];
      setApp(opened);
      setTimeout(() => void loadProblems().then(() => setHasSentences(true)), AFTER_START_MS);
      if (state.preferences.values.get().resumeSites) await connection.sites?.resumeLeft().catch(state.report);
    };
    start().catch((error: unknown) => loadProblems().then(() => !isGone && setFailure(error)));
    return () => {
      isGone = true;
      earlyDrops.claim();
      for (const stop of stops) stop();
      opened?.state.close();
    };
  }, [connect]);

  const problem = useMemo(() => (failure === undefined ? undefined : readError(failure)), [failure]);
  if (problem !== undefined) {
    return (
      <main className="loading" role="alert">
        <h1>{words.failure.start}</h1>
        <p>{describeProblem(problem)}</p>
        <Button look="primary" label={words.failure.reload} onClick={() => location.reload()} />
      </main>
    );
  }
  if (app === undefined) {
    return (
      <main className="loading">
        <p role="status">{words.starting}</p>
      </main>
    );
  }
  return (
    <AppContextProvider value={app}>
      <ErrorBoundary>
        <Shell />
      </ErrorBoundary>
    </AppContextProvider>
  );
}

const KEY = 'quire-closed-jobs';

/**
 * Notes which jobs end because their tab is closed or reloaded. A crashed tab notes nothing, which is how the two differ. Only
 * localStorage can still be written when a tab closes; without it, the files of these jobs are imported last the next time.
 */
function noteWhenClosed(state: Pick<AppState, 'jobs'>): () => void {
  const note = () => {
    const ids = state.jobs.get().flatMap((job) => (isOpen(job) ? [job.jobId] : []));
    if (ids.length > 0) writeStored(KEY, JSON.stringify([...readClosed(), ...ids]));
  };
  addEventListener('pagehide', note);
  return () => removeEventListener('pagehide', note);
}

/** Returns the jobs of tabs closed since the last call. */
function takeClosedJobs(): readonly string[] {
  const ids = readClosed();
  if (ids.length > 0) writeStored(KEY, undefined);
  return ids;
}

function readClosed(): readonly string[] {
  const ids = readStoredJson(KEY);
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}
