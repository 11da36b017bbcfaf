import { createContext, useContext, useSyncExternalStore } from 'react';
import type { PwaSnapshot } from '../../model/page/pwa-state.ts';
import type { EarlyDrops } from '../inputs/early-drops.ts';
import type { AppState } from './app-state.ts';
import type { Connection } from './connection.ts';
import { useSignal } from './signal.ts';

export interface AppContext {
  readonly connection: Connection;
  readonly state: AppState;
  readonly earlyDrops: EarlyDrops;
}

export const AppContextProvider = createContext<AppContext | undefined>(undefined);

export function useApp(): AppContext {
  const value = useContext(AppContextProvider);
  if (value === undefined) throw new Error('a screen was rendered outside of the app');
  return value;
}

export function usePwa(): PwaSnapshot {
  const { pwa } = useApp().connection;
  return useSyncExternalStore(pwa.subscribe, pwa.snapshot);
}

export function useRequestCount(): number {
  const { requests } = useApp().connection;
  return useSyncExternalStore(requests.subscribe, () => requests.count);
}

/** Counts the commits of a collection in this session. */
export function useCommits(collectionId: string): number {
  return useSignal(useApp().state.commits)[collectionId] ?? 0;
}
