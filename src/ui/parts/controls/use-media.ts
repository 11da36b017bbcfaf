import { useCallback, useSyncExternalStore } from 'react';
import { NARROW } from '../../styles/media.ts';

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
