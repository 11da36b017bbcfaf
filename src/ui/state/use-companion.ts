import { useEffect, useState } from 'react';
import type { CompanionControl } from './connection.ts';
import { useApp } from './context.ts';

type Status = Awaited<ReturnType<CompanionControl['status']>>;

/** Returns what the companion extension may read; undefined without it, and until it has answered. */
export function useCompanion(): Status {
  const { companion } = useApp().connection;
  const [status, setStatus] = useState<Status>();
  useEffect(() => {
    let isGone = false;
    const read = () => void companion?.status().then((found) => !isGone && setStatus(found));
    read();
    // The user may have changed permissions in another tab.
    addEventListener('focus', read);
    return () => {
      isGone = true;
      removeEventListener('focus', read);
    };
  }, [companion]);
  return status;
}
