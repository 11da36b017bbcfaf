import { useEffect } from 'react';
import { useApp } from './context.ts';
import { useCurrentCollection } from './use-current-collection.ts';

/** What the first picture asks for comes first. */
const WAIT_MS = 200;

/** The collection one click away is opened while its reader looks around. */
export function usePrefetch(): void {
  const { engine } = useApp().connection;
  const id = useCurrentCollection()?.id;
  useEffect(() => {
    if (id === undefined) return;
    const timer = setTimeout(() => engine.openAhead(id).catch(() => {}), WAIT_MS);
    return () => clearTimeout(timer);
  }, [engine, id]);
}
