import { useCallback } from 'react';
import { useApp } from '../state/context.ts';
import type { Preferences } from '../state/preferences.ts';
import { useSignal } from '../state/signal.ts';

/** Returns a stored preference and the function that changes it. */
export function usePreference<K extends keyof Preferences>(
  key: K,
): readonly [Preferences[K], (value: Preferences[K]) => void] {
  const { preferences } = useApp().state;
  return [useSignal(preferences.values)[key], useCallback((value) => preferences.set(key, value), [preferences, key])];
}
