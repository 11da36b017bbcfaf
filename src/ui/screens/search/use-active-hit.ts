import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { VirtualListHandle } from '../../parts/controls/virtual-list.tsx';
import type { SearchView } from '../../state/search.ts';

/** One row is in the tab order; arrows move real focus from row to row. */
export function useActiveHit(
  view: SearchView,
  openChunk: string | undefined,
  activeHit: RefObject<HTMLElement | null>,
) {
  const [active, setActive] = useState(0);
  const handle = useRef<VirtualListHandle>(null);
  const wantsFocus = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list starts at the top
  useEffect(() => {
    setActive(0);
    handle.current?.scrollTo(0);
  }, [view.list]);
  useEffect(() => {
    if (openChunk === undefined) return;
    for (const [index, hit] of view.hits) if (hit.id.startsWith(openChunk)) setActive(index);
  }, [openChunk, view.hits]);
  useEffect(() => {
    if (!wantsFocus.current || activeHit.current === null) return;
    wantsFocus.current = false;
    activeHit.current.focus({ preventScroll: true });
  });
  const move = useCallback((to: number) => {
    wantsFocus.current = true;
    handle.current?.scrollTo(to);
    setActive(to);
  }, []);
  return { active, setActive, move, handle };
}
