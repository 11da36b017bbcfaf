import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useApp } from '../state/context.ts';
import type { Preferences } from '../state/preferences.ts';
import { useSignal } from '../state/signal.ts';
import { NARROW } from '../styles/media.ts';

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

/** Returns a stored preference and the function that changes it. */
export function usePreference<K extends keyof Preferences>(
  key: K,
): readonly [Preferences[K], (value: Preferences[K]) => void] {
  const { preferences } = useApp().state;
  return [useSignal(preferences.values)[key], useCallback((value) => preferences.set(key, value), [preferences, key])];
}

function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

export function useIsNarrow(): boolean {
  return useMedia(NARROW);
}

export function isNarrow(): boolean {
  return matchMedia(NARROW).matches;
}

/** True when a column of filters fits next to results and reader; otherwise the filters open above the results. */
export function useHasFacets(): boolean {
  return useMedia('(width >= 1440px)');
}

/** Converts rem to pixels, so that row heights follow the user's text size. */
export function toPx(rem: number): number {
  return rem * (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16);
}
