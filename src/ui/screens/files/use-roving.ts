import { useCallback, useEffect, useRef, useState } from 'react';
import type { VirtualListHandle } from '../../parts/controls/virtual-list.tsx';
import type { TreeRow } from './build-tree.ts';

/** Exactly one row is in the tab order and always rendered; DOM focus moves with it. */
export function useRoving(rows: readonly TreeRow[], handle: { readonly current: VirtualListHandle | null }) {
  const [activePath, setActivePath] = useState<string>();
  const wantsFocus = useRef(false);
  const activeRow = useRef<HTMLDivElement>(null);
  const found = rows.findIndex((row) => row.node.path === activePath);
  const active = Math.max(0, found);
  useEffect(() => {
    if (!wantsFocus.current || activeRow.current === null) return;
    wantsFocus.current = false;
    activeRow.current.focus({ preventScroll: true });
  });
  const focusRow = useCallback(
    (index: number) => {
      const row = rows[index];
      if (row === undefined) return;
      wantsFocus.current = true;
      handle.current?.scrollTo(index);
      setActivePath(row.node.path);
    },
    [rows, handle],
  );
  // Assistive technology may move the focus to a row; keys must then act on that row.
  const noticeFocus = (target: Element) => {
    const row = rows[Number(target.getAttribute('data-index') ?? Number.NaN)];
    if (row !== undefined) setActivePath(row.node.path);
  };
  return { active, activeRow, focusRow, noticeFocus };
}
