import { useEffect } from 'react';
import { newJobId, runJob } from '../../state/actions/run-job.ts';
import { useApp } from '../../state/context.ts';
import { useCurrentCollection } from '../../state/use-current-collection.ts';

/** Lets the requests of the first render go first. */
const WAIT_MS = 200;

/** Opens the current collection before the first query. Re-indexes a collection of an older release from its stored bytes. */
export function usePrefetch(): void {
  const app = useApp();
  const { engine } = app.connection;
  const { id, isOlder = false } = useCurrentCollection() ?? {};
  useEffect(() => {
    if (id === undefined || !isOlder) return;
    const jobId = newJobId();
    void runJob(app, jobId, async () => {
      await engine.changeSettings(id, {}, jobId);
    });
  }, [app, engine, id, isOlder]);
  useEffect(() => {
    if (id === undefined) return;
    const timer = setTimeout(() => engine.prefetch(id).catch(() => {}), WAIT_MS);
    return () => clearTimeout(timer);
  }, [engine, id]);
}
