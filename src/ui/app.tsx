import { useEffect, useMemo, useState } from 'react';
import { keepEarlyDrops } from './inputs/early-drops.ts';
import { Button } from './kit/button.tsx';
import { ErrorBoundary } from './parts/shell/error-boundary.tsx';
import { Shell } from './parts/shell/shell.tsx';
import { noteWhenClosed, takeClosedJobs } from './state/actions/closed-tab.ts';
import { reportAfterCrawls } from './state/actions/questions.ts';
import { createAppState } from './state/app-state.ts';
import type { Connection } from './state/connection.ts';
import { type AppContext, AppContextProvider } from './state/context.ts';
import { readError } from './state/read-error.ts';
import { describeProblem } from './words/describe-problem.ts';
import { words } from './words/words.ts';

/** The whole app. `connect` starts the engine and is called once. */
export function App({ connect }: { readonly connect: () => Promise<Connection> }) {
  const [app, setApp] = useState<AppContext>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    const earlyDrops = keepEarlyDrops();
    let isGone = false;
    let opened: AppContext | undefined;
    let stops: readonly (() => void)[] = [];
    const start = async () => {
      const connection = await connect();
      const closed = takeClosedJobs();
      if (closed.length > 0) await connection.engine.noteClosedTab(closed).catch(() => undefined);
      const state = await createAppState(connection);
      opened = { connection, state, earlyDrops };
      if (isGone) return state.close();
      stops = [noteWhenClosed(state), reportAfterCrawls(opened)];
      setApp(opened);
      if (state.preferences.values.get().resumeSites) await connection.sites?.resumeLeft().catch(state.report);
    };
    start().catch((error: unknown) => !isGone && setFailure(error));
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
