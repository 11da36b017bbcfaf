import { useEffect, useEffectEvent } from 'react';

/** Calls the listener of the newest render for each event of the window. */
export function useWindowEvent<K extends keyof WindowEventMap>(
  name: K,
  listener: (event: WindowEventMap[K]) => void,
): void {
  const onEvent = useEffectEvent(listener);
  useEffect(() => {
    addEventListener(name, onEvent);
    return () => removeEventListener(name, onEvent);
  }, [name]);
}
