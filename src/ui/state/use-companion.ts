import { useWindowEvent } from '../kit/hooks.ts';
import { useLoaded } from '../kit/use-loaded.ts';
import { useApp } from './context.ts';

/** Returns what the companion extension may read; undefined without it, and until it has answered. */
export function useCompanion() {
  const { companion } = useApp().connection;
  const { value, reload } = useLoaded(() => companion?.status(), [companion], { onFailure: 'ignore' });
  // The user may have changed permissions in another tab.
  useWindowEvent('focus', reload);
  return value;
}
