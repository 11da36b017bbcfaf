import { useCallback, useSyncExternalStore } from 'react';

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

const NARROW = '(width < 900px)';

/** Below 900 px the detail covers the list, and rows are tall enough for a finger. */
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
