import { useCallback, useEffect, useRef, useState } from 'react';
import type { VirtualListHandle } from '../../parts/controls/virtual-list.tsx';
import type { AppState } from '../../state/app-state.ts';
import type { SearchView } from '../../state/search.ts';

/** One row is in the tab order; arrows move real focus from row to row. */
export function useActiveHit(
  view: SearchView,
  openChunk: string | undefined,
  { activeHit, wantsHit }: AppState['elements'],
) {
  const [active, setActive] = useState(0);
  const [list, setList] = useState(view.list);
  const handle = useRef<VirtualListHandle>(null);
  // Not in an effect: until it ran, the row of the previous list would be the one to focus.
  if (list !== view.list) {
    setList(view.list);
    setActive(0);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list starts at the top
  useEffect(() => handle.current?.scrollTo(0), [view.list]);
  // Once for each chunk: the lists of later queries start at the top, though it may still be open.
  const found = useRef<string>(undefined);
  useEffect(() => {
    if (openChunk === undefined || openChunk === found.current) return;
    for (const [index, hit] of view.hits) {
      if (!hit.id.startsWith(openChunk)) continue;
      found.current = openChunk;
      setActive(index);
    }
  }, [openChunk, view.hits]);
  useEffect(() => {
    // A fast typist presses Enter before the hits arrive; the hits of the previous query are not the ones meant.
    if (!wantsHit.current || view.isWaiting || activeHit.current === null) return;
    wantsHit.current = false;
    activeHit.current.focus({ preventScroll: true });
  });
  const move = useCallback(
    (to: number) => {
      wantsHit.current = true;
      handle.current?.scrollTo(to);
      setActive(to);
    },
    [wantsHit],
  );
  return { active, setActive, move, handle };
}
