import { useEffect } from 'react';
import { useApp } from '../../state/context.ts';
import { useCurrentCollection } from '../../state/use-current-collection.ts';

/** Lets the requests of the first render go first. */
const WAIT_MS = 200;

/** Opens the current collection before the first query. */
export function usePrefetch(): void {
  const { engine } = useApp().connection;
  const id = useCurrentCollection()?.id;
  useEffect(() => {
    if (id === undefined) return;
    const timer = setTimeout(() => engine.prefetch(id).catch(() => {}), WAIT_MS);
    return () => clearTimeout(timer);
  }, [engine, id]);
}
